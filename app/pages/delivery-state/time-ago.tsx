import { useEffect, useState } from 'react';
import type { Locale } from '../../texts/locale.ts';
import { PAGE_PACE } from '../page-pace.ts';
import { useLocale } from '../shell/use-texts.ts';

/** Milliseconds since 1970 by the server's clock: `now` when the page was made, plus the time that has passed since. */
export function useServerTime(now: number): number {
  const [time, setTime] = useState({ from: now, elapsed: 0 });
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setTime({ from: now, elapsed: performance.now() - start }), PAGE_PACE.agoStepMs);
    return () => clearInterval(timer);
  }, [now]);
  return now + (time.from === now ? time.elapsed : 0);
}

interface TimeProps<Sentence> {
  readonly at: number;
  readonly now: number;
  readonly sentence: Sentence;
}

/** How long ago `at` was, in words. A server and a browser may word it slightly differently. */
export function TimeAgo({ at, now, sentence }: TimeProps<(values: { readonly ago: string }) => string>) {
  const locale = useLocale();
  return (
    <time dateTime={new Date(at).toISOString()} suppressHydrationWarning>
      {sentence({ ago: printAgo(at - now, locale) })}
    </time>
  );
}

/** How long it is until `at`, in words. Once that moment has come, it shows the other sentence. */
export function TimeLeft({ at, now, sentence, due }: TimeProps<(left: string) => string> & { readonly due: string }) {
  const locale = useLocale();
  return (
    <time dateTime={new Date(at).toISOString()} suppressHydrationWarning>
      {at > now ? sentence(printLeft(at - now, locale)) : due}
    </time>
  );
}

function printLeft(differenceMs: number, locale: Locale): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  const [unit, length] = UNITS.find(([, milliseconds]) => differenceMs >= milliseconds) ?? ['minute', 60_000];
  return format.format(Math.ceil(differenceMs / length), unit);
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

function printAgo(differenceMs: number, locale: Locale): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const past = Math.min(0, differenceMs);
  const [unit, length] = UNITS.find(([, milliseconds]) => -past >= milliseconds) ?? ['second', Infinity];
  return format.format(Math.trunc(past / length), unit);
}
