/**
 * The records of a shop, here and in order-records.ts and fulfillment-records.ts, as plain objects in the terms of the
 * Admin API. A property answers the field of the same name. A field with no property and no resolver is not in this
 * sandbox, and asking for it fails with an error. Ids are gids, times ISO 8601 UTC, money decimal text in the shop's
 * currency, weights in grams or as `{value, unit}`.
 */

export interface Attribute {
  key: string;
  value: string | null;
}

export interface ShopRecord {
  readonly __typename: 'Shop';
  readonly id: string;
  name: string;
  readonly myshopifyDomain: string;
  email: string;
  contactEmail: string;
  shopOwnerName: string;
  ianaTimezone: string;
  currencyCode: string;
  weightUnit: 'GRAMS' | 'KILOGRAMS' | 'OUNCES' | 'POUNDS';
  taxesIncluded: boolean;
  createdAt: string;
  updatedAt: string;
  shopAddress: MailingAddressRecord<'ShopAddress'>;
  /** Language of the merchant's admin. */
  locale: string;
  /** The text between the order's name and the number of the fulfillment. Shopify has used both. */
  fulfillmentMark: '.' | '-F';
}

export interface MailingAddressRecord<Type extends 'MailingAddress' | 'ShopAddress' = 'MailingAddress'> {
  readonly __typename: Type;
  readonly id: string;
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  phone: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  provinceCode: string | null;
  zip: string | null;
  country: string | null;
  countryCodeV2: string | null;
  latitude: number | null;
  longitude: number | null;
  coordinatesValidated: boolean;
}

export interface LocationRecord {
  readonly __typename: 'Location';
  readonly id: string;
  name: string;
  isActive: boolean;
  fulfillsOnlineOrders: boolean;
  shipsInventory: boolean;
  hasActiveInventory: boolean;
  /** At the location of a fulfillment service a third party fulfills, so the third-party scopes are needed. */
  isFulfillmentService: boolean;
  createdAt: string;
  updatedAt: string;
  address: {
    address1: string | null;
    address2: string | null;
    city: string | null;
    province: string | null;
    provinceCode: string | null;
    zip: string | null;
    country: string | null;
    countryCode: string | null;
    phone: string | null;
    latitude: number | null;
    longitude: number | null;
  };
}

export interface CustomerRecord {
  readonly __typename: 'Customer';
  readonly id: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  locale: string;
  note: string | null;
  tags: string[];
  createdAt: string;
  updatedAt: string;
}

export interface MetafieldRecord {
  readonly __typename: 'Metafield';
  readonly id: string;
  readonly ownerId: string;
  readonly namespace: string;
  readonly key: string;
  type: string;
  value: string;
  readonly createdAt: string;
  updatedAt: string;
}

/** A file of the shop. `url` is null until Shopify has processed the file. */
export interface FileRecord<Type extends 'GenericFile' | 'MediaImage' = 'GenericFile'> {
  readonly __typename: Type;
  readonly id: string;
  readonly url: string | null;
  readonly mimeType: string | null;
  readonly alt: string | null;
  readonly fileStatus: 'FAILED' | 'PROCESSING' | 'READY' | 'UPLOADED';
  readonly fileErrors: readonly never[];
  readonly createdAt: string;
  readonly updatedAt: string;
}
