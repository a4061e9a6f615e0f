import { useEffect, useState } from 'react';
import { formatNamed, type PrintFormat } from '../../printing/format.ts';

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
