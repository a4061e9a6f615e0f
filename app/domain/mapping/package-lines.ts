import type { Big } from 'big.js';
import { BOUNDS } from '../../bounds.ts';
import { cleanText } from './clean-text.ts';
import type { DeliveryOrder } from './delivery-order.ts';
import type { Decision } from '../planning/delivery-plan.ts';
import { found, lacking, type MappingResult } from '../fulfillment/mapping-result.ts';
import type { Fulfillment, FulfillmentLine } from '../fulfillment/fulfillment.ts';
import { parseAmount, priceInDigits, priceRule, priceUnits, sumAmounts, type PriceForm } from './price.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';

type Package = DeliveryOrder['packages'][number];

/** A line that is shipped, its position in the fulfillment, and its total after discounts. */
interface PricedLine {
  readonly line: FulfillmentLine;
  readonly path: string;
  readonly total: Big;
}

/** The lines of the fulfillment that are shipped: no services, no gift cards, and nothing that was removed from it. */
export function shippableLines<
  Line extends Pick<FulfillmentLine, 'requiresShipping' | 'isGiftCard' | 'quantity'>,
>(fulfillment: { readonly lines: readonly Line[] }): Line[] {
  return fulfillment.lines.filter((line) => line.requiresShipping && !line.isGiftCard && line.quantity > 0);
}

/**
 * The packages (§2.4): one for each line that is shipped, with the quantity of THIS fulfillment, or one for all lines
 * if the merchant has chosen that. Prices are after discounts, in the shop's currency. When a line's total cannot be
 * divided by its quantity, the line becomes two packages, so that the prices add up.
 *
 * @param fulfillment with at least one line that is shipped
 * @param boxes for an operator that counts boxes as packages: one package for each
 */
export function mapPackages(
  fulfillment: Fulfillment,
  settings: Pick<ShopSettings['mapping'], 'onePackage' | 'priceForm'>,
  boxes: number | null = null,
): MappingResult<Package[]> {
  const lines: PricedLine[] = [];
  const unreadable: string[] = [];
  for (const line of shippableLines(fulfillment)) {
    const total = parseAmount(line.discountedTotal.amount);
    if (total === null) unreadable.push(line.lineItemId);
    else lines.push({ line, total, path: `fulfillment.lines[${fulfillment.lines.indexOf(line)}]` });
  }
  if (unreadable.length > 0) {
    return lacking([{ code: 'price-unreadable', field: 'packages', details: { lineItems: unreadable } }]);
  }
  if (boxes !== null) return mapBoxes(fulfillment, lines, { boxes, priceForm: settings.priceForm });
  return settings.onePackage
    ? mapOnePackage(fulfillment, lines, settings.priceForm)
    : mapPackagePerLine(lines, settings.priceForm);
}

function mapPackagePerLine(lines: readonly PricedLine[], priceForm: PriceForm) {
  const packages: Package[] = [];
  const decisions: Decision[] = [];
  for (const { line, path, total } of lines) {
    const sku = cleanText(line.sku);
    const code = sku || idOf(line.lineItemId);
    const name = cleanText(line.name);
    const { currency } = line.discountedTotal;
    const prices = priceUnits(total, line.quantity, currency, priceForm);
    for (const { price, qty } of prices) {
      const field = `packages[${packages.length}]`;
      packages.push({ code, name: name || code, price, qty });
      decisions.push(
        { field: `${field}.code`, source: sku ? `${path}.sku` : `${path}.lineItemId` },
        { field: `${field}.name`, source: name ? `${path}.name` : `${field}.code` },
        { field: `${field}.price`, source: `${path}.discountedTotal`, rule: priceRule(priceForm, currency) },
        { field: `${field}.qty`, source: `${path}.quantity`, ...(prices.length > 1 && { rule: 'split-to-the-cent' }) },
      );
    }
  }
  return found(packages, decisions);
}

/**
 * One package for each box. What is in which box is known when there is one, or one for each item. Otherwise each names
 * all items after its number, and has an even share of their price.
 */
function mapBoxes(
  fulfillment: Fulfillment,
  lines: readonly PricedLine[],
  { boxes, priceForm }: { boxes: number; priceForm: PriceForm },
) {
  const isEachItem = boxes === itemsOf(lines.map(({ line }) => line));
  const priced = priceUnits(totalOf(lines), boxes, currencyOf(lines), priceForm);
  const packages = isEachItem
    ? mapPackagePerLine(lines, priceForm).value.flatMap((each) => Array<Package>(each.qty).fill({ ...each, qty: 1 }))
    : priced
        .flatMap(({ price, qty }) => Array<string>(qty).fill(price))
        .map((price, index): Package => {
          const number = boxes === 1 ? [] : [`${index + 1}/${boxes}`];
          const code = [idOf(fulfillment.id), ...(boxes === 1 ? [] : [index + 1])].join('-');
          return { code, name: joinWithin([...number, ...contentsOf(lines)], BOUNDS.sentText), price, qty: 1 };
        });
  const decisions = packages.flatMap((each, index) =>
    Object.keys(each).map((part) => ({
      field: `packages[${index}].${part}`,
      source: 'fulfillment.lines',
      rule: part === 'price' ? priceRule(priceForm, currencyOf(lines)) : 'boxes',
    })),
  );
  return found(packages, decisions);
}

function mapOnePackage(fulfillment: Fulfillment, lines: readonly PricedLine[], priceForm: PriceForm) {
  const name = joinWithin(contentsOf(lines), BOUNDS.sentText);
  const price = priceInDigits(totalOf(lines), currencyOf(lines), priceForm);
  const rule = 'one-package';
  return found(
    [{ code: idOf(fulfillment.id), name, price, qty: 1 }],
    [
      { field: 'packages[0].code', source: 'fulfillment.id', rule },
      { field: 'packages[0].name', source: 'fulfillment.lines', rule },
      { field: 'packages[0].price', source: 'fulfillment.lines', rule: priceRule(priceForm, currencyOf(lines)) },
      { field: 'packages[0].qty', source: 'settings.mapping.onePackage', rule },
    ],
  );
}

function contentsOf(lines: readonly PricedLine[]): string[] {
  return lines.map(({ line }) => `${line.quantity} x ${cleanText(line.name) || idOf(line.lineItemId)}`);
}

function totalOf(lines: readonly PricedLine[]): Big {
  return sumAmounts(lines.map(({ total }) => total));
}

function currencyOf(lines: readonly PricedLine[]): string {
  return lines[0]?.line.discountedTotal.currency ?? '';
}

/** Joins texts by commas. Those that do not fit into the limit are counted: `a, b, … +12`. */
function joinWithin(texts: readonly string[], limit: number): string {
  const whole = texts.join(', ');
  if (whole.length <= limit) return whole;
  let joined = '';
  for (const [index, text] of texts.entries()) {
    const next = `${joined}${text}, `;
    if (`${next}… +${texts.length}`.length > limit) return `${joined}… +${texts.length - index}`;
    joined = next;
  }
  return joined;
}

/** The last part of a gid: it never changes, and is short enough for a label. */
function idOf(gid: string): string {
  return gid.slice(gid.lastIndexOf('/') + 1);
}

/**
 * How many boxes the warehouse packs by the shop's rule: one for the delivery, or as many as its items need. What
 * somebody has said about one delivery goes before it.
 *
 * @param itemsPerBox null for one box
 */
export function boxesByRule(lines: readonly { readonly quantity: number }[], itemsPerBox: number | null): number {
  const boxes = itemsPerBox === null ? 1 : Math.ceil(itemsOf(lines) / itemsPerBox);
  return Math.min(BOUNDS.printedLabels, Math.max(1, boxes));
}

export function itemsOf(lines: readonly { readonly quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
