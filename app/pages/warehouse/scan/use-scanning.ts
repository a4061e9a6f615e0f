import { useCallback, useEffect, useState } from 'react';
import { playResult } from './scan-sound.ts';
import { scan, type ExpectedDelivery, type ScanCounts, type ScanResult } from './scan-state.ts';

/** What was scanned on this page. It is kept in this tab alone, so that a reload does not lose the count. */
export function useScanning(key: string, expected: readonly ExpectedDelivery[]) {
  const kept = `handoff.scan.${key}`;
  const [counts, setCounts] = useState<ScanCounts>({});
  const [result, setResult] = useState<{ readonly at: number; readonly last: ScanResult } | null>(null);
  useEffect(() => setCounts(readCounts(kept)), [kept]);
  const enter = useCallback(
    (text: string) => {
      if (text.trim() === '') return;
      const after = scan(expected, counts, text);
      setResult((before) => ({ at: (before?.at ?? 0) + 1, last: after.result }));
      setCounts(after.counts);
      keepCounts(kept, after.counts);
      playResult(after.result.kind);
    },
    [expected, counts, kept],
  );
  const reset = () => {
    setCounts({});
    setResult(null);
    keepCounts(kept, {});
  };
  return { counts, result, enter, reset };
}

function readCounts(key: string): ScanCounts {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    const entries = typeof kept === 'object' && kept !== null ? Object.entries<unknown>({ ...kept }) : [];
    return Object.fromEntries(entries.flatMap(([id, count]) => (typeof count === 'number' ? [[id, count]] : [])));
  } catch {
    return {};
  }
}

function keepCounts(key: string, counts: ScanCounts): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(counts));
  } catch {
    // storage is blocked: the count holds until the page is left
  }
}
