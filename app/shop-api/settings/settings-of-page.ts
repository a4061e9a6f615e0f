import { DELIVERY_SERVICES } from '../../domain/mapping/delivery-services.ts';
import type { AppContext } from '../../app-context.ts';
import { ENVIRONMENTS, operatorEnvironments } from '../../operator-accounts/operator-access.ts';
import { settingsView, type BranchChoice, type SettingsView } from '../../pages/settings/settings-view.ts';
import { operatorSupportOf } from '../shop-context.ts';
import { settingsOf, type ShopWithAccount } from '../../shops/shop-store.ts';
import type { ReadingContext } from './read-settings.ts';

/** The settings as pages show them. */
export function settingsOfPage(app: Pick<AppContext, 'environment'>, shop: ShopWithAccount | null): SettingsView {
  const support = operatorSupportOf(app.environment.profile);
  return settingsView(shop, {
    operatorName: app.environment.OPERATOR_NAME,
    environments: configuredEnvironments(app),
    services: DELIVERY_SERVICES,
    branches: branchesOf(app),
    support: support.find(({ url }) => !url.startsWith('tel:')) ?? support[0] ?? null,
  });
}

/** The registered branches as merchants choose them; null when the operator's profile lists none. */
export function branchesOf({ environment }: Pick<AppContext, 'environment'>): readonly BranchChoice[] | null {
  const { branches } = environment.profile;
  return (
    branches?.map(({ id, name, address, district }) => ({
      id,
      name,
      place: [address, district].filter(Boolean).join(', '),
    })) ?? null
  );
}

/** What is needed to read the settings that a page of the shop posts. */
export function readingContext(app: Pick<AppContext, 'environment'>, shop: ShopWithAccount | null): ReadingContext {
  const { pickup } = settingsOf({ settings: shop?.settings ?? {} });
  const points = [pickup.default, ...Object.values(pickup.locations).map(({ point }) => point)];
  const registered = app.environment.profile.branches;
  return {
    settings: shop?.settings ?? {},
    environments: configuredEnvironments(app),
    kept: shop?.operatorAccount?.environment ?? null,
    branches: registered
      ? [...registered, ...points].flatMap((branch) => (branch && 'id' in branch ? [branch.id] : []))
      : null,
  };
}

function configuredEnvironments({ environment }: Pick<AppContext, 'environment'>) {
  const configured = operatorEnvironments(environment);
  return ENVIRONMENTS.filter((name) => configured[name] !== undefined);
}
