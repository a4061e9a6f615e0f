import { DELIVERY_SERVICES } from '../domain/delivery-order.ts';
import type { ShopWithAccount } from '../persistence/shops.ts';
import { ENVIRONMENTS, operatorEnvironments } from '../pipeline/operator-access.ts';
import type { World } from '../pipeline/world.ts';
import { settingsView, type SettingsView } from '../web/settings-view.ts';

/** The settings as pages show them. */
export function settingsOfPage(world: Pick<World, 'environment'>, shop: ShopWithAccount | null): SettingsView {
  return settingsView(shop, {
    operatorName: world.environment.OPERATOR_NAME,
    environments: configuredEnvironments(world),
    services: DELIVERY_SERVICES,
  });
}

export function configuredEnvironments({ environment }: Pick<World, 'environment'>) {
  const configured = operatorEnvironments(environment);
  return ENVIRONMENTS.filter((name) => configured[name] !== undefined);
}
