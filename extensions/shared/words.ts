/** The keys of the texts in a locale file, such as `actions.stop`. */
export type TextKey<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${TextKey<Texts[Key]>}`;
}[keyof Texts & string];

/** Shopify's translation API, which every extension gets. */
interface I18n {
  translate(key: string, details?: Record<string, string | number>): string;
  formatDate(date: Date, options?: { inExtensionLocale?: boolean } & Intl.DateTimeFormatOptions): string;
}

/** Texts, dates and times in the reader's language. */
export interface Words<Key extends string> {
  /** The language of the texts. It differs from the reader's when there are no texts in that language. */
  readonly locale: string;
  readonly t: (key: Key, details?: Record<string, string | number>) => string;
  /**
   * A moment as a date and a time.
   *
   * @param at milliseconds since 1970
   * @param timeZone IANA name; null means the reader's own
   */
  readonly moment: (at: number, timeZone: string | null) => string;
  /** @param date `YYYY-MM-DD`: a day on the calendar, which is the same in every zone */
  readonly day: (date: string) => string;
  /** How long ago something was, such as "2 minutes ago". */
  readonly ago: (milliseconds: number) => string;
}

export function createWords<Key extends string>(i18n: I18n, key: Key & 'locale'): Words<Key> {
  const locale = i18n.translate(key);
  return {
    locale,
    t: (asked, details) => i18n.translate(asked, details),
    moment: (at, timeZone) =>
      i18n.formatDate(new Date(at), {
        inExtensionLocale: true,
        day: 'numeric',
        month: 'short',
        hour: 'numeric',
        minute: '2-digit',
        ...(timeZone ? { timeZone } : {}),
      }),
    day: (date) =>
      i18n.formatDate(new Date(`${date}T12:00:00Z`), {
        inExtensionLocale: true,
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        timeZone: 'UTC',
      }),
    ago: (milliseconds) => printAgo(milliseconds, locale),
  };
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

function printAgo(milliseconds: number, locale: string): string {
  const past = Math.max(0, milliseconds);
  const [unit, length] = UNITS.find(([, shortest]) => past >= shortest) ?? ['second', 1_000];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.trunc(past / length), unit);
}
