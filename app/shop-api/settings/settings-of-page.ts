import { DELIVERY_SERVICES } from '../../domain/mapping/delivery-services.ts';
import type { AppContext } from '../../app-context.ts';
import { ENVIRONMENTS, operatorEnvironments } from '../../operator-accounts/operator-access.ts';
import { settingsView, type SettingsView } from '../../pages/settings/settings-view.ts';
import type { ShopWithAccount } from '../../shops/shop-store.ts';

/** The settings as pages show them. */
export function settingsOfPage(app: Pick<AppContext, 'environment'>, shop: ShopWithAccount | null): SettingsView {
  return settingsView(shop, {
    operatorName: app.environment.OPERATOR_NAME,
    environments: configuredEnvironments(app),
    services: DELIVERY_SERVICES,
  });
}

export function configuredEnvironments({ environment }: Pick<AppContext, 'environment'>) {
  const configured = operatorEnvironments(environment);
  return ENVIRONMENTS.filter((name) => configured[name] !== undefined);
}
