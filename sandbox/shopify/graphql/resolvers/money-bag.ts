import type Big from 'big.js';
import { decimalText } from '../../shop/money.ts';

/** GraphQL's `MoneyBag`; the sandbox's buyers pay in the currency of the shop. */
export function moneyBag(amount: Big, currencyCode: string) {
  const money = { amount: decimalText(amount), currencyCode };
  return { shopMoney: money, presentmentMoney: money };
}
