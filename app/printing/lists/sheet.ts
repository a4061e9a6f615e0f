import { BOUNDS } from '../../bounds.ts';
import { URGENT_FIRST, type DeliveryService } from '../../domain/mapping/delivery-services.ts';
import type { Texts } from '../../texts/catalogue.ts';
import { textsIn } from '../../texts/choose-texts.ts';
import type { Locale } from '../../texts/locale.ts';
import { markup, type Markup } from '../html.ts';
import { clip, printedDay, printedMoment, printedPickup } from '../print-words.ts';
import type { Pickup, PrintedDelivery } from '../printed-delivery.ts';

/** A delivery on the hand-over sheet. */
export interface SheetEntry {
  readonly delivery: PrintedDelivery;
  /** When it was printed last, if the order says something else since; null otherwise. */
  readonly changedSince: Date | null;
  /** The operator says that it was collected. */
  readonly isCollected: boolean;
  /** Boxes that a courier took at the handover; null before it. */
  readonly scanned: number | null;
}

export interface SheetReader {
  readonly locale: Locale;
  readonly shopName: string;
  /** IANA name of the shop's zone; null when it is unknown. */
  readonly timeZone: string | null;
  readonly printedAt: Date;
  /** When a courier took what is on it; null before that. */
  readonly handedOverAt: Date | null;
  /** The chosen day as `YYYY-MM-DD`; null for every day. */
  readonly day: string | null;
}

/** The sheet of one pickup: what the courier takes, with room for a count and a signature. */
export function sheetOf(pickup: Pickup, entries: readonly SheetEntry[], reader: SheetReader): Markup {
  const { locale, timeZone, handedOverAt } = reader;
  const { print: texts, services } = textsIn(locale);
  const cancelled = entries.filter(({ delivery }) => delivery.isCancelled);
  const collected = entries.filter(({ delivery, isCollected }) => isCollected && !delivery.isCancelled);
  const waiting = entries.filter(({ delivery, isCollected }) => !isCollected && !delivery.isCancelled);
  const ofService = (service: DeliveryService | null) => waiting.filter(({ delivery }) => delivery.service === service);
  const groups = [...URGENT_FIRST, null]
    .map((service) => ({ name: service ? services[service].name : texts.notSent, entries: ofService(service) }))
    .filter((group) => group.entries.length > 0);
  const boxes = boxesOf(waiting);
  const isScanned = entries.some(({ scanned }) => scanned !== null);
  return markup`<section class="sheet">
    ${head(printedPickup(pickup, texts) ?? texts.noPickup, { deliveries: waiting.length, boxes }, reader, texts)}
    ${waiting.length === 0 ? markup`<p class="none">${texts.nothingWaits}</p>` : null}
    ${groups.map((group) =>
      table(
        { caption: texts.serviceGroup({ name: group.name, count: boxesOf(group.entries) }), entries: group.entries },
        reader,
        texts,
      ),
    )}
    ${cancelled.length > 0 ? markup`<p class="warning">${texts.doNotHandOverThese({ count: cancelled.length })}</p>` : null}
    ${cancelled.length > 0 ? table({ caption: '', entries: cancelled, isStruck: true }, reader, texts) : null}
    ${collected.length > 0 ? table({ caption: texts.collected, entries: collected }, reader, texts) : null}
    <div class="sign">
      <div class="field">
        ${texts.handedOver}
        ${isScanned ? markup`<b>${texts.scanned({ count: scannedOf(waiting), of: boxes })}</b>` : markup`<b>&emsp;&emsp;&emsp; / ${boxes}</b>`}
      </div>
      <div class="field">${texts.dateAndTime} ${handedOverAt && markup`<b>${printedMoment(handedOverAt, locale, timeZone)}</b>`}</div>
      <div class="field">${texts.courierName}</div>
      <div class="field">${texts.courierSignature}</div>
      <div class="field">${texts.shopSignature}</div>
      <div class="field">${texts.remarks}</div>
    </div>
  </section>`;
}

function head(
  where: string,
  totals: { deliveries: number; boxes: number },
  { shopName, locale, timeZone, printedAt, day }: SheetReader,
  texts: Texts['print'],
): Markup {
  const [promised = null] = printedDay({ promisedDate: day, windowStart: null, windowEnd: null }, locale);
  return markup`<div class="head">
    <div>
      <p class="shop" dir="auto">${clip(shopName, BOUNDS.printedText)}</p>
      <h1>${texts.sheet}</h1>
      <p class="where" dir="auto">${clip(where, BOUNDS.printedText)}</p>
    </div>
    <div class="facts">
      ${promised && markup`<p class="total">${texts.promisedFor({ day: promised })}</p>`}
      <p class="total">${texts.total(totals)}</p>
      <p>${texts.printedAt({ time: printedMoment(printedAt, locale, timeZone) })}</p>
    </div>
  </div>`;
}

function table(
  given: { caption: string; entries: readonly SheetEntry[]; isStruck?: boolean },
  reader: SheetReader,
  texts: Texts['print'],
): Markup {
  const { columns } = texts;
  return markup`<table${given.isStruck ? markup` class="struck"` : null}>
${
  given.caption &&
  markup`<caption>
    ${given.caption}
  </caption>`
}
<thead><tr><th class="wide">${columns.number}</th><th class="name">${columns.order}</th><th>${columns.district}</th>
<th class="count">${columns.boxes}</th><th class="check">${columns.check}</th></tr></thead>
<tbody>
${given.entries.map((entry) => row(entry, reader, texts))}
</tbody></table>`;
}

function row(entry: SheetEntry, { locale, timeZone }: SheetReader, texts: Texts['print']): Markup {
  const { delivery, changedSince } = entry;
  const remark =
    changedSince &&
    markup`<tr class="remark">
      <td colspan="5">${texts.changed({ time: printedMoment(changedSince, locale, timeZone) })}</td>
    </tr>`;
  return markup`<tr data-delivery="${delivery.id}">
      <td class="key">${delivery.orderNumber}</td>
      <td class="name">${delivery.name}</td>
      <td><bdi>${clip(delivery.district, BOUNDS.printedText)}</bdi></td>
      <td class="count">${delivery.boxes}</td>
      <td class="check">${check(entry, texts)}</td>
    </tr>
    ${remark}`;
}

function check({ delivery, scanned, isCollected }: SheetEntry, texts: Texts['print']): Markup | string {
  if (delivery.isCancelled || isCollected) return '';
  if (scanned === null) return markup`<span class="box"></span>`;
  const all = delivery.boxes;
  if (scanned >= all) return markup`<b>✓ ${all > 1 ? `${all}/${all}` : ''}</b>`;
  return markup`<b>${texts.missing} ${all > 1 ? `${scanned}/${all}` : ''}</b>`;
}

function boxesOf(entries: readonly SheetEntry[]): number {
  return entries.reduce((sum, { delivery }) => sum + delivery.boxes, 0);
}

/** A box that was scanned twice counts once. */
function scannedOf(entries: readonly SheetEntry[]): number {
  return entries.reduce((sum, { delivery, scanned }) => sum + Math.min(scanned ?? 0, delivery.boxes), 0);
}
