import { BOUNDS } from '../../bounds.ts';
import type { Texts } from '../../texts/catalogue.ts';
import { textsIn } from '../../texts/choose-texts.ts';
import { markup, type Markup } from '../html.ts';
import { clip, printedMoment } from '../print-words.ts';
import type { PrintedDelivery } from '../printed-delivery.ts';
import type { SheetReader } from './sheet.ts';

/** What to take from one shelf: a product of one location, over all deliveries. */
export interface Pick {
  readonly location: string | null;
  readonly sku: string | null;
  readonly name: string;
  quantity: number;
  /** Names of the orders with their quantities, e.g. `#1001 × 2`. */
  readonly orders: string[];
}

/**
 * Sums what the deliveries contain by location, SKU and name, as products can share a SKU. Cancelled ones are left out.
 */
export function sumPicks(deliveries: readonly PrintedDelivery[], locale: string): Pick[] {
  const picks = new Map<string, Pick>();
  for (const { name: order, lines, isCancelled } of deliveries) {
    if (isCancelled) continue;
    for (const { location, sku, name, quantity } of lines) {
      const key = JSON.stringify([location, sku, name]);
      const pick = picks.get(key) ?? { location, sku, name, quantity: 0, orders: [] };
      pick.quantity += quantity;
      pick.orders.push(`${order} × ${quantity}`);
      picks.set(key, pick);
    }
  }
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return [...picks.values()].sort(
    (a, b) =>
      compare(a.location ?? '', b.location ?? '') || compare(a.sku ?? '', b.sku ?? '') || compare(a.name, b.name),
  );
}

/** The pick list, with a table for each location. */
export function pickListOf(
  deliveries: readonly PrintedDelivery[],
  reader: Omit<SheetReader, 'day' | 'handedOverAt'>,
): Markup {
  const { locale, shopName, timeZone, printedAt } = reader;
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
        texts,
      ),
    )}
  </section>`;
}

function table(location: string, picks: readonly Pick[], { columns, sharedSku }: Texts['print']): Markup {
  const isShared = (sku: string | null) => sku !== null && picks.filter((pick) => pick.sku === sku).length > 1;
  return markup`<table>
    <caption dir="auto">
      ${clip(location, BOUNDS.printedText)}
    </caption>
    <thead>
      <tr>
        <th class="sku">${columns.sku}</th>
        <th>${columns.product}</th>
        <th>${columns.orders}</th>
        <th class="count">${columns.quantity}</th>
        <th class="check">${columns.check}</th>
      </tr>
    </thead>
    <tbody>
      ${picks.map(
        ({ sku, name, quantity, orders }) =>
          markup`<tr>
            <td class="key">${sku ?? '–'}${isShared(sku) ? markup`<span class="sub">${sharedSku}</span>` : null}</td>
            <td><bdi>${clip(name, BOUNDS.printedText)}</bdi></td>
            <td>${clip(orders.join(', '), BOUNDS.printedText)}</td>
            <td class="count">${quantity}</td>
            <td class="check"><span class="box"></span></td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
