import { useRouteLoaderData } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { PRINT_FORMATS, type PrintFormat } from '../../printing/format.ts';
import { DEFAULT_FORMAT, type PrintDocument } from './print-query.ts';

/** Labels are printed on another printer than lists. */
const keyOf = (document: PrintDocument) => (document === 'labels' ? 'handoff.paper' : 'handoff.paper.lists');

/**
 * The paper that was chosen last in this browser for a kind of document; null until the page has asked the browser. A
 * browser that keeps nothing begins with labels of 100 x 150 mm, and with lists on the paper of the shop's country.
 */
export function useChosenFormat(document: PrintDocument): [PrintFormat | null, (format: PrintFormat) => void] {
  const shop = useRouteLoaderData<{ readonly paper: PrintFormat }>('routes/app');
  const usual = document === 'labels' ? DEFAULT_FORMAT : (shop?.paper ?? 'a4');
  const key = keyOf(document);
  const [chosen, setChosen] = useState<{ readonly key: string; readonly format: PrintFormat } | null>(null);
  useEffect(() => setChosen({ key, format: readFormat(key) ?? usual }), [key, usual]);
  return [
    chosen?.key === key ? chosen.format : null,
    (format) => {
      setChosen({ key, format });
      try {
        localStorage.setItem(key, format);
      } catch {
        // storage is blocked: the choice holds for this page
      }
    },
  ];
}

function readFormat(key: string): PrintFormat | undefined {
  try {
    const kept = localStorage.getItem(key);
    return PRINT_FORMATS.find((format) => format === kept);
  } catch {
    return undefined;
  }
}
