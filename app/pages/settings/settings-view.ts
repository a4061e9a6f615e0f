import type { OperatorAccount, Shop } from '@prisma/client';
import type { DeliveryService } from '../../domain/mapping/delivery-services.ts';
import { shopSettingsSchema, type ShopSettings } from '../../domain/settings/shop-settings.ts';
import type { OperatorSupport } from '../../extension-api/explain.ts';
import type { OperatorEnvironment } from '../../operator-accounts/operator-access.ts';
import type { SettingsFields } from './form/typed-values.ts';

/** The settings as the page shows them. */
export interface SettingsView {
  readonly operatorName: string;
  readonly environments: readonly OperatorEnvironment[];
  readonly services: readonly DeliveryService[];
  /** The registered branches; null when the deployer supplies no list. */
  readonly branches: readonly BranchChoice[] | null;
  /** Where the operator is asked for a token; null when its profile does not say. */
  readonly support: OperatorSupport | null;
  readonly keptToken: KeptToken | null;
  /** The version of the settings in `values`. A save must name it. */
  readonly version: number;
  readonly values: SettingsValues;
}

/** The settings of the main page by their names, as they are typed and posted. */
export interface SettingsValues {
  /** The token is empty at first, because a saved one is never sent back to a browser. */
  readonly account: { readonly environment: string; readonly token: string };
  readonly 'pickup.default': TypedPickup;
  readonly 'service.default': string;
  readonly 'service.methods': ShopSettings['service']['methods'];
  readonly handOverOn: boolean;
  /** Null follows the admin. */
  readonly language: string | null;
}

export type SettingsFieldsProps = SettingsFields<SettingsValues>;

/** What is typed for either kind of pickup, and which kind is chosen. */
type TypedPickup = Readonly<Record<'kind' | 'id' | 'name' | 'address' | 'district', string>>;

/** A registered branch that a merchant can choose. */
export interface BranchChoice {
  readonly id: number;
  readonly name: string;
  /** Its address and district; empty when the deployer names neither. */
  readonly place: string;
}

/** What the page may know about a saved token. */
export interface KeptToken {
  readonly environment: string;
  readonly lastFour: string;
  /** Whether the operator refuses the token. */
  readonly isPaused: boolean;
}

/** The parts of a shop and its account that are shown. */
type ShownShop = Pick<Shop, 'settings' | 'settingsVersion' | 'handOverOn' | 'language'> & {
  readonly operatorAccount: Pick<OperatorAccount, 'environment' | 'tokenLastFour' | 'pausedAt'> | null;
};

/** @param shop null before the installation is complete; then the settings are those of a new shop */
export function settingsView(
  shop: ShownShop | null,
  given: Pick<SettingsView, 'operatorName' | 'environments' | 'services' | 'branches' | 'support'>,
): SettingsView {
  const account = shop?.operatorAccount ?? null;
  const { pickup, service } = shopSettingsSchema.parse(shop?.settings ?? {});
  const point = pickup.default;
  const environments: readonly string[] = given.environments;
  return {
    ...given,
    keptToken: account && {
      environment: account.environment,
      lastFour: account.tokenLastFour,
      isPaused: account.pausedAt !== null,
    },
    version: shop?.settingsVersion ?? 1,
    values: {
      account: {
        environment: environments.find((name) => name === account?.environment) ?? environments[0] ?? '',
        token: '',
      },
      'pickup.default': {
        kind: point && 'address' in point ? 'address' : 'branch',
        name: '',
        address: '',
        district: '',
        ...point,
        id: point && 'id' in point ? String(point.id) : '',
      },
      'service.default': service.default,
      'service.methods': service.methods,
      handOverOn: shop?.handOverOn ?? false,
      language: shop?.language ?? null,
    },
  };
}
