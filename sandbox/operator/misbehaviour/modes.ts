import { z } from 'zod';
import { ENCODING_NAMES } from './encodings.ts';
import { PROXY_ANSWER_NAMES } from './proxy-answers.ts';

/**
 * The operator's behaviour where the interface leaves it open. Each mode is set at the start, by the environment of
 * `main.ts`, or at run time. `README.md` lists them.
 */
const modes = {
  /**
   * Whether a second creation of one number is refused with 409, accepted as a second delivery, or answered with the
   * first record.
   */
  repeats: z.enum(['refused', 'taken', 'answered']),
  /** When the operator accepts an order. With `after-caller-gone` it answers no creation. */
  registers: z.enum(['after-post', 'after-caller-gone']),
  /** Seconds of the operator's clock from accepting an order until it can be read. */
  registersAfterSeconds: z.number().nonnegative(),
  /** A proxy answers in place of the operator, which never receives the call. */
  proxy: z.enum(['none', ...PROXY_ANSWER_NAMES]),
  /** The encoding of the answers to both calls. */
  encoding: z.enum(ENCODING_NAMES),
  /** How many entries each read adds to the history, all of them older than the oldest one. */
  historyEntriesPerRead: z.int().nonnegative(),
  /** The shape of the answer to a creation, which §4.1 does not show. */
  createAnswer: z.enum(['envelope', 'array', 'object', 'empty', 'text']),
  /** How a read of an unknown number is answered, which §7 does not show: 404 in words or with a page, or 200 in one of two forms. */
  unknownOrderAnswer: z.enum(['404', '404-page', 'unsuccessful', 'no-deliveries']),
  /**
   * With `several`, the answer also contains an earlier delivery of the same number, and a delivery of another number.
   */
  deliveriesPerNumber: z.enum(['one', 'several']),
};

export type OperatorModes = Readonly<z.infer<z.ZodObject<typeof modes>>>;

/** A change of some modes; the others stay as they are. */
export const modeChangeSchema = z.strictObject(modes).partial();
export type ModeChange = Readonly<z.infer<typeof modeChangeSchema>>;

const KIND: OperatorModes = {
  repeats: 'refused',
  registers: 'after-post',
  registersAfterSeconds: 0,
  proxy: 'none',
  encoding: 'utf-8',
  historyEntriesPerRead: 0,
  createAnswer: 'envelope',
  unknownOrderAnswer: '404',
  deliveriesPerNumber: 'one',
};

/** The modes of a running operator. */
export class Modes {
  readonly #initial: OperatorModes;
  #current: OperatorModes;

  /** @throws z.ZodError */
  constructor(initial: ModeChange) {
    this.#initial = changed(KIND, z.object(modes).partial().parse(initial));
    this.#current = this.#initial;
  }

  get current(): OperatorModes {
    return this.#current;
  }

  /** @throws z.ZodError */
  change(change: ModeChange): void {
    this.#current = changed(this.#current, modeChangeSchema.parse(change));
  }

  /** Resets the modes to those of the start. */
  clear(): void {
    this.#current = this.#initial;
  }
}

function changed(before: OperatorModes, change: ModeChange): OperatorModes {
  const named = Object.entries<unknown>(change).filter(([, value]) => value !== undefined);
  return z.strictObject(modes).parse({ ...before, ...Object.fromEntries(named) });
}

/**
 * The modes that environment variables set, such as `SANDBOX_OPERATOR_REGISTERS_AFTER_SECONDS`.
 *
 * @throws z.ZodError whose paths are names of variables
 */
export function modesFrom(environment: NodeJS.ProcessEnv): ModeChange {
  const variables = Object.entries(modes).map(([name, schema]) => {
    const variable = `SANDBOX_OPERATOR_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
    const text = environment[variable];
    return { name, schema, variable, value: schema.type === 'number' && text !== undefined ? Number(text) : text };
  });
  const ofVariables = z.object(
    Object.fromEntries(variables.map(({ variable, schema }) => [variable, schema.optional()])),
  );
  ofVariables.parse(Object.fromEntries(variables.map(({ variable, value }) => [variable, value])));
  return modeChangeSchema.parse(Object.fromEntries(variables.map(({ name, value }) => [name, value])));
}
