import {
  INTERFACE_ROWS,
  ROW_KEYS,
  sectionOf,
  SECTIONS,
  subjectOf,
  type InterfaceRow,
  type RowKey,
} from './interface-rows.ts';

/** What a check says of a row, from good to bad. */
export const VERDICTS = ['not-tried', 'passes', 'differs', 'unusable'] as const;
export type Verdict = (typeof VERDICTS)[number];

const WORDS: Readonly<Record<Verdict, string>> = {
  'not-tried': 'not tried',
  passes: 'passes',
  differs: 'differs, Handoff adapts',
  unusable: 'cannot be used',
};

/** One call, without the token. */
export interface Exchange {
  readonly request: string;
  readonly answer: string;
}

export interface RowResult {
  readonly verdict: Verdict;
  readonly note: string;
  /** What a merchant would suffer without the profile that was found. */
  readonly without?: string | undefined;
  readonly evidence?: Exchange | undefined;
}

export interface ReportRow extends RowResult {
  readonly row: RowKey;
}

export interface Report {
  readonly operator: string;
  readonly checkedAt: string;
  /** Orders that were made for it. */
  readonly orders: readonly string[];
  readonly states: readonly string[];
  readonly rows: readonly ReportRow[];
  /** The profile that was found, as the content of a file. */
  readonly profile: Readonly<Record<string, unknown>>;
}

/** The results so far. Of two results about one row, the worse one stays. */
export class RowResults {
  readonly #rows = new Map<RowKey, RowResult>();

  say(
    rows: RowKey | readonly RowKey[],
    verdict: Verdict,
    note: string,
    details: Omit<RowResult, 'verdict' | 'note'> = {},
  ) {
    for (const row of [rows].flat()) {
      const before = this.#rows.get(row)?.verdict ?? 'not-tried';
      if (VERDICTS.indexOf(verdict) > VERDICTS.indexOf(before)) this.#rows.set(row, { verdict, note, ...details });
    }
  }

  /** A row that passes or differs, with the note of what it does. */
  judge(rows: RowKey | readonly RowKey[], passes: boolean, [good, bad]: readonly [good: string, bad: string]) {
    this.say(rows, passes ? 'passes' : 'differs', passes ? good : bad);
  }

  /** Every row of the interface, in its order. */
  rows(why: string): ReportRow[] {
    return ROW_KEYS.map((row) => ({ row, ...(this.#rows.get(row) ?? { verdict: 'not-tried', note: why }) }));
  }
}

/** 0: as the interface says; 2: differs, and Handoff adapts; 1: cannot be used. */
export function exitCodeOf({ rows }: Report): 0 | 1 | 2 {
  if (rows.some(({ verdict }) => verdict === 'unusable')) return 1;
  return rows.some(({ verdict }) => verdict === 'differs') ? 2 : 0;
}

function countsOf({ rows }: Report): string {
  return VERDICTS.toReversed()
    .map((verdict) => `${rows.filter((row) => row.verdict === verdict).length} ${WORDS[verdict]}`)
    .join(', ');
}

export function reportAsText(report: Report): string {
  const lines = report.rows
    .filter(({ verdict }) => verdict !== 'passes' && verdict !== 'not-tried')
    .flatMap(({ row, verdict, note, without, evidence }) => [
      `§${row}: ${WORDS[verdict]}. ${note}`,
      ...(without === undefined ? [] : [`    without the profile: ${without}`]),
      ...(evidence ? [`    > ${evidence.request}`, `    < ${evidence.answer}`] : []),
    ]);
  return [
    `${report.operator}, ${report.checkedAt}: ${countsOf(report)}.`,
    ...lines,
    ...(report.states.length > 0 ? [`States seen: ${report.states.join(', ')}.`] : []),
    ...(report.orders.length > 0 ? [`Orders made: ${report.orders.join(', ')}.`] : []),
  ].join('\n');
}

/** A page for the operator's engineers. */
export function reportAsMarkdown(report: Report): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;');
  const sections = SECTIONS.map(([number, title]) => {
    const rows = report.rows.filter(({ row }) => sectionOf(row) === number);
    const lines = rows.map(({ row, verdict, note, without }) => {
      const stated: InterfaceRow = INTERFACE_ROWS[row];
      const says = 'says' in stated ? stated.says : `not shown: ${stated.open}`;
      const told = without === undefined ? note : `${note} Without a profile: ${without}`;
      return `| \`${subjectOf(row)}\` | ${cell(says)} | ${WORDS[verdict]} | ${cell(told)} |`;
    });
    return [
      `## ${number} ${title}`,
      '',
      '| Row | The interface | Result | Found |',
      '| --- | --- | --- | --- |',
      ...lines,
    ].join('\n');
  });
  const evidence = report.rows.flatMap(({ row, verdict, evidence: call }) =>
    call && verdict !== 'passes' && verdict !== 'not-tried'
      ? [`### §${row}`, '', '```', `> ${call.request}`, `< ${call.answer}`, '```', ''].join('\n')
      : [],
  );
  return [
    `# ${report.operator}: the Order Delivery Service Interface, row by row`,
    '',
    `Checked at ${report.checkedAt}: ${countsOf(report)}.`,
    '',
    report.states.length > 0
      ? `States seen: ${report.states.map((name) => `\`${name}\``).join(', ')}.`
      : 'No state was seen.',
    '',
    ...sections.map((section) => `${section}\n`),
    '## The profile that was found',
    '',
    '```json',
    JSON.stringify(report.profile, null, 2),
    '```',
    '',
    ...(evidence.length > 0 ? ['## Evidence', '', ...evidence] : []),
  ].join('\n');
}

/** What is compared of a report of an earlier time, which may have had other rows. */
export interface EarlierReport {
  readonly rows: readonly { readonly row: string; readonly verdict: Verdict; readonly note: string }[];
  readonly states: readonly string[];
}

/** What changed since an earlier report, one line each. */
export function changesSince(before: EarlierReport, now: Report): string[] {
  const earlier = new Map(before.rows.map((row) => [row.row, row]));
  const rows = now.rows.flatMap(({ row, verdict, note }) => {
    const was = earlier.get(row);
    // what passes is told in words that name the orders of a run, and what was not tried now tells nothing
    if (verdict === 'not-tried' || (was?.verdict === verdict && (verdict === 'passes' || was.note === note))) return [];
    return [`§${row}: ${was ? `${WORDS[was.verdict]} (${was.note})` : 'no row'} → ${WORDS[verdict]} (${note})`];
  });
  const states = now.states.filter((name) => !before.states.includes(name)).map((name) => `new state: ${name}`);
  return [...rows, ...states];
}
