import type { SandboxShopify } from '../shopify/server.ts';

/** A desktop browser, because the Shopify package refuses user agents that look like a bot. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';

/** Does what a merchant does in the admin, with the requests that the browser would send. */
export function createMerchant(shopify: SandboxShopify, appUrl: string, shop: string) {
  const handle = shop.replace('.myshopify.com', '');
  const host = Buffer.from(`admin.shopify.com/store/${handle}`).toString('base64');

  return {
    /** Opens the app for the first time, which gives it its token. */
    async openApp(): Promise<void> {
      const query = new URLSearchParams({ shop, host, embedded: '1', id_token: shopify.idToken(shop) });
      const answer = await fetch(`${appUrl}/app?${query.toString()}`, { headers: { 'User-Agent': BROWSER } });
      if (!answer.ok) throw new Error(`opening the app was answered ${answer.status}`);
    },

    /** Fills in the settings form. */
    async saveSettings(settings: object): Promise<void> {
      const answer = await fetch(`${appUrl}/app/settings`, {
        method: 'POST',
        headers: {
          'User-Agent': BROWSER,
          Authorization: `Bearer ${shopify.idToken(shop)}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(settings),
        redirect: 'manual',
      });
      if (answer.status >= 400) throw new Error(`saving the settings was answered ${answer.status}`);
    },
  };
}
