/**
 * Writes docs/contract.md: the Order Delivery Service Interface row by row, with the test cases for each row. With
 * `--check` it writes nothing, and fails when the file is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { CONTRACT_CASES } from '../test/contract/contract-cases.ts';
import {
  INTERFACE_ROWS,
  type InterfaceRow,
  SECTIONS,
  sectionOf,
  subjectOf,
} from '../app/operator-check/interface-rows.ts';

const FILE = path.join(import.meta.dirname, '../docs/contract.md');

const INTRODUCTION = `# The contract, row by row

The rows of the Order Delivery Service Interface, what each says, and the cases that hold the app to it. The cases run the
real client against a strict operator over HTTP: what is sent is read from what the operator received, and what is read
from what it answered. They are the tests \`§<section> <row> > <case>\` of \`test/contract/contract.test.ts\`. Below each
section stands what the interface does not show, or says in two ways: what the app does there, and why.

\`scripts/contract-table.ts\` writes this page from \`test/contract\`.`;

const cases: Readonly<Record<string, object>> = CONTRACT_CASES;

function writeSection([section, title]: (typeof SECTIONS)[number]): string {
  const stated: string[][] = [];
  const open: string[][] = [];
  for (const [key, row] of Object.entries<InterfaceRow>(INTERFACE_ROWS)) {
    if (sectionOf(key) !== section) continue;
    const subject = `\`${subjectOf(key)}\``;
    const titles = Object.keys(cases[key] ?? {}).join('<br>');
    if ('says' in row) stated.push([subject, row.type ?? '', row.required ?? '', row.says, titles]);
    else open.push([subject, row.open, row.weDo, row.because, titles]);
  }
  return [
    `## ${section} ${title}`,
    ...(stated.length > 0 ? [table(['Row', 'Type', 'Required', 'The interface says', 'Cases'], stated)] : []),
    ...(open.length > 0 ? [table(['Row', 'Not shown', 'The app', 'Because', 'Cases'], open)] : []),
  ].join('\n\n');
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...lines.map(line)].join('\n');
}

const page = [INTRODUCTION, ...SECTIONS.map(writeSection)];
const written = await format(`${page.join('\n\n')}\n`, { ...(await resolveConfig(FILE)), parser: 'markdown' });

if (process.argv.includes('--check')) {
  const kept = await readFile(FILE, 'utf8').catch(() => null);
  if (kept !== written) {
    console.error('docs/contract.md is out of date: run node scripts/contract-table.ts');
    process.exitCode = 1;
  }
} else {
  await writeFile(FILE, written);
}
