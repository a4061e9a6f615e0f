import type { SandboxShopify } from '../../../sandbox/shopify/server.ts';
import type { Program } from './program.ts';

/** Acts as a merchant who opens the app in the admin, which gives the app its token. */
export async function openApp(
  program: Pick<Program, 'url' | 'lines'>,
  shopify: SandboxShopify,
  shop: string,
): Promise<void> {
  const host = Buffer.from(`admin.shopify.com/store/${shop.split('.')[0] ?? ''}`).toString('base64');
  const locale = shopify.store.get(shop)?.record.locale ?? 'en';
  const query = new URLSearchParams({ shop, host, locale, embedded: '1', id_token: shopify.idToken(shop) });
  const answer = await fetch(`${program.url}/app?${query.toString()}`, {
    headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36' },
  });
  if (!answer.ok) throw new Error(`the app could not be opened: ${answer.status}\n${program.lines.join('\n')}`);
}
