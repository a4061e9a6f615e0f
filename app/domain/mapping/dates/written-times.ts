/** The two times of a window, `HH:MM` each. */
export interface WrittenTimes {
  readonly start: string;
  /** Not after the start if the window ends on the next day. */
  readonly end: string;
}

interface Token {
  readonly hour: number;
  readonly minute: number;
  /** "a.m." or "p.m."; null on a clock of 24 hours. */
  readonly half: 'a' | 'p' | null;
  /** Written as an hour alone, with "h" or "hs" or nothing. */
  readonly isBare: boolean;
}

const TIME =
  /(?<![\d.:])(?<hour>\d{1,2})(?:[:.h](?<minute>\d{2})(?!\.?\d)|(?<bare>h(?!\d)| hr?s\b))?\s*(?:(?<half>[ap])\.?\s?m\b)?/giu;
/** Noon, as it is written where "m." stands for "meridiano": "9 a.m. a 12 m.". */
const NOON = /(?<![\d.:])12(?:[:.]00)? ?m\b(?!\.?\p{L})/giu;
/** Hours alone that begin before this one are a time that a delivery takes, "2 a 4h", and no window. */
const EARLIEST_BARE_HOUR = 6;
/** "9 - 11 AM", "entre las 9 y las 13h": a number that is a time because of the time after it. */
const NUMBER_BEFORE =
  /^(?:entre|de|desde|from|between|das)? ?(?:las? )?(?<hour>\d{1,2}) ?(?:[-–—]|al?|to|until|and|y|e|às|até|hasta) ?(?:las? )?(?=\d{1,2}(?:[:.h]\d{2}|h| hr?s\b|\s*[ap]\.?\s?m\b))/iu;

/** "No entregar entre 13:00 y 15:00" asks for any time but these. "No. 2" is a number. */
const EXCEPTION =
  /(?<!\p{L})(?:no(?!\.? ?\d{1,2}(?![:.]?\d| ?h))|não|nao|not|menos|excepto|exceto|except|salvo)(?!\p{L})/iu;

/**
 * The start and end of a window as people and apps write them: `9:00`, `09:00`, `9:00 PM`, `9 am` or `21h`; `9:00 -
 * 11:00 AM`, in which the half of the day counts for both.
 *
 * Anything but two times is not read: a number alone is not a time, because "9 a 13" may mean anything, of two windows
 * nobody knows which one counts, "2 a 4h" is how long a delivery takes, and "excepto 13:00 - 15:00" is when not.
 *
 * @param texts one text with both times, or one for each time
 */
export function readWrittenTimes(texts: readonly string[]): WrittenTimes | undefined {
  if (texts.some((text) => EXCEPTION.test(text))) return undefined;
  const tokens = texts.map((text) => tokensOf(text.normalize('NFKC').replace(NOON, '12:00')));
  const isComplete = tokens.length === 1 ? tokens.flat().length === 2 : tokens.every(({ length }) => length === 1);
  const [first, last] = tokens.flat();
  if (!isComplete || !first || !last) return undefined;
  if (first.isBare && last.isBare && first.hour < EARLIEST_BARE_HOUR) return undefined;
  const end = isEndOfDay(last) ? '00:00' : clockOf(last);
  if (end === undefined) return undefined;
  const start = startBefore(first, last, end);
  return start === undefined ? undefined : { start, end };
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { groups = {} } of text.matchAll(TIME)) {
    const half = groups.half?.toLowerCase() === 'p' ? 'p' : groups.half === undefined ? null : 'a';
    if (groups.minute === undefined && groups.bare === undefined && half === null) continue;
    const isBare = groups.minute === undefined && half === null;
    tokens.push({ hour: Number(groups.hour), minute: Number(groups.minute ?? 0), half, isBare });
  }
  const hour = tokens.length === 1 ? NUMBER_BEFORE.exec(text)?.groups?.hour : undefined;
  return hour === undefined ? tokens : [{ hour: Number(hour), minute: 0, half: null, isBare: true }, ...tokens];
}

/** A start without "a.m." and "p.m." has that of the end, unless it would come after the end. */
function startBefore(start: Token, end: Token, endClock: string): string | undefined {
  if (start.half !== null || end.half === null || start.hour < 1 || start.hour > 12) return clockOf(start);
  const halves = [end.half, end.half === 'a' ? 'p' : 'a'] as const;
  const [same, other] = halves.map((half) => clockOf({ ...start, half }));
  return same !== undefined && same <= endClock ? same : other;
}

function isEndOfDay({ hour, minute, half }: Token): boolean {
  return hour === 24 && minute === 0 && half === null;
}

/** `HH:MM`; undefined for a time that does not exist. */
function clockOf({ hour, minute, half }: Token): string | undefined {
  const isHour = half === null ? hour <= 23 : hour >= 1 && hour <= 12;
  if (!isHour || minute > 59) return undefined;
  const hour24 = half === null ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  return `${String(hour24).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
