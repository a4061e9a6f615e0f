import { cleanText, foldText, readAttributes } from '../clean-text.ts';
import type { Attribute } from '../../fulfillment/fulfillment.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';

/** Who writes the attributes, and their names. Names are compared without case and punctuation. */
export interface DatePicker {
  /** Null for names that many themes and carts use. */
  readonly app: string | null;
  readonly date: readonly string[];
  /** Contains both times of a window. */
  readonly time: readonly string[];
}

/**
 * The apps that are recognised without set-up. `Pickup-Date` is missing on purpose: on that day the buyer collects the
 * order. So is `Delivery Day`, in which Stellar writes a weekday.
 *
 * Sources:
 *
 * - Zapiet: docs.zapiet.com/guides/note-attributes (`2021-05-13`; `13:00 - 14:00` or `1:00 PM - 2:00PM`)
 * - Bird: help.birdchime.com, "Add Date and Time to Packaging Slips and Invoices"
 * - Stellar (Identixweb's Order Delivery Date before): the storefront script of the app; the format is the merchant's
 * - the others: cart forms of public themes (`attributes[delivery_date]`), and the same names in Spanish and Portuguese
 */
export const DATE_PICKERS: readonly DatePicker[] = [
  { app: 'Zapiet', date: ['Delivery-Date', 'Shipping-Date'], time: ['Delivery-Time'] },
  { app: 'Bird Pickup & Delivery', date: ['Delivery Date'], time: ['Delivery Time'] },
  { app: 'Stellar Delivery Date & Pickup', date: ['Delivery Date'], time: ['Delivery Time'] },
  {
    app: null,
    date: ['delivery_date', 'deliveryDate', 'Fecha de entrega', 'Fecha entrega', 'Data de entrega', 'Data da entrega'],
    time: [
      'delivery_time',
      'deliveryTime',
      'Delivery Slot',
      'Delivery Time Slot',
      'Hora de entrega',
      'Horario de entrega',
      'Horario entrega',
      'Horário da entrega',
      'Franja horaria',
    ],
  },
];

const DATE_NAMES = new Set(DATE_PICKERS.flatMap(({ date }) => date.map(foldText)));
const TIME_NAMES = new Set(DATE_PICKERS.flatMap(({ time }) => time.map(foldText)));

type WindowAttributes = ShopSettings['mapping']['windowAttributes'];

/**
 * The names of the attributes that contain the buyer's window: those that the merchant has chosen, or else those of this
 * order that a known date picker writes.
 */
export function windowAttributesOf(
  attributes: readonly Attribute[],
  { windowAttributes, knownDatePickers }: Pick<ShopSettings['mapping'], 'knownDatePickers' | 'windowAttributes'>,
): WindowAttributes {
  if (!knownDatePickers || hasChosenAttributes(windowAttributes)) return windowAttributes;
  const time = firstOf(attributes, TIME_NAMES);
  return { date: firstOf(attributes, DATE_NAMES), start: time, end: time };
}

/** Which attributes an edit of the delivery date is noticed in: names, or all those of known date pickers. */
export type DateAttributes = readonly string[] | 'recognised';

export function dateAttributesOf(mapping: ShopSettings['mapping']): DateAttributes {
  const { windowAttributes, knownDatePickers } = mapping;
  if (knownDatePickers && !hasChosenAttributes(windowAttributes)) return 'recognised';
  return Object.values(windowAttributes).filter((name) => name !== null);
}

/** What an order says of its delivery date: names, each followed by its values. */
export function readDateAttributes(attributes: readonly Attribute[], chosen: DateAttributes): string[] {
  const names =
    chosen === 'recognised'
      ? [...new Set(attributes.map(({ key }) => cleanText(key)).filter(isRecognised))].sort()
      : chosen;
  return names.flatMap((name) => [name, ...readAttributes(attributes, name)]);
}

function isRecognised(name: string): boolean {
  return DATE_NAMES.has(foldText(name)) || TIME_NAMES.has(foldText(name));
}

function hasChosenAttributes(names: WindowAttributes): boolean {
  return Object.values(names).some((name) => name !== null);
}

/** The name of the first attribute that has a value, as the order writes it. */
function firstOf(attributes: readonly Attribute[], names: ReadonlySet<string>): string | null {
  for (const wanted of names) {
    const found = attributes.find(({ key, value }) => foldText(key) === wanted && cleanText(value) !== '');
    if (found) return found.key;
  }
  return null;
}
