import { createHmac, randomUUID } from 'node:crypto';
import { mintIdToken } from '../access/id-token.ts';
import type { Sandbox } from '../sandbox.ts';
import type { SandboxShop } from '../shop/shop.ts';
import { html } from './html.ts';
import { adminPage, appPath } from './layout.ts';

/** The app in its frame, opened as Shopify opens it. If the app is not installed, the page that installs it. */
export function appPage(sandbox: Sandbox, shop: SandboxShop, path: string, search: URLSearchParams): string {
  const { name, scopes } = sandbox.app.config;
  if (!shop.installation)
    return adminPage(sandbox, shop, {
      title: `Install ${name}`,
      section: 'app',
      content: html`
        <h1>Install app</h1>
        <section class="card">
          <h2>${name}</h2>
          <p>This app asks for:</p>
          <ul>
            ${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}
          </ul>
          <form method="post" action="${appPath(sandbox, shop)}/install" class="actions">
            <button class="button primary">Install</button>
          </form>
        </section>
      `,
    });
  return adminPage(sandbox, shop, {
    title: name,
    section: 'app',
    content: html`
      <header class="app-title" data-app-title>
        <h1>${name}</h1>
        <div class="actions" data-app-actions></div>
      </header>
      <iframe
        title="${name}"
        src="${embeddedUrl(sandbox, shop, path, search)}"
        data-app-frame
        data-app-path="${appPath(sandbox, shop)}"
        allow="clipboard-read; clipboard-write"
      ></iframe>
    `,
  });
}

/** The address of the frame, with all parameters that Shopify adds, signed over the sorted query. */
function embeddedUrl(sandbox: Sandbox, shop: SandboxShop, path: string, search: URLSearchParams): string {
  const { clock, app } = sandbox;
  const query = new URLSearchParams(search);
  const added = {
    embedded: '1',
    host: Buffer.from(`admin.shopify.com/store/${shop.handle}`).toString('base64'),
    id_token: mintIdToken({ clock, ...app }, shop.domain),
    locale: shop.record.locale,
    session: randomUUID().replaceAll('-', ''),
    shop: shop.domain,
    timestamp: String(Math.floor(clock.now().getTime() / 1000)),
  };
  for (const [name, value] of Object.entries(added)) query.set(name, value);
  query.sort();
  const signed = [...query].map(([name, value]) => `${name}=${value}`).join('&');
  query.set('hmac', createHmac('sha256', app.apiSecret).update(signed).digest('hex'));
  return `${app.url}${path}?${query}`;
}
