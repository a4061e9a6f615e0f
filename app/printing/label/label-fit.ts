import { clip, widthOf } from '../print-words.ts';

/** What stands between the district and the barcodes of a label. */
export interface Recipient {
  readonly recipient: string;
  readonly address: readonly string[];
  /** With the word before it. */
  readonly phone: string | null;
  readonly notes: string | null;
}

export interface Fit {
  /** Index of the size in `TEXT_SIZES`. */
  readonly size: number;
  /** The notes, cut where even the smallest size has no room for more. */
  readonly notes: string | null;
}

/** Sizes of the address in millimetres, the largest first. The other texts are in proportion. */
export const TEXT_SIZES = [8.8, 7.9, 7, 6.3, 5.6, 5.1, 4.6, 4.2, 3.8, 3.4, 3.1, 2.8] as const;
/** Sizes of the other texts, and the space before them, in em of the address. */
export const PROPORTIONS = {
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
