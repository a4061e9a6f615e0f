import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { tokenOfCheck } from '../environment.ts';
import { isPublicAddress } from '../outgoing/outgoing.ts';
import { causeOf, StartError } from '../start-error.ts';
import { parseProfile, ProfileError } from '../operator/profile/operator-profile.ts';
import { checkOperator } from './check-operator.ts';
import { ORDER_LIMIT } from './check-creating.ts';
import { checkStateSchema, recipientSchema, type CheckState } from './check-state.ts';
import { changesSince, exitCodeOf, reportAsMarkdown, reportAsText, VERDICTS, type Report } from './report.ts';

/** `npm run operator:check`: finds out how an operator behaves. It needs no shop, no database and no other variable. */

const USAGE = `npm run operator:check -- --url URL [--token TOKEN | OPERATOR_TOKEN=TOKEN] [--profile FILE] [--branch ID]
  reads only, unless told otherwise
  --create --recipient FILE   also sends up to ${ORDER_LIMIT} orders to the agreed test recipient of the file; asks before, or --yes
  --wait-minutes N            how long an order is waited for that cannot be read yet; 30 by default
  --out FOLDER                where the report and the found profile are written; the present folder by default
  --json                      prints the report as JSON
  --against FILE              says what changed since an earlier report in JSON
Exit code: 0 as the interface says, 2 differs and Handoff adapts, 1 cannot be used.`;

const OPTIONS = {
  url: { type: 'string' },
  token: { type: 'string' },
  profile: { type: 'string' },
  branch: { type: 'string' },
  create: { type: 'boolean', default: false },
  recipient: { type: 'string' },
  yes: { type: 'boolean', default: false },
  'wait-minutes': { type: 'string', default: '30' },
  out: { type: 'string', default: '.' },
  json: { type: 'boolean', default: false },
  against: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const number = (least: number, limit: number) => z.coerce.number().int().min(least).max(limit);
const branchSchema = number(1, Number.MAX_SAFE_INTEGER);
const minutesSchema = number(0, 1_440);
const contentSchema = z.record(z.string(), z.unknown());
const rowSchema = z.looseObject({ row: z.string(), verdict: z.enum(VERDICTS), note: z.string() });
const earlierSchema = z.object({ rows: z.array(rowSchema), states: z.array(z.string()) });

const MINUTE = 60 * 1_000;

const print = (text: string) => void process.stdout.write(`${shown(text)}\n`);
/** Standard output is the report's. */
const tell = (text: string) => void process.stderr.write(`${shown(text)}\n`);

/** The text without the characters that a terminal obeys: the operator's answers are shown as they came. */
function shown(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, '');
}

function optionsFrom(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: false }).values;
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : ''}\n${USAGE}`);
  }
}

async function jsonIn<Schema extends z.ZodType>(
  file: string,
  option: string,
  schema: Schema,
): Promise<z.infer<Schema>> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new StartError(`${option}: ${file} must be a JSON file that can be read (${causeOf(error)})`);
  }
  return parsed(schema, content, option);
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown, option: string): z.infer<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new StartError(
    error.issues.map(({ path: at, message }) => `${option}: ${at.map(String).join('.')} ${message}`).join('\n'),
  );
}

async function main(): Promise<number> {
  const options = optionsFrom(process.argv.slice(2));
  if (options.help) {
    print(USAGE);
    return 0;
  }
  const content = options.profile === undefined ? {} : await jsonIn(options.profile, '--profile', contentSchema);
  parseProfile(content, 'allow');
  const url = addressOf(options.url ?? content.baseUrl);
  const token = options.token ?? tokenOfCheck();
  if (!token)
    throw new StartError(`--token or OPERATOR_TOKEN is missing: the access token of a test account\n${USAGE}`);
  // before the new report takes its place
  const earlier = options.against === undefined ? null : await jsonIn(options.against, '--against', earlierSchema);
  const create = options.create ? await creationOf(options) : null;
  const { state, keep, forget } = await stateOf(path.join(options.out, 'operator-check.state.json'), url, content);
  if (create && !options.yes && !(await isConfirmed(url))) return 1;

  const tools = {
    now: () => Date.now(),
    wait: (ms: number) => wait(ms),
    tell: (line: string) => tell(`  ${line.replaceAll(token, '…')}`),
  };
  const report = await checkOperator({ url, token, state, keep, create }, tools);
  const found = { ...report.profile, ...(isReachedByAll(url) && { baseUrl: url }) };
  await writeReport(options.out, { ...report, profile: found });
  await forget();
  print(options.json ? JSON.stringify(report, null, 2) : reportAsText(report));
  if (earlier) {
    const changes = changesSince(earlier, report);
    const told = changes.length > 0 ? changes.join('\n') : 'Nothing changed since then.';
    (options.json ? tell : print)(told);
  }
  tell(`Written to ${options.out}: operator-check.md, operator-check.json, operator-profile.found.json.`);
  return exitCodeOf(report);
}

function addressOf(given: unknown): string {
  const url = typeof given === 'string' ? URL.parse(given) : null;
  if (url && /^https?:$/.test(url.protocol) && url.username === '') return url.href.replace(/\/{1,9}$/, '');
  throw new StartError(`--url must be the operator's http or https base address, without a user name\n${USAGE}`);
}

async function creationOf(options: ReturnType<typeof optionsFrom>) {
  if (options.recipient === undefined) {
    throw new StartError(
      "--create needs --recipient FILE: the operator's agreed test recipient, so that no courier goes to a buyer",
    );
  }
  const recipient = await jsonIn(options.recipient, '--recipient', recipientSchema);
  const branch = options.branch === undefined ? null : parsed(branchSchema, options.branch, '--branch');
  return { recipient, branch, waitMs: parsed(minutesSchema, options['wait-minutes'], '--wait-minutes') * MINUTE };
}

/** Takes up what a check of the same address has left that was stopped. */
async function stateOf(file: string, url: string, content: Record<string, unknown>) {
  const text = await readFile(file, 'utf8').catch(() => null);
  const left = text === null ? null : parsed(checkStateSchema, JSON.parse(text), file);
  if (left && left.url !== url) {
    throw new StartError(`${file} is of a check of ${left.url} that was stopped: finish it, or remove the file`);
  }
  const run = `hc-${Date.now().toString(36)}`;
  const state: CheckState = left ?? { url, run, content, adapted: [], orders: {} };
  return {
    state,
    keep: () => writeFile(file, JSON.stringify(state, null, 2)),
    forget: () => rm(file, { force: true }),
  };
}

async function isConfirmed(url: string): Promise<boolean> {
  const question = `This sends up to ${ORDER_LIMIT} orders to ${url}, one number of them twice. Continue? [y/N] `;
  if (!process.stdin.isTTY) throw new StartError(`${question}\nThere is no terminal to answer on: say --yes`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Whether the address can stand in a profile: one of this machine or network would be refused. */
function isReachedByAll(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return !/(^|\.)localhost$/.test(host) && (!/^[\d.]+$|:/.test(host) || isPublicAddress(host));
}

async function writeReport(folder: string, report: Report): Promise<void> {
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  await write('operator-check.json', `${JSON.stringify(report, null, 2)}\n`);
  await write('operator-check.md', `${reportAsMarkdown(report)}\n`);
  await write('operator-profile.found.json', `${JSON.stringify(report.profile, null, 2)}\n`);
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof StartError || error instanceof ProfileError)) throw error;
  tell(error.message);
  process.exitCode = 1;
}
