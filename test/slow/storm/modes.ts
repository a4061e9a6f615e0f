import type { FaultKind } from '../../../sandbox/operator/misbehaviour/faults.ts';
import { ENCODING_NAMES } from '../../../sandbox/operator/misbehaviour/encodings.ts';
import type { ModeChange } from '../../../sandbox/operator/misbehaviour/modes.ts';
import type { SandboxOperator } from '../../../sandbox/operator/server.ts';

/** One kind of operator, with what it does beside the faults that strike in every row. */
export interface StormMode {
  readonly name: string;
  readonly operator: ModeChange;
  /** Seconds from the call to the moment from which the order can be read: the horizon covers them. */
  readonly latenessSeconds?: number;
  /** Strike half of the creations that fail; the other half is struck by what strikes in every row. */
  readonly faults?: readonly FaultKind[];
  /** What changes while the storm goes on: told once a second how often it was told before. */
  readonly turn?: (operator: SandboxOperator, turn: number) => void;
  /** Of the program. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** What each second brings, in turn. */
const PROXIES = [
  ...(['404', 'none', 'none', '405', 'none', 'none', '418', 'none', 'none'] as const),
  ...(['redirect', 'none', 'none', 'html', 'none', 'none'] as const),
];
const REFUSALS_OF_THE_TOKEN = ['401', 'proxy-403', '403', 'proxy-401'] as const;
/** A share of the calls, not of the time: on a slow machine every try of a paused account would be refused. */
const REFUSED_SHARE = 0.05;
const inTurn = <T>(list: readonly T[], turn: number): T[] => list.slice(turn % list.length).slice(0, 1);

/** Where nothing else is said a repeated number is a second courier. */
const UNKIND = { repeats: 'taken' } as const;

export const MODES: readonly StormMode[] = [
  {
    name: 'refuses repeats',
    operator: { repeats: 'refused' },
    variables: { OPERATOR_REFUSES_REPEATS: 'true' },
  },
  { name: 'takes repeats', operator: UNKIND },
  { name: 'answers repeats with the first record', operator: { repeats: 'answered' } },
  { name: 'registers 5 s late', operator: { ...UNKIND, registersAfterSeconds: 5 }, latenessSeconds: 5 },
  { name: 'registers when the caller has given up', operator: { ...UNKIND, registers: 'after-caller-gone' } },
  {
    name: '4xx after accepting',
    operator: UNKIND,
    faults: [
      ...(['400-after-accepting', '401-after-accepting', '403-after-accepting', '404-after-accepting'] as const),
      ...(['405-after-accepting', '409-after-accepting', 'success-false-after-accepting'] as const),
    ],
  },
  {
    name: '429 after accepting',
    operator: UNKIND,
    faults: ['429-after-accepting', '429-retry-after-after-accepting'],
  },
  { name: 'empty 200, taken', operator: UNKIND, faults: ['empty'] },
  { name: 'empty 200, not taken', operator: UNKIND, faults: ['empty-without-accepting'] },
  {
    name: 'other encodings',
    operator: UNKIND,
    turn(operator, turn) {
      for (const encoding of inTurn(ENCODING_NAMES, turn)) operator.setModes({ encoding });
    },
  },
  {
    name: 'a proxy answers at times',
    operator: UNKIND,
    turn(operator, turn) {
      for (const proxy of inTurn(PROXIES, turn)) operator.setModes({ proxy });
    },
  },
  {
    name: 'token refused at times',
    operator: UNKIND,
    turn(operator, turn) {
      if (turn > 0) return;
      for (const kind of REFUSALS_OF_THE_TOKEN) operator.injectFault({ kind, probability: REFUSED_SHARE });
    },
  },
];

/** Carried out, and the answer does not tell. All that the sandbox has. */
const AFTER_ACCEPTING: readonly FaultKind[] = [
  ...(['400-after-accepting', '401-after-accepting', '403-after-accepting', '404-after-accepting'] as const),
  ...(['405-after-accepting', '409-after-accepting', '429-after-accepting'] as const),
  ...(['429-retry-after-after-accepting', '500-after-accepting', '503-after-accepting'] as const),
  ...(['503-retry-after-after-accepting', 'success-false-after-accepting', 'html-after-accepting'] as const),
  ...(['redirect-after-accepting', 'reset-after-accepting', 'hang-after-accepting', 'empty'] as const),
  ...(['accepts-when-caller-gone', 'truncated-json', 'array', 'wrong-content-type', 'other-encoding'] as const),
];

/** Not carried out. A refusal in the operator's own words is missing: that is no fault that passes. */
const WITHOUT_ACCEPTING: readonly FaultKind[] = [
  ...(['500', '503', '503-retry-after', '429', '429-retry-after', 'reset', 'hang', 'html', 'redirect'] as const),
  ...(['empty-without-accepting', 'proxy-404', 'proxy-404-json', 'proxy-502'] as const),
];

/**
 * Reads tell no lie: an operator that says of an order it has that it does not exist, for as long as the horizon, cannot be
 * told from one that does not have it.
 */
const OF_READS: readonly FaultKind[] = [
  ...(['500', '503', '503-retry-after', '429', '429-retry-after', 'reset', 'hang', 'html', 'redirect'] as const),
  ...([
    'empty',
    'truncated-json',
    'array',
    'wrong-content-type',
    'other-encoding',
    'proxy-404',
    'proxy-404-json',
    'proxy-502',
  ] as const),
];

const SHARE = 1 / 3;

/** Faults strike a third of the calls. */
export function injectFaults(operator: SandboxOperator, { faults = [] }: StormMode): void {
  const everywhere = [...AFTER_ACCEPTING, ...WITHOUT_ACCEPTING];
  inject(operator, 'create', faults, faults.length > 0 ? SHARE / 2 : 0);
  inject(operator, 'create', everywhere, faults.length > 0 ? SHARE / 2 : SHARE);
  inject(operator, 'read', OF_READS, SHARE);
}

/** Each is asked in its turn whether it strikes: together they strike that share. */
function inject(operator: SandboxOperator, verb: 'create' | 'read', kinds: readonly FaultKind[], share: number): void {
  const probability = 1 - (1 - share) ** (1 / kinds.length);
  for (const kind of kinds) operator.injectFault({ kind, verb, probability, retryAfter: 1 });
}
