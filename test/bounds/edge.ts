import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import { processorMs } from '../set-up/time/processor-time.ts';
import { BOUNDS } from '../../app/bounds.ts';
import { fc } from '../set-up/properties.ts';

export type BoundName = keyof typeof BOUNDS;

/** Which test file feeds the edge of each bound: without a database and sockets, or with them. */
export const FED_IN = {
  requestBodyBytes: 'alone',
  unfinishedBodiesBytes: 'alone',
  requestTarget: 'alone',
  requestSegments: 'alone',
  connections: 'program',
  webhookTopic: 'alone',
  webhookId: 'alone',
  shopDomain: 'alone',
  webhookOrders: 'alone',
  fulfillmentName: 'alone',
  flowDefinitions: 'program',
  operatorAnswerBytes: 'alone',
  operatorAnswerDepth: 'alone',
  operatorRecords: 'alone',
  operatorPackages: 'alone',
  operatorHistory: 'alone',
  keptHistory: 'program',
  shownHistory: 'program',
  writtenHistory: 'program',
  deliveryEvents: 'program',
  orderPublications: 'program',
  operatorState: 'alone',
  operatorText: 'alone',
  url: 'alone',
  refusalSentence: 'alone',
  refusal: 'alone',
  refusalReasons: 'alone',
  orderText: 'alone',
  phoneText: 'alone',
  fulfillmentLines: 'alone',
  sentText: 'alone',
  sentNotes: 'alone',
  sentFiles: 'alone',
  sentTags: 'alone',
  shopifyAnswerBytes: 'alone',
  shopifyItems: 'alone',
  actionsPerMinute: 'program',
  dryRunCost: 'program',
  exportCost: 'program',
  exportRows: 'program',
  printedDeliveries: 'alone',
  printedLabels: 'alone',
  printedText: 'alone',
  printCost: 'program',
  scannedDeliveries: 'alone',
  orderDeliveries: 'program',
  attentionGroups: 'program',
  deliveryPage: 'program',
  releasedOrders: 'program',
  accountShops: 'program',
  savedViews: 'program',
  savedViewName: 'program',
  settingsText: 'alone',
  settingsDepth: 'alone',
  settingsEntries: 'alone',
} as const satisfies Record<BoundName, 'alone' | 'program'>;

export type FedIn<Where> = { [Name in BoundName]: (typeof FED_IN)[Name] extends Where ? Name : never }[BoundName];

/** Where what comes from outside meets its bound. */
export interface Edge {
  /**
   * Makes so much of what the bound counts, and gives the function that takes it in. What this returns is what is kept, or
   * a count of it.
   *
   * @param unit what texts are made of
   */
  readonly feed: (size: number, unit: string) => (() => unknown) | Promise<() => unknown>;
  /** Where more cannot arrive, or would take minutes to make. */
  readonly most?: number;
  /** Where the bound counts something else than what is fed. */
  readonly bound?: number;
  /** By default what takes measurable time is fed twice, and the shorter time counts. */
  readonly times?: 1;
  /** Errors that say that there is too much. */
  readonly refusal?: RegExp;
}

/** Ten times as much may take ten times as long, and some more; in a square it would take a hundred times as long. */
const GROWTH_LIMIT = 40;
/** Shorter times say nothing: the clock of the processor time advances in steps of several milliseconds. */
const MEASURABLE_MS = 10;
/** A machine that does something else meanwhile is not slow each time. */
const MEASUREMENTS = 5;
/** What stays in memory of the largest size. */
const KEPT_LIMIT_BYTES = 8 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

interface Fed {
  readonly ms: number;
  readonly outcome: unknown;
}

async function feedOnce({ feed, refusal }: Edge, size: number, unit: string): Promise<Fed> {
  const run = await feed(size, unit);
  const start = processorMs();
  try {
    const outcome = await run();
    return { ms: processorMs() - start, outcome };
  } catch (error) {
    if (!(error instanceof Error) || !refusal?.test(error.message)) throw error;
    return { ms: processorMs() - start, outcome: error.message };
  }
}

/** Characters of what is kept. */
const charactersOf = (outcome: unknown) =>
  JSON.stringify(outcome ?? null, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)).length;

async function fastest(edge: Edge, size: number, unit: string): Promise<Fed> {
  const fed = await feedOnce(edge, size, unit);
  // what took no time need not be measured again
  const isShort = edge.times === 1 || fed.ms < MEASURABLE_MS;
  const again = isShort ? fed : await feedOnce(edge, size, unit);
  return { ms: Math.min(fed.ms, again.ms), outcome: fed.outcome };
}

async function heldBytes(edge: Edge, size: number, unit: string): Promise<number> {
  const before = heapBytes();
  const { outcome } = await feedOnce(edge, size, unit);
  await new Promise((resolve) => setImmediate(resolve)); // what ends in the next turn is let go of
  const after = heapBytes();
  return charactersOf(outcome) > 0 ? after - before : 0; // the outcome is held until here
}

/** What a text may be made of: letters, and what a careless expression stumbles over. */
export const units = fc.oneof(
  fc.constantFrom(
    'a',
    ' ',
    ',',
    '<',
    '{"a":',
    '%',
    '://',
    'é',
    '\u0000',
    '1 ',
    'a.',
    '[',
    '…',
    '\ud83d\ude00',
    ', a://',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
);

/** A text of that many characters. */
export const textOf = (size: number, unit: string) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

/**
 * Of ten, a hundred and a thousand times what the bound takes: nothing more is kept than of the bound itself, the time grows
 * no faster than what is fed, and nothing is thrown but what says that it is too much.
 */
export async function expectBounded(name: BoundName, edge: Edge, unit: string): Promise<void> {
  const bound = edge.bound ?? BOUNDS[name];
  const sizes = [1, 10, 100, 1_000].map((factor) => bound * factor).filter((size) => size <= (edge.most ?? Infinity));
  expect(sizes.length, `${name} is fed with more than its bound`).toBeGreaterThan(1);
  await fastest(edge, Math.min(bound, 100), unit); // what is compiled and planned once is not what is measured
  let before = await fastest(edge, sizes[0] ?? 0, unit);
  const keptLimit = charactersOf(before.outcome) * 2 + 1_000;
  for (const size of sizes.slice(1)) {
    let fed = await fastest(edge, size, unit);
    const limitMs = GROWTH_LIMIT * Math.max(before.ms, MEASURABLE_MS);
    for (let again = 1; again < MEASUREMENTS && fed.ms > limitMs; again += 1) fed = await fastest(edge, size, unit);
    const what = `${name}, ${size} of ${JSON.stringify(unit)}`;
    expect(charactersOf(fed.outcome), `kept of ${what}`).toBeLessThanOrEqual(keptLimit);
    expect(fed.ms, `ms of ${what}, after ${before.ms} of a tenth`).toBeLessThanOrEqual(limitMs);
    before = fed;
  }
  const most = sizes.at(-1) ?? 0;
  let held = await heldBytes(edge, most, unit);
  for (let again = 1; again < MEASUREMENTS && held >= KEPT_LIMIT_BYTES; again += 1)
    held = await heldBytes(edge, most, unit);
  expect(held, `bytes held of ${name}, ${most}`).toBeLessThan(KEPT_LIMIT_BYTES);
}
