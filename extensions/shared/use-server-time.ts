import { useEffect, useState } from 'preact/hooks';

/**
 * Milliseconds since 1970 by the server's clock, updated as time passes.
 *
 * @param clockAhead how many milliseconds the server's clock is ahead of ours
 * @param everyMs how often the shown text changes
 */
export function useServerTime(clockAhead: number, everyMs: number): number {
  const [time, setTime] = useState(() => Date.now());
  useEffect(() => {
    setTime(Date.now());
    const timer = setInterval(() => setTime(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [clockAhead, everyMs]);
  return time + clockAhead;
}

/** The time that is left, as `4:05` or `1:00:00`. */
export function printCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const last = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${last}` : `${minutes}:${last}`;
}
