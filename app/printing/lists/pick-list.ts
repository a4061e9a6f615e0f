import { BOUNDS } from '../../bounds.ts';
import type { Texts } from '../../texts/catalogue.ts';
import { textsIn } from '../../texts/choose-texts.ts';
import { markup, type Markup } from '../document.ts';
import { clip, printedMoment } from '../print-words.ts';
import type { PickedLine, PrintedDelivery } from '../printed-delivery.ts';
import type { SheetReader } from './sheet.ts';

/** What to take from one shelf: a variant at one location, over all deliveries. */
export interface Pick extends Omit<PickedLine, 'quantity'> {
  quantity: number;
  /** Names of the orders with their quantities, e.g. `#1001 × 2`. */
  readonly orders: string[];
}

/** Shopify does not tell the id of a variant without access to products, so what tells variants apart says which one it is. */
const variantOf = ({ location, sku, name, image }: PickedLine) => JSON.stringify([location, sku, name, image]);

/** Sums what the deliveries contain by location and variant. Cancelled ones are left out. */
export function sumPicks(deliveries: readonly PrintedDelivery[], locale: string): Pick[] {
  const picks = new Map<string, Pick>();
  for (const { name: order, lines, isCancelled } of deliveries) {
    if (isCancelled) continue;
    for (const line of lines) {
      const pick = picks.get(variantOf(line)) ?? { ...line, quantity: 0, orders: [] };
      pick.quantity += line.quantity;
      pick.orders.push(`${order} × ${line.quantity}`);
      picks.set(variantOf(line), pick);
    }
  }
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return [...picks.values()].sort(
    (a, b) =>
      compare(a.location ?? '', b.location ?? '') || compare(a.sku ?? '', b.sku ?? '') || compare(a.name, b.name),
  );
}

interface PickListReader extends Omit<SheetReader, 'day' | 'handedOverAt'> {
  /** The origin of Shopify's images; others are not shown. */
  readonly images: string;
}

/** The pick list, with a table for each location. */
export function pickListOf(deliveries: readonly PrintedDelivery[], reader: PickListReader): Markup {
  const { locale, shopName, timeZone, printedAt, images } = reader;
  const texts = textsIn(locale).print;
  const picks = sumPicks(deliveries, locale);
  const locations = [...new Set(picks.map(({ location }) => location))];
  const units = picks.reduce((sum, { quantity }) => sum + quantity, 0);
  const picked = deliveries.filter(({ isCancelled }) => !isCancelled).length;
  return markup`<section class="sheet">
    <div class="head">
      <div>
        <p class="shop" dir="auto">${clip(shopName, BOUNDS.printedText)}</p>
        <h1>${texts.pickList}</h1>
      </div>
      <div class="facts">
        <p class="total">${texts.pickTotal({ units, deliveries: picked })}</p>
        <p>${texts.printedAt({ time: printedMoment(printedAt, locale, timeZone) })}</p>
      </div>
    </div>
    ${picks.length === 0 ? markup`<p class="none">${texts.nothingToPick}</p>` : null}
    ${locations.map((location) =>
      table(
        location ?? texts.noLocation,
        picks.filter((pick) => pick.location === location),
        { texts, images },
      ),
    )}
  </section>`;
}

function table(
  location: string,
  picks: readonly Pick[],
  { texts, images }: { texts: Texts['print']; images: string },
): Markup {
  const { columns, sharedSku } = texts;
  const isShared = (sku: string | null) => sku !== null && picks.filter((pick) => pick.sku === sku).length > 1;
  return markup`<table>
    <caption dir="auto">
      ${clip(location, BOUNDS.printedText)}
    </caption>
    <thead>
      <tr>
        <th class="image"></th>
        <th class="sku">${columns.sku}</th>
        <th>${columns.product}</th>
        <th>${columns.orders}</th>
        <th class="count">${columns.quantity}</th>
        <th class="check">${columns.check}</th>
      </tr>
    </thead>
    <tbody>
      ${picks.map(
        ({ sku, product, variant, image, quantity, orders }) =>
          markup`<tr>
            <td class="image">${image?.startsWith(`${images}/`) ? markup`<img src="${image}" alt="">` : null}</td>
            <td class="key">${sku ?? '–'}${isShared(sku) ? markup`<span class="sub">${sharedSku}</span>` : null}</td>
            <td>
              <bdi>${clip(product, BOUNDS.printedText)}</bdi>
              ${variant && markup`<b class="sub" dir="auto">${clip(variant, BOUNDS.printedText)}</b>`}
            </td>
            <td>${clip(orders.map((order) => order.replaceAll(' ', '\u00a0')).join(', '), BOUNDS.printedText)}</td>
            <td class="count">${quantity}</td>
            <td class="check"><span class="box"></span></td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
