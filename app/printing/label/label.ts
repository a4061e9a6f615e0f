import { BOUNDS } from '../../bounds.ts';
import { itemsOf } from '../../domain/mapping/package-lines.ts';
import type { Texts } from '../../texts/catalogue.ts';
import { textsIn } from '../../texts/choose-texts.ts';
import type { Locale } from '../../texts/locale.ts';
import type { DrawBarcodes } from './barcode.ts';
import { LABEL_PADDING, LABEL_ROOM, labelSize, PAPERS, type PaperName } from '../format.ts';
import { markup, type Markup } from '../document.ts';
import {
  BARS_HEIGHT,
  CANCELLED_HEIGHT,
  DISTRICT_FRAME,
  DISTRICT_SIZES,
  fitRecipient,
  FOOT_HEIGHT,
  NUMBER_HEIGHT,
  SIDE_WIDTH,
  TOP_HEIGHT,
} from './label-layout.ts';
import type { PrintedDelivery } from '../printed-delivery.ts';
import { clip, printedDay, printedPhone, printedPickup, sizeOf, widthOf } from '../print-words.ts';

interface LabelReader {
  readonly locale: Locale;
  readonly format: PaperName;
  readonly shopName: string;
  readonly drawBarcodes: DrawBarcodes;
}

/** Mean width of a bold capital letter in em. */
const CAPITAL = 0.74;

/** More has no room on any label. */
const NOTES_LIMIT = 1_500;

/** The labels of a delivery, one for each box. */
export function labelsOf(delivery: PrintedDelivery, reader: LabelReader): Markup[] {
  const texts = textsIn(reader.locale).print;
  const paper = PAPERS[reader.format];
  const barcodes = reader.drawBarcodes(delivery.orderNumber, paper);
  const { code128 } = barcodes;
  const count = delivery.boxes;
  const number = markup`<p class="number ${sizeOf(delivery.orderNumber, [22])}">${delivery.orderNumber}</p>`;
  const bars = code128
    ? markup`<div class="bars">${code128.isUpright ? null : code128.drawing}${number}</div>`
    : markup`<div class="bars">
        ${number}
        <p class="number long">${texts.scanQrCode}</p>
      </div>`;
  const isUpright = code128?.isUpright === true;
  const width = LABEL_ROOM.width - (isUpright ? SIDE_WIDTH : 0);
  const district = clip(delivery.district, BOUNDS.printedText);
  const steps = [DISTRICT_SIZES[0], DISTRICT_SIZES[1]].map((size) => Math.floor(width / (size * CAPITAL)));
  const lines = Math.max(1, Math.ceil((widthOf(district) * DISTRICT_SIZES[2] * CAPITAL) / width));
  const districtHeight = {
    '': DISTRICT_SIZES[0],
    long: DISTRICT_SIZES[1],
    longer: DISTRICT_SIZES[2] * lines,
  }[sizeOf(district, steps)];
  const used = [
    ...[2 * LABEL_PADDING, TOP_HEIGHT, districtHeight, DISTRICT_FRAME, FOOT_HEIGHT],
    isUpright ? NUMBER_HEIGHT : BARS_HEIGHT,
    delivery.isCancelled ? CANCELLED_HEIGHT : 0,
  ].reduce((sum, each) => sum + each, 0);
  const room = { width, height: labelSize(paper).height - used };
  const face = markup`${top(delivery, reader)}${delivery.isCancelled ? cancelled(texts) : null}
    <p class="district ${sizeOf(district, steps)}" dir="auto">${district}</p>
    ${to(delivery, room, texts)}`;
  return contentsOf(delivery).map(
    (contents, index) =>
      markup`<section class="label${isUpright ? ' upright' : ''}">
        <div class="face">
          ${face}
          <div class="foot">
            ${barcodes.qr(index + 1)}
            <div class="parcel">
              <p class="count">${texts.box({ number: index + 1, count })}</p>
              <p class="order" dir="auto">${delivery.name}</p>
              ${contents && markup`<p class="contents" dir="auto">${contents}</p>`}
            </div>
          </div>
          ${bars}
        </div>
        ${isUpright ? markup`<div class="side">${code128.drawing}</div>` : null}
      </section>`,
  );
}

/** Labels, as many on a page as the paper has. */
export async function* labelPages(labels: AsyncIterable<Markup>, format: PaperName): AsyncGenerator<Markup> {
  const { labelsAcross, labelsDown } = PAPERS[format];
  let page: Markup[] = [];
  for await (const label of labels) {
    page.push(label);
    if (page.length < labelsAcross * labelsDown) continue;
    yield markup`<div class="page">${page}</div>`;
    page = [];
  }
  if (page.length > 0) yield markup`<div class="page">${page}</div>`;
}

function top(delivery: PrintedDelivery, { locale, shopName }: LabelReader): Markup {
  const { print: texts, services } = textsIn(locale);
  const { service } = delivery;
  const day = printedDay(delivery, locale);
  const pickup = printedPickup(delivery.pickup, texts);
  return markup`<div class="top">
    <div>
      <p class="shop" dir="auto">${clip(shopName, BOUNDS.printedText)}</p>
      ${pickup && markup`<p class="pickup">${texts.pickup({ name: clip(pickup, BOUNDS.printedText) })}</p>`}
    </div>
    <div class="promise">
      <p class="service${service ? '' : ' none'}">${service ? services[service].name : texts.notSent}</p>
      ${day.length > 0 ? markup`<p class="day">${day.map((part) => markup`<span>${part}</span> `)}</p>` : null}
    </div>
  </div>`;
}

const cancelled = (texts: Texts['print']) =>
  markup`<p class="cancelled"><strong>${texts.cancelled}</strong>${texts.doNotHandOver}</p>`;

function to(delivery: PrintedDelivery, room: { width: number; height: number }, texts: Texts['print']): Markup {
  const text = (value: string) => clip(value, BOUNDS.printedText);
  const { address } = delivery;
  const phone = delivery.phone && text(printedPhone(delivery.phone));
  const recipient = text(delivery.recipient);
  const lines = address.map(text);
  const fitting = fitRecipient(
    {
      recipient,
      address: lines,
      phone: phone && `${texts.phone} ${phone}`,
      notes: delivery.notes && clip(delivery.notes, NOTES_LIMIT),
    },
    room,
  );
  const { notes } = fitting;
  return markup`<div class="to size${fitting.size}">
    <p class="recipient" dir="auto">${recipient}</p>
    <div class="address">${lines.map((line) => markup`<p dir="auto">${line}</p>`)}</div>
    ${phone && markup`<p class="phone">${texts.phone} <bdi>${phone}</bdi></p>`}
    ${notes && markup`<p class="notes" dir="auto">${notes}</p>`}
  </div>`;
}

/** What is in each box, as far as it is known: with one for each item. Otherwise each names what is in all of them. */
function contentsOf({ lines, boxes }: PrintedDelivery): string[] {
  const of = (quantity: number, name: string) => clip(`${quantity} × ${name}`, BOUNDS.printedText);
  if (itemsOf(lines) === boxes) return lines.flatMap(({ quantity, name }) => Array<string>(quantity).fill(of(1, name)));
  const all = lines.map(({ quantity, name }) => of(quantity, name)).join(' · ');
  return Array<string>(boxes).fill(clip(all, BOUNDS.printedText));
}
