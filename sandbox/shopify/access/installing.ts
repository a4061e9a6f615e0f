import { numericId } from '../shop/gid.ts';
import { timestamp, type Sandbox } from '../sandbox.ts';
import type { SandboxShop } from '../shop/shop.ts';
import { shopBody } from '../webhooks/webhook-bodies.ts';

/**
 * Managed installation: the merchant agrees to the scopes of the app's configuration and Shopify installs, without
 * calling the app. There is no token until somebody opens the app, yet webhooks come from now on.
 */
export function installApp(sandbox: Sandbox, shop: SandboxShop, scopes = sandbox.app.config.scopes): void {
  shop.installation = {
    id: shop.installation?.id ?? sandbox.gids.next('AppInstallation'),
    scopes: [...scopes],
    installedAt: timestamp(sandbox),
  };
}

/** Takes the app out of the shop: every token dies first, then `app/uninstalled` goes out. */
export function uninstallApp(sandbox: Sandbox, shop: SandboxShop): void {
  if (!shop.installation) return;
  sandbox.tokens.revokeShop(shop.domain);
  sandbox.webhooks.announce(shop, [{ topic: 'app/uninstalled', body: () => shopBody(shop) }]);
  shop.installation = null;
}

/** The merchant grants other scopes than before. */
export function grantScopes(sandbox: Sandbox, shop: SandboxShop, scopes: readonly string[]): void {
  const { installation } = shop;
  if (!installation) throw new Error(`the app is not installed in ${shop.domain}`);
  const previous = installation.scopes;
  installation.scopes = [...scopes];
  sandbox.webhooks.announce(shop, [
    {
      topic: 'app/scopes_update',
      body: () => ({
        id: numericId(installation.id),
        previous,
        current: scopes,
        updated_at: sandbox.clock.now().toISOString(),
      }),
    },
  ]);
}
