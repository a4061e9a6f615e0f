import { BOUNDS } from '../../bounds.ts';
import { URGENT_FIRST, type DeliveryService } from '../../domain/mapping/delivery-services.ts';
import type { Texts } from '../../texts/catalogue.ts';
import { textsIn } from '../../texts/choose-texts.ts';
import type { Locale } from '../../texts/locale.ts';
import { markup, type Markup } from '../document.ts';
import { clip, printedDay, printedMoment, printedPickup } from '../print-words.ts';
import { NOT_PRINTED_REASONS, type NotPrinted, type Pickup, type PrintedDelivery } from '../printed-delivery.ts';
import { PAPERS, type PaperName } from '../format.ts';

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

/** The style of the hand-over sheet and the pick list. */
export function listStyle(format: PaperName): string {
  const { width } = PAPERS[format];
  return `@page{margin:12mm;@bottom-right{content:counter(page) " / " counter(pages);font:3mm Arial,sans-serif}}
.sheet+.sheet{break-before:page}
@media screen{.sheet{width:${width}mm;padding:12mm}}
.head{display:flex;flex-direction:row;justify-content:space-between;gap:1mm 6mm;padding-bottom:2.5mm;border-bottom:.7mm solid #000;margin-bottom:2.5mm}
h1{font-size:7mm;font-weight:800;line-height:1.1}
.shop{font-size:4mm;font-weight:700}
.where{font-size:5mm;font-weight:700;margin-top:.8mm}
.facts{text-align:end;font-size:3.4mm}
.total{font-size:4.6mm;font-weight:700}
table{width:100%;border-collapse:collapse;table-layout:fixed;overflow-wrap:break-word;font-size:3.7mm}
caption{text-align:start;font-weight:800;font-size:4.6mm;padding:3.5mm 0 1mm;break-after:avoid}
th{text-align:start;font-size:3mm;font-weight:700;border-bottom:.4mm solid #000;padding:.8mm 1mm}
td{border-bottom:.2mm solid #000;padding:1.5mm 1mm;vertical-align:top}
tr{break-inside:avoid}
.wide{width:36%}
.name,.sku{width:17%}
.sub{display:block;font-weight:400}
b.sub{font-weight:700}
.image{width:17mm}
.image img{display:block;max-width:14mm;max-height:14mm}
.key{font-weight:700;overflow-wrap:anywhere}
.count{text-align:end;white-space:nowrap;font-variant-numeric:tabular-nums;font-weight:700}
th.count{font-weight:700;width:22mm}
.check{width:27mm;text-align:end;white-space:nowrap}
.box{display:inline-block;width:4mm;height:4mm;border:.4mm solid #000;vertical-align:middle}
.remark td{padding:.6mm 1mm 1.2mm;font-weight:700}
.remark td::before{content:"▲ "}
tr:has(+.remark) td{border-bottom:0;padding-bottom:.4mm}
tr:has(+.remark){break-after:avoid}
.warning{margin-top:4mm;padding:1.6mm 2mm;background:#000;color:#fff;font-weight:700;font-size:4.4mm;break-after:avoid}
.struck .key,.struck .gone{text-decoration:line-through}
.sign{margin-top:7mm;display:grid;grid-template-columns:1fr 1fr;gap:5mm 8mm;break-inside:avoid}
.field{border-bottom:.4mm solid #000;min-height:13mm;font-size:3.2mm}
.field b{font-size:4.6mm}
.left{margin-top:6mm;padding:2mm;border:.4mm solid #000;break-inside:avoid}
.left h2{font-weight:800}
.none{padding:6mm 0;font-size:4.6mm}
@media screen and (max-width:${width}mm){
.sheet{width:auto;margin:0;padding:4mm}
.head{flex-wrap:wrap}
.facts{text-align:start}
table{table-layout:auto;font-size:3.3mm}
.wide,.name,.sku,.check,th.count{width:auto}
.key{overflow-wrap:break-word}
th,td{padding:1mm .7mm}
}`;
}

/** The end of a document: which deliveries it lacks, and which have labels that are no longer good. Null without any. */
export function notPrintedPart(left: readonly NotPrinted[], locale: Locale): Markup | null {
  if (left.length === 0) return null;
  const texts = textsIn(locale).print;
  const isMissing = left.some(({ reason }) => reason !== 'old-labels');
  const groups = NOT_PRINTED_REASONS.map((reason) => ({
    reason,
    names: left.filter((each) => each.reason === reason).map(({ name }) => name),
  })).filter(({ names }) => names.length > 0);
  return markup`<section class="sheet">
    <div class="left">
      <h2>${isMissing ? texts.notPrinted : texts.remarks}</h2>
      ${groups.map(({ reason, names }) => markup`<p>${texts.reasons[reason]} <b dir="auto">${names.join(', ')}</b></p>`)}
    </div>
  </section>`;
}
