import { useEffect, useState } from 'react';
import { formatNamed, type PrintFormat } from '../../printing/format.ts';
import { useAdminPath } from '../shell/admin-path.ts';
import { NEXT_PART } from './print-query.ts';

const KEY = 'handoff.paper';
const USUAL: PrintFormat = '100x150';

/** The paper of labels that was chosen last in this browser; null until the page has asked the browser. */
export function useChosenFormat(): [PrintFormat | null, (chosen: string) => void] {
  const [format, setFormat] = useState<PrintFormat | null>(null);
  useEffect(() => setFormat(formatNamed(readKept()) ?? USUAL), []);
  return [
    format,
    (chosen) => {
      setFormat(formatNamed(chosen) ?? USUAL);
      try {
        localStorage.setItem(KEY, chosen);
      } catch {
        // storage is blocked: the choice holds for this page
      }
    },
  ];
}

function readKept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** A document that the app has made to be printed, while it is fetched and afterwards. It is kept in memory alone. */
type FetchedDocument =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'ready';
      readonly html: string;
      /** Where the next part of the list begins; null at its end. */
      readonly next: string | null;
    }
  | { readonly kind: 'failed'; readonly failure: 'not-found' | 'too-often' | 'unreachable' };

const LOADING: FetchedDocument = { kind: 'loading' };

/**
 * Fetches a document. It uses fetch, because App Bridge adds the session token to a fetch and to nothing else: the
 * address alone opens nothing.
 *
 * @param path null while it is not known yet
 */
export function usePrintedDocument(path: string | null): { document: FetchedDocument; reload: () => void } {
  const toPath = useAdminPath();
  const address = path && toPath(path);
  const [fetched, setFetched] = useState<{ address: string; document: FetchedDocument } | null>(null);
  const [reloads, setReloads] = useState(0);
  useEffect(() => {
    if (address === null) return;
    const left = new AbortController();
    void fetchDocument(address, left.signal).then((document) => {
      if (!left.signal.aborted) setFetched({ address, document });
    });
    return () => left.abort();
  }, [address, reloads]);
  return {
    document: fetched?.address === address ? fetched.document : LOADING,
    reload() {
      setFetched(null);
      setReloads((times) => times + 1);
    },
  };
}

const FAILURES: Readonly<Record<number, 'not-found' | 'too-often'>> = { 404: 'not-found', 429: 'too-often' };

async function fetchDocument(address: string, signal: AbortSignal): Promise<FetchedDocument> {
  try {
    const answer = await fetch(address, { signal });
    if (!answer.ok) return { kind: 'failed', failure: FAILURES[answer.status] ?? 'unreachable' };
    return { kind: 'ready', html: await answer.text(), next: answer.headers.get(NEXT_PART) };
  } catch {
    return { kind: 'failed', failure: 'unreachable' };
  }
}
