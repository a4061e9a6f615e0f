/** One line of the performance table. */
export interface Row {
  readonly what: string;
  readonly figure: string;
  /** The limit, or what people would use without the app, measured in the same run. */
  readonly beside?: string;
  readonly ceiling?: { readonly text: string; readonly isMet: boolean };
}

/** A part of the table, defined in a file of its own. */
export interface Area {
  readonly name: string;
  /** What the rows measure, in a sentence. */
  readonly title: string;
  /** @param say reports the progress */
  readonly measure: (say: (line: string) => void) => Promise<readonly Row[]>;
}

/** Prints the rows as a Markdown table. */
export function printTable(rows: readonly Row[]): string {
  const cells = rows.map(({ what, figure, beside = '', ceiling }) => [
    what,
    figure,
    beside,
    ceiling?.text ?? '',
    ceiling ? (ceiling.isMet ? 'yes' : '**no**') : '',
  ]);
  const head = ['what', 'measured', 'beside', 'ceiling', 'met'];
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((line) => line[column]?.length ?? 0)));
  const print = (line: readonly string[]) => `| ${line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [print(head), print(widths.map((width) => '-'.repeat(width))), ...cells.map(print)].join('\n');
}
