import { describe, expect, test } from 'vitest';
import { CONTRACT_CASES } from './contract-cases.ts';
import { INTERFACE_ROWS, SECTIONS, sectionOf } from '../../app/operator-check/interface-rows.ts';

/** The Order Delivery Service Interface, row by row, on the real client and a strict operator. */

for (const [row, cases] of Object.entries(CONTRACT_CASES)) {
  describe(`§${row}`, () => {
    for (const [title, run] of Object.entries(cases)) test(title, run);
  });
}

test('every row has a case, and every case a row', () => {
  const tested = Object.entries(CONTRACT_CASES).filter(([, cases]) => Object.keys(cases).length > 0);
  expect(tested.map(([row]) => row).sort()).toEqual(Object.keys(INTERFACE_ROWS).sort());
});

test('every row is of a section, and every section has a row', () => {
  const sections = new Set(Object.keys(INTERFACE_ROWS).map(sectionOf));
  expect([...sections]).toEqual(SECTIONS.map(([number]) => number));
});
