import type Big from 'big.js';
import { decimalText } from '../../shop/money.ts';

/** GraphQL's `MoneyBag`. The sandbox's buyers pay in the shop's currency. */
export function moneyBag(amount: Big, currencyCode: string) {
  const money = { amount: decimalText(amount), currencyCode };
  return { shopMoney: money, presentmentMoney: money };
}
