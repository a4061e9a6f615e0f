import { PAGE_PACE } from '../../page-pace.ts';
import type { ScannedBoxes } from './scan-state.ts';

/** What was scanned in one handover to a courier. */
export interface KeptCounts {
  readonly boxes: ScannedBoxes;
  /** Time of the last scan in milliseconds. */
  readonly scannedAt: number;
}

export const NOTHING_SCANNED: KeptCounts = { boxes: {}, scannedAt: 0 };

/**
 * The counts that still hold. A tab can stay open for days: the counts of a former day would say that a package that
 * was left behind is handed over.
 */
export function heldCounts(kept: KeptCounts, now: number): KeptCounts {
  return now - kept.scannedAt < PAGE_PACE.scanCountsMs ? kept : NOTHING_SCANNED;
}

/** @param text as `JSON.stringify` wrote the counts; null when nothing is kept */
export function readKeptCounts(text: string | null, now: number): KeptCounts {
  try {
    const kept: unknown = JSON.parse(text ?? '');
    if (typeof kept !== 'object' || kept === null || !('boxes' in kept) || !('scannedAt' in kept)) {
      return NOTHING_SCANNED;
    }
    if (typeof kept.scannedAt !== 'number') return NOTHING_SCANNED;
    const entries = Object.entries<unknown>({ ...(kept.boxes ?? {}) });
    const boxes: ScannedBoxes = Object.fromEntries(
      entries.flatMap(([id, scanned]) =>
        Array.isArray(scanned) ? [[id, scanned.filter((box: unknown) => typeof box === 'number')]] : [],
      ),
    );
    return heldCounts({ boxes, scannedAt: kept.scannedAt }, now);
  } catch {
    return NOTHING_SCANNED;
  }
}
