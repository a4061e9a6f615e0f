import type { Sandbox } from '../sandbox.ts';
import type { SandboxShop } from '../shop/shop.ts';
import { html, type Html } from './html.ts';

export function storePath({ handle }: SandboxShop): string {
  return `/store/${handle}`;
}

/** `/store/tienda-lima/apps/handoff`. Shopify names an app there by its handle or its client id. */
export function appPath(sandbox: Sandbox, shop: SandboxShop): string {
  return `${storePath(shop)}/apps/${sandbox.app.config.name.toLowerCase()}`;
}

/** The layout of every page of the admin: top bar, navigation, content. */
export function adminPage(
  sandbox: Sandbox,
  shop: SandboxShop,
  page: { title: string; section: 'app' | 'flow' | 'home' | 'orders'; content: Html },
): string {
  const link = (section: typeof page.section, href: string, label: string) =>
    html`<a href="${href}" ${section === page.section ? html`aria-current="page"` : null}>${label}</a>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${page.title} · ${shop.record.name}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/admin.css" />
        <script src="/admin.js" type="module"></script>
        <script src="/extension-host/host.js" type="module"></script>
      </head>
      <body class="section-${page.section}">
        <header class="top-bar">
          <span class="mark">Sandbox</span>
          <details class="shops">
            <summary>${shop.record.name}</summary>
            <ul>
              ${[...sandbox.shops.values()].map(
                (each) => html`<li><a href="${storePath(each)}">${each.record.name}</a></li>`,
              )}
            </ul>
          </details>
          <div class="save-bar" data-app-save-bar role="region" aria-label="Unsaved changes" hidden>
            <strong>Unsaved changes</strong>
            <div class="buttons" data-app-save-buttons></div>
          </div>
          <div class="loading" data-app-loading hidden></div>
        </header>
        <nav class="sections" aria-label="Admin">
          ${link('home', storePath(shop), 'Home')} ${link('orders', `${storePath(shop)}/orders`, 'Orders')}
          ${link('flow', `${storePath(shop)}/flow`, 'Flow')}
          <span class="label">Apps</span>
          ${link('app', appPath(sandbox, shop), sandbox.app.config.name)}
          <div class="app-nav" data-app-nav></div>
        </nav>
        <main>${page.content}</main>
      </body>
    </html>`.text;
}
