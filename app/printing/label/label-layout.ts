import { LABEL_PADDING, labelSize, PAPERS, type PaperName } from '../format.ts';
import { clip, widthOf } from '../print-words.ts';

/** Heights in millimetres that the label's own texts need. */
export const TOP_HEIGHT = 17;
export const CANCELLED_HEIGHT = 16;
/** Sizes of the district in millimetres, by how long it is. */
export const DISTRICT_SIZES = [11, 7.6, 5.6] as const;
/** Lines, margins and padding of the district. */
export const DISTRICT_FRAME = 7.4;
/** The QR code, and the bars with the number, each with the space around it. */
export const FOOT_HEIGHT = 34.5;
export const BARS_HEIGHT = 21.5;
/** The number alone, where the bars are upright. */
export const NUMBER_HEIGHT = 6.5;
/** Width of the column that upright bars stand in. */
export const SIDE_WIDTH = 18;

/** Every length is in millimetres: a label has the same size on each paper of one scale, with or without a driver's
 * scaling. */
export function labelStyle(format: PaperName): string {
  const { labelsAcross, labelsDown, scale } = PAPERS[format];
  const { width, height } = labelSize(PAPERS[format]);
  // a page that is higher by a rounding error would be followed by an empty one
  const labelHeight = height - 0.1;
  return `.page{zoom:${scale};width:${width * labelsAcross}mm;height:${labelHeight * labelsDown}mm;overflow:hidden;display:grid;
grid-template:repeat(${labelsDown},${labelHeight}mm)/repeat(${labelsAcross},${width}mm)}
.page+.page,.page+.sheet{break-before:page}
.label{padding:${LABEL_PADDING}mm;overflow:hidden;display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);break-inside:avoid}
.label.upright{grid-template-columns:minmax(0,1fr) ${SIDE_WIDTH}mm;padding-right:2mm}
.face{display:flex;flex-direction:column;min-width:0;min-height:0}
.top{display:flex;justify-content:space-between;gap:3mm;height:${TOP_HEIGHT}mm;overflow:hidden}
.top>div{min-width:0}
.shop{font-size:4.4mm;font-weight:700;line-height:1.1;max-height:2.2em;overflow:hidden}
.pickup{margin-top:.6mm;font-size:3mm;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.promise{flex:none;max-width:62%;text-align:end}
.service{display:inline-block;padding:.6mm 2mm;background:#000;color:#fff;font-size:4.8mm;font-weight:700;line-height:1.1}
.service.none{background:#fff;color:#000;border:.4mm dashed #000;font-size:3.4mm}
.day{margin-top:.6mm;font-size:4.2mm;font-weight:700;line-height:1.12}
.day span,.sheet .nowrap{display:inline-block;white-space:nowrap}
.cancelled{height:${CANCELLED_HEIGHT}mm;padding:1mm 2mm;flex:none;overflow:hidden;background:#000;color:#fff;text-align:center;font-size:4.4mm;font-weight:700;line-height:1.1}
.cancelled strong{display:block;font-size:8.4mm;text-transform:uppercase;letter-spacing:.4mm}
.district{margin:1.4mm 0 1.8mm;padding:1.6mm 0 1.2mm;border:solid #000;border-width:.7mm 0;font-size:${DISTRICT_SIZES[0]}mm;font-weight:800;line-height:1;
text-transform:uppercase;flex:none;overflow:hidden}
.district.long{font-size:${DISTRICT_SIZES[1]}mm}
.district.longer{font-size:${DISTRICT_SIZES[2]}mm}
.to{flex:1;min-height:0;overflow:hidden}
${TEXT_SIZES.map((size, index) => `.to.size${index}{font-size:${size}mm}`).join('\n')}
${Object.entries(PROPORTIONS)
  .map(
    ([name, { size, line, before }]) =>
      `.${name}{font-size:${size}em;line-height:${line};margin-top:${(before / size).toFixed(3)}em}`,
  )
  .join('\n')}
.recipient,.phone{font-weight:700}
.notes{padding-inline-start:2mm;border-inline-start:1mm solid #000}
.foot{display:flex;gap:5mm;align-items:center;flex:none;padding:2.5mm 0 3mm 1mm}
.foot .qr{flex:none}
.parcel{min-width:0;flex:1}
.count{font-size:8.4mm;font-weight:800;line-height:1;white-space:nowrap}
.order{margin-top:1mm;font-size:5mm;font-weight:700}
.contents{margin-top:1mm;font-size:3.1mm;line-height:1.2;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:4;overflow:hidden}
.bars{flex:none}
.bars .code128{margin:0 auto}
.number{margin-top:1mm;text-align:center;font-size:4.4mm;font-weight:700;letter-spacing:.15mm;line-height:1.1}
.number.long{font-size:3.3mm;letter-spacing:0}
.side{display:flex;align-items:center;justify-content:flex-end}`;
}

/** What stands between the district and the barcodes of a label. */
interface Recipient {
  readonly recipient: string;
  readonly address: readonly string[];
  /** With the word before it. */
  readonly phone: string | null;
  readonly notes: string | null;
}

interface Fit {
  /** Index of the size in `TEXT_SIZES`. */
  readonly size: number;
  /** The notes, cut where even the smallest size has no room for more. */
  readonly notes: string | null;
}

/** Sizes of the address in millimetres, the largest first. The other texts are in proportion. */
const TEXT_SIZES = [8.8, 7.9, 7, 6.3, 5.6, 5.1, 4.6, 4.2, 3.8, 3.4, 3.1, 2.8] as const;
/** Sizes of the other texts, and the space before them, in em of the address. */
const PROPORTIONS = {
  recipient: { size: 1.23, line: 1.1, before: 0 },
  address: { size: 1, line: 1.18, before: 0.15 },
  phone: { size: 1.12, line: 1.2, before: 0.22 },
  notes: { size: 0.75, line: 1.2, before: 0.28 },
} as const;
/** Mean width of a character in em. */
const CHARACTER = 0.51;
const BOLD_CHARACTER = 0.56;
/** How much wider than the mean a line may be. */
const WIDER = 1.08;
/** The notes have a bar at their side. */
const NOTES_INDENT = 3;

/** Notes make the other texts smaller down to this size, or as far as so many lines of them need. Longer notes are cut. */
const READABLE = 3.4;
const NOTES_LINES = 3;

/**
 * The largest size in which everything has room. No script can measure it on the page, so it is estimated, on the safe
 * side. Only notes are ever cut, and that shows.
 *
 * @param room in millimetres
 */
export function fitRecipient(texts: Recipient, room: { readonly width: number; readonly height: number }): Fit {
  const { notes } = texts;
  const sizes = TEXT_SIZES.map((size, index) => {
    const height = heightOf(texts, room.width, size);
    const note = PROPORTIONS.notes;
    const lineHeight = size * note.size * note.line;
    const perLine = (room.width - NOTES_INDENT) / (size * note.size * CHARACTER);
    const noteLines = Math.max(0, Math.floor((room.height - height - size * note.before) / lineHeight));
    const lines = notes ? linesOf(notes, perLine) : 0;
    const isWhole = height <= room.height && noteLines >= lines && size >= READABLE;
    const isEnough = height <= room.height && noteLines >= Math.min(NOTES_LINES, lines);
    return { index, isWhole, isEnough, noteLines, perLine };
  });
  const fitting = sizes.find(({ isWhole }) => isWhole) ?? sizes.find(({ isEnough }) => isEnough) ?? sizes.at(-1);
  if (!fitting) return { size: 0, notes };
  const { index: size, noteLines, perLine } = fitting;
  if (!notes || linesOf(notes, perLine) <= noteLines) return { size, notes };
  let limit = Math.floor(noteLines * perLine);
  while (limit > 0 && linesOf(clip(notes, limit), perLine) > noteLines) limit -= 1;
  return { size, notes: limit > 0 ? clip(notes, limit) : null };
}

/** The height of everything but the notes. */
function heightOf({ recipient, address, phone }: Recipient, width: number, size: number): number {
  const of = (part: keyof typeof PROPORTIONS, lines: number) => {
    const { size: share, line, before } = PROPORTIONS[part];
    return lines === 0 ? 0 : size * (before + lines * share * line);
  };
  const addressLines = address.reduce((sum, each) => sum + linesOf(each, width / (size * CHARACTER)), 0);
  const boldLines = (part: 'recipient' | 'phone', text: string) =>
    of(part, linesOf(text, width / (size * PROPORTIONS[part].size * BOLD_CHARACTER)));
  const phoneHeight = phone ? boldLines('phone', phone) : 0;
  if (size > READABLE && phoneHeight > of('phone', 1)) return Infinity; // a number on two lines is misread
  return boldLines('recipient', recipient) + of('address', addressLines) + phoneHeight;
}

/** Words go to the next line, and are broken where they are longer than one. */
function linesOf(text: string, perLine: number): number {
  let [lines, used] = [1, 0];
  for (const word of text.split(' ')) {
    const width = widthOf(word) * WIDER;
    const isNext = used > 0 && used + 1 + width > perLine;
    const before = used === 0 || isNext ? 0 : used + 1;
    const more = Math.max(0, Math.ceil((before + width) / perLine) - 1);
    lines += Number(isNext) + more;
    used = before + width - more * perLine;
  }
  return lines;
}
