import type { SettingsGroup } from '../../domain/settings/settings-groups.ts';
import type { SettingsByName } from '../../domain/settings/settings-part.ts';
import type { RecentChoices } from '../../shopify/reading/read-choices.ts';
import type { SettingsFields } from '../settings/form/typed-values.ts';
import type { BranchChoice } from '../settings/settings-view.ts';
import type { DeliveryService } from '../../domain/mapping/delivery-services.ts';

/** One page of settings. */
export interface GroupView {
  readonly group: SettingsGroup;
  /** The version of the settings. A save must name it. */
  readonly version: number;
  readonly values: SettingsByName;
  /** The shop's locations in Shopify; null when Shopify could not be asked, or when the page does not need them. */
  readonly locations: readonly { readonly id: string; readonly name: string }[] | null;
  /** What recent orders used; null when Shopify could not be asked, or when the page does not need it. */
  readonly recent: RecentChoices | null;
  /** The operator's districts; null when nobody knows them. */
  readonly served: readonly string[] | null;
  /** The registered branches; null when nobody lists them, or when the page does not need them. */
  readonly branches: readonly BranchChoice[] | null;
  readonly services: readonly DeliveryService[];
  /** Those that a delivery of the shop can have. */
  readonly servicesInUse: readonly DeliveryService[];
  /** ISO 4217; null when the currency is not known yet. */
  readonly currency: string | null;
  /** Public holidays of the shop's country in the next 12 months, as `YYYY-MM-DD`; empty when the page does not need them. */
  readonly countryHolidays: readonly string[];
  /** What the operator counts as packages. */
  readonly packagesAre: 'items' | 'boxes';
  /** The operator's word for the kind of a file. */
  readonly fileKind: string;
  /** The date pickers that are recognised without set-up, each with the attributes that it writes. */
  readonly datePickers: readonly { readonly app: string | null; readonly attributes: readonly string[] }[];
  /** IANA name of the zone of all times on the page; null when it is not known yet. */
  readonly timeZone: string | null;
}

/** What the fields of a page of settings need. */
export interface GroupFieldsProps extends SettingsFields<SettingsByName> {
  readonly view: GroupView;
}
