import type { GidSequence } from '../shop/gid.ts';
import type { AddressDraft } from './order-draft.ts';
import type { MailingAddressRecord } from '../shop/records.ts';
import type { SandboxShop } from '../shop/shop.ts';

/** The default country of a buyer's address is that of the shop. */
export function shopCountry({ record }: SandboxShop): AddressDraft {
  return { country: record.shopAddress.country, countryCode: record.shopAddress.countryCodeV2 };
}

/** @param draft has its country already; its other absent fields become empty */
export function addressRecord(gids: GidSequence, draft: AddressDraft): MailingAddressRecord {
  return {
    __typename: 'MailingAddress',
    id: gids.next('MailingAddress'),
    firstName: draft.firstName ?? null,
    lastName: draft.lastName ?? null,
    company: draft.company ?? null,
    phone: draft.phone ?? null,
    address1: draft.address1 ?? null,
    address2: draft.address2 ?? null,
    city: draft.city ?? null,
    province: draft.province ?? null,
    provinceCode: draft.provinceCode ?? null,
    zip: draft.zip ?? null,
    country: draft.country ?? null,
    countryCodeV2: draft.countryCode ?? null,
    latitude: draft.latitude ?? null,
    longitude: draft.longitude ?? null,
    coordinatesValidated: draft.coordinatesValidated ?? typeof draft.latitude === 'number',
  };
}
