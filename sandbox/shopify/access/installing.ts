import { numericId } from '../shop/gid.ts';
import { timestamp, type Sandbox } from '../sandbox.ts';
import type { SandboxShop } from '../shop/shop.ts';
import { shopBody } from '../webhooks/webhook-bodies.ts';

/**
 * Managed installation: the merchant agrees to the scopes of the app's configuration, and Shopify installs the app
 * without calling it. The app has no token until somebody opens it, but webhooks are sent from now on.
 */
export function installApp(sandbox: Sandbox, shop: SandboxShop, scopes = sandbox.app.config.scopes): void {
  shop.installation = {
    id: shop.installation?.id ?? sandbox.gids.next('AppInstallation'),
    scopes: [...scopes],
    installedAt: timestamp(sandbox),
  };
}

/** Uninstalls the app from the shop: first every token is revoked, then `app/uninstalled` is sent. */
export function uninstallApp(sandbox: Sandbox, shop: SandboxShop): void {
  if (!shop.installation) return;
  sandbox.tokens.revokeShop(shop.domain);
  sandbox.webhooks.announce(shop, [{ topic: 'app/uninstalled', body: () => shopBody(shop) }]);
  shop.installation = null;
}

/** The merchant grants scopes that differ from the present ones. */
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
