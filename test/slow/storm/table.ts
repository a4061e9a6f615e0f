/** What was counted in one row. */
export interface StormFigures {
  readonly fulfillments: number;
  /** POSTs that reached the operator, or what stands in front of it. */
  readonly creates: number;
  readonly lookUps: number;
  /** Deliveries that a look-up found. */
  readonly recovered: number;
  /** Delivery orders at the operator. */
  readonly orders: number;
  /** Orders beyond the first of a fulfillment. */
  readonly secondOrders: number;
  /** Fulfillments without an order. */
  readonly lost: number;
  /** Deliveries that a person was left with. */
  readonly forAPerson: number;
  readonly seconds: number;
  /** Kills, restarts, reinstalls or restores. */
  readonly disturbances: number;
}

export type MeasuredRow = StormFigures & { readonly mode: string; readonly disturbance: string };

const COLUMNS: readonly (readonly [string, keyof MeasuredRow])[] = [
  ['operator', 'mode'],
  ['disturbed by', 'disturbance'],
  ['fulfillments', 'fulfillments'],
  ['creates', 'creates'],
  ['look-ups', 'lookUps'],
  ['recovered', 'recovered'],
  ['orders at the operator', 'orders'],
  ['second orders', 'secondOrders'],
  ['lost', 'lost'],
  ['for a person', 'forAPerson'],
  ['seconds', 'seconds'],
  ['times', 'disturbances'],
];

/** As a Markdown table. */
export function printStormTable(rows: readonly MeasuredRow[]): string {
  const cells = rows.map((row) => COLUMNS.map(([, column]) => cell(row[column])));
  const lines = [COLUMNS.map(([title]) => title), COLUMNS.map(() => '---'), ...cells];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

const cell = (value: string | number) => (typeof value === 'number' ? String(Math.round(value)) : value);
