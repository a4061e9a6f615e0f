import Big from 'big.js';
import { DateTime } from 'luxon';
import { moneyLabel } from '../shop/money.ts';
import type { SandboxShop } from '../shop/shop.ts';
import { html, type Html } from './html.ts';

/** `PARTIALLY_FULFILLED` as the admin writes it: `Partially fulfilled`. */
export function statusLabel(status: string): string {
  const words = status.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const tones: Readonly<Record<string, string>> = {
  ATTEMPTED_DELIVERY: 'warning',
  CANCELED: 'quiet',
  DELAYED: 'warning',
  DELIVERED: 'success',
  FAILURE: 'critical',
  FULFILLED: 'success',
  ON_HOLD: 'warning',
  PARTIALLY_FULFILLED: 'warning',
  UNFULFILLED: 'attention',
};

export function badge(status: string): Html {
  return html`<span class="badge ${tones[status] ?? 'info'}">${statusLabel(status)}</span>`;
}

/** A time in the shop's zone. */
export function timeLabel({ record }: SandboxShop, time: string): Html {
  const local = DateTime.fromISO(time, { zone: record.ianaTimezone });
  return html`<time datetime="${time}">${local.toFormat("d LLL yyyy 'at' HH:mm")}</time>`;
}

export function priceLabel({ record }: SandboxShop, amount: Big.BigSource): string {
  const [language] = record.locale.split('-'); // `pt-BR` names a country already
  return moneyLabel(Big(amount), record.currencyCode, `${language}-${record.shopAddress.countryCodeV2}`);
}
