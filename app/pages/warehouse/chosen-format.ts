import { useEffect, useState } from 'react';
import { PRINT_FORMATS, type PrintFormat } from '../../printing/format.ts';
import { DEFAULT_FORMAT } from './print-query.ts';

const KEY = 'handoff.paper';

/**
 * The paper that was chosen last in this browser; null until the page has asked the browser. A browser that keeps
 * nothing begins with the default.
 */
export function useChosenFormat(): [PrintFormat | null, (format: PrintFormat) => void] {
  const [format, setFormat] = useState<PrintFormat | null>(null);
  useEffect(() => setFormat(readFormat()), []);
  return [
    format,
    (chosen) => {
      setFormat(chosen);
      try {
        localStorage.setItem(KEY, chosen);
      } catch {
        // storage is blocked: the choice holds for this page
      }
    },
  ];
}

function readFormat(): PrintFormat {
  try {
    const kept = localStorage.getItem(KEY);
    return PRINT_FORMATS.find((format) => format === kept) ?? DEFAULT_FORMAT;
  } catch {
    return DEFAULT_FORMAT;
  }
}
