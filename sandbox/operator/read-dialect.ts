import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { speechSchema } from './misbehaviour/dialect.ts';
import { modeChangeSchema } from './misbehaviour/modes.ts';
import type { SandboxOperatorOptions } from './sandbox-operator.ts';

/** A file of a dialect: the modes of an operator, its forms on the wire, and the calls that it takes in a minute. */
const dialectSchema = z.strictObject({
  /** What it stands for, for readers. */
  about: z.string(),
  modes: modeChangeSchema.default({}),
  speech: speechSchema.prefault({}),
  rateLimit: z.int().positive().optional(),
  timeZone: z.string().optional(),
});

/** @throws Error that says what is wrong with the file */
export function readDialectFile(file: string): SandboxOperatorOptions {
  const result = dialectSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!result.success) throw new Error(`--dialect ${file}: ${z.prettifyError(result.error)}`);
  const { modes, speech, rateLimit, timeZone } = result.data;
  return {
    ...modes,
    speech,
    ...(rateLimit !== undefined && { rateLimit }),
    ...(timeZone !== undefined && { timeZone }),
  };
}

/** @param args of the program: `--dialect FILE`, or nothing */
export function readDialect(args: readonly string[]): SandboxOperatorOptions {
  const { dialect } = parseArgs({ args: [...args], options: { dialect: { type: 'string' } } }).values;
  return dialect === undefined ? {} : readDialectFile(dialect);
}
