import { afterAll, describe, expect, it } from 'vitest';
import { DISTURBANCES } from './disturbances.ts';
import { MODES } from './modes.ts';
import { weatherRow, type StormRow } from './row.ts';
import { printStormTable, type MeasuredRow } from './table.ts';

/** `npm run storm` says how many; without it, a small matrix in which each mode and each disturbance is met. */
const { STORM_FULFILLMENTS, STORM_ROWS } = process.env;
const FULFILLMENTS = Number(STORM_FULFILLMENTS ?? 12);
/** What hangs for another reason than that nothing moves. */
const AT_LAST_MS = 1_800_000 + FULFILLMENTS * 4_000;

const { none, kills, restarts, reinstall, restore } = DISTURBANCES;
const EVERY = [none, kills, restarts] as const;
/** An operator that helps nobody is enough for these: an earlier life has nothing to do with its other ways. */
const LIVES = MODES.filter(({ name }) => ['takes repeats', 'registers 5 s late'].includes(name)).flatMap((mode) =>
  [reinstall, restore].map((disturbance): StormRow => ({ mode, disturbance })),
);

const WHOLE: readonly StormRow[] = [
  ...MODES.flatMap((mode) => EVERY.map((disturbance): StormRow => ({ mode, disturbance }))),
  ...LIVES,
];
/** Each mode once, the disturbances in turn. */
const SMALL: readonly StormRow[] = [
  ...MODES.map((mode, index): StormRow => ({ mode, disturbance: EVERY[index % EVERY.length] ?? none })),
  ...LIVES.slice(0, 2),
];

const nameOf = ({ mode, disturbance }: StormRow) => `${mode.name} × ${disturbance.name}`;
const rows = (STORM_FULFILLMENTS ? WHOLE : SMALL).filter((row) => nameOf(row).includes(STORM_ROWS ?? ''));
const measured: MeasuredRow[] = [];

afterAll(() => {
  const order = rows.map(nameOf);
  const place = ({ mode, disturbance }: MeasuredRow) => order.indexOf(`${mode} × ${disturbance}`);
  measured.sort((a, b) => place(a) - place(b));
  process.stdout.write(`\n${printStormTable(measured)}\n\n`);
});

/** Each row has a database and sandboxes of its own, and most of its time is waiting: several go on at once. */
describe.concurrent(`${FULFILLMENTS} fulfillments, a third of the calls fails`, () => {
  it.for(rows.map((row) => [nameOf(row), row] as const))('%s', { timeout: AT_LAST_MS }, async ([, row]) => {
    const figures = await weatherRow(row, FULFILLMENTS);
    measured.push(figures);
    process.stdout.write(`${printStormTable([figures]).split('\n').at(-1) ?? ''}\n`);
    expect(figures).toMatchObject({ orders: FULFILLMENTS, secondOrders: 0, lost: 0, forAPerson: 0 });
    expect(figures.creates).toBeGreaterThan(0);
    if (row.disturbance !== none) expect(figures.disturbances).toBeGreaterThan(0);
  });
});
