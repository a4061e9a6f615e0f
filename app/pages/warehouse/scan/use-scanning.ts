import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { BOUNDS } from '../../../bounds.ts';
import { PAGE_PACE } from '../../page-pace.ts';
import { useAdminPath } from '../../shell/admin-path.ts';
import {
  scan,
  scanBox,
  withSeen,
  type ExpectedDelivery,
  type ScanAnswer,
  type ScanList,
  type ScanRequest,
  type ScanResult,
  type SeenBox,
} from './scan-state.ts';

const NOTHING: Omit<ScanRequest, 'boxes'> = { asked: null, number: null, sign: null, reset: false };

/**
 * The scanning of one list. The count is the server's; the page sends what it saw, again and again until it is taken, and
 * asks what other devices saw. What is not sent yet survives a reload.
 *
 * @param path of the list's endpoint, with its query
 */
export function useScanning(key: string, list: ScanList, path: string) {
  const name = `handoff.scan.${key}`;
  const address = useAdminPath()(path);
  const [known, setKnown] = useState(list.expected);
  const [unsent, setUnsent] = useState<readonly SeenBox[]>([]);
  const [isOffline, setOffline] = useState(false);
  const [result, setResult] = useState<{ readonly at: number; readonly last: ScanResult } | null>(null);
  const latest = useRef({ known, unsent });
  const calls = useRef<Promise<unknown>>(Promise.resolve());
  const isBusy = useRef(false);
  const lastRead = useRef({ text: '', at: 0 });

  const keep = useCallback(
    (boxes: readonly SeenBox[]) => {
      latest.current.unsent = boxes;
      setUnsent(boxes);
      store(name, boxes);
    },
    [name],
  );
  const show = useCallback((last: ScanResult) => {
    setResult((before) => ({ at: (before?.at ?? 0) + 1, last }));
    playResult(last.kind);
  }, []);

  /** One call at a time, so that an older list never replaces a newer one. */
  const send = useCallback(
    (asked: Partial<ScanRequest> = {}): Promise<ScanAnswer | null> => {
      const call = calls.current.then(async () => {
        isBusy.current = true;
        const boxes = latest.current.unsent.slice(0, BOUNDS.scannedDeliveries);
        const answer = await ask(address, { ...NOTHING, ...asked, boxes });
        isBusy.current = false;
        setOffline(answer === null);
        if (!answer) return null;
        keep(asked.reset ? [] : latest.current.unsent.filter((box) => !boxes.includes(box)));
        latest.current.known = answer.expected;
        setKnown(answer.expected);
        // it was stopped, or got more boxes, after this page had its list
        const isRefused = ({ id, stop, boxes: all }: ExpectedDelivery) =>
          boxes.some(({ deliveryId, box }) => deliveryId === id && (stop !== null || (box === null && all > 1)));
        const refused = answer.expected.find(isRefused);
        if (refused) show(scanBox(refused, null, refused.orderNumber).result);
        return answer;
      });
      calls.current = call;
      return call;
    },
    [address, keep, show],
  );

  useEffect(() => {
    keep(readStored(name));
    const look = () => {
      if (!isBusy.current) void send();
    };
    look();
    const timer = setInterval(look, PAGE_PACE.scanListMs);
    globalThis.addEventListener('online', look);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener('online', look);
    };
  }, [name, keep, send]);

  const take = useCallback(
    (read: (expected: readonly ExpectedDelivery[]) => ReturnType<typeof scan>) => {
      const { known: now, unsent: seen } = latest.current;
      const taken = read(withSeen(now, seen));
      if (taken.seen) {
        keep([...seen, taken.seen]);
        void send();
      }
      return taken;
    },
    [keep, send],
  );
  const enter = useCallback(
    async (typed: string) => {
      const at = Date.now();
      const isSameReading = typed === lastRead.current.text && at - lastRead.current.at < PAGE_PACE.seenMs;
      lastRead.current = { text: typed, at };
      if (typed.trim() === '' || isSameReading) return;
      const read = take((now) => scan(now, typed));
      if (read.result.kind !== 'unknown') return show(read.result);
      const found = (await send({ asked: typed.trim() }))?.found;
      show(found ? { kind: found.kind, text: typed, delivery: found, count: 0 } : read.result);
    },
    [take, send, show],
  );
  /** A person says which box it is that a code did not name. */
  const choose = ({ id, orderNumber }: ExpectedDelivery, box: number) => {
    const { result: chosen } = take((now) => {
      const delivery = now.find((each) => each.id === id);
      return delivery ? scanBox(delivery, box, orderNumber) : scan(now, orderNumber);
    });
    show(chosen);
  };
  const expected = useMemo(() => withSeen(known, unsent), [known, unsent]);
  return { expected, unsent: unsent.length, isOffline, result, enter, choose, send };
}

/** @returns null when the server cannot be reached; the page tries again */
async function ask(address: string, request: ScanRequest): Promise<ScanAnswer | null> {
  try {
    const signal = AbortSignal.timeout(PAGE_PACE.scanAnswerMs);
    const answer = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ scans: JSON.stringify(request) }),
      signal,
    });
    return answer.ok ? ((await answer.json()) as ScanAnswer) : null;
  } catch {
    return null;
  }
}

function readStored(name: string): readonly SeenBox[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? '');
    return Array.isArray(kept) ? kept.filter(isSeenBox) : [];
  } catch {
    return []; // nothing is kept, or storage is blocked
  }
}

function isSeenBox(kept: unknown): kept is SeenBox {
  if (typeof kept !== 'object' || kept === null || !('deliveryId' in kept) || !('box' in kept)) return false;
  return typeof kept.deliveryId === 'string' && (kept.box === null || typeof kept.box === 'number');
}

function store(name: string, boxes: readonly SeenBox[]): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(boxes));
  } catch {
    // storage is blocked: what is not sent yet holds until the page is left
  }
}

/** Frequencies in hertz, one tone after the other: high for good, low and repeated for what must be looked at. */
const TONES: Readonly<Record<ScanResult['kind'], readonly number[]>> = {
  good: [1_320],
  double: [440, 440],
  which: [660, 440, 660],
  unknown: [294, 294],
  elsewhere: [294, 294],
  collected: [294, 294],
  held: [196, 196, 196],
  edited: [196, 196, 196],
  cancelled: [196, 196, 196],
};
/** In seconds. */
const TONE_LENGTH = 0.14;

let audio: AudioContext | null = null;

/** A browser that plays nothing shows the result all the same. */
function playResult(kind: ScanResult['kind']): void {
  if (!('AudioContext' in globalThis)) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const [index, frequency] of TONES[kind].entries()) {
    const from = audio.currentTime + index * TONE_LENGTH * 1.6;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.type = kind === 'good' ? 'sine' : 'square';
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.2, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + TONE_LENGTH);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + TONE_LENGTH);
  }
}
