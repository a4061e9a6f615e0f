import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { PAGE_PACE } from '../../page-pace.ts';
import { heldCounts, NOTHING_SCANNED, readKeptCounts, type KeptCounts } from './kept-counts.ts';
import { playResult } from './scan-sound.ts';
import { expectedBoxes, scan, type ExpectedDelivery, type ScanResult } from './scan-state.ts';

/** What was scanned on this page. It is kept in this tab alone, so that a reload does not lose the count. */
export function useScanning(key: string, expected: readonly ExpectedDelivery[]) {
  const name = `handoff.scan.${key}`;
  const [kept, setKept] = useState<KeptCounts>(NOTHING_SCANNED);
  const [result, setResult] = useState<{ readonly at: number; readonly last: ScanResult } | null>(null);
  useEffect(() => {
    setKept(readKept(name));
    const timer = setInterval(() => setKept((before) => heldCounts(before, Date.now())), PAGE_PACE.scanListMs);
    return () => clearInterval(timer);
  }, [name]);
  const boxes = useMemo(() => expectedBoxes(expected, kept.boxes), [expected, kept]);
  const last = useRef({ text: '', at: 0 });
  const enter = useCallback(
    (text: string) => {
      const at = Date.now();
      const isSameReading = text === last.current.text && at - last.current.at < PAGE_PACE.seenMs;
      last.current = { text, at };
      if (text.trim() === '' || isSameReading) return;
      const after = scan(expected, boxes, text);
      const now = { boxes: after.boxes, scannedAt: at };
      setResult((before) => ({ at: (before?.at ?? 0) + 1, last: after.result }));
      setKept(now);
      keep(name, now);
      playResult(after.result.kind);
    },
    [expected, boxes, name],
  );
  const reset = () => {
    setKept(NOTHING_SCANNED);
    setResult(null);
    keep(name, NOTHING_SCANNED);
  };
  return { boxes, result, enter, reset };
}

function readKept(name: string): KeptCounts {
  try {
    return readKeptCounts(sessionStorage.getItem(name), Date.now());
  } catch {
    return NOTHING_SCANNED; // storage is blocked
  }
}

function keep(name: string, kept: KeptCounts): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(kept));
  } catch {
    // storage is blocked: the count holds until the page is left
  }
}
