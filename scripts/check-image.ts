/**
 * Checks the container image and compose.yaml as far as that is possible without Docker: the files they name exist,
 * nothing runs as root, secrets come from outside, and every build step is a script of the project.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const problems: string[] = [];
const demand = (isMet: boolean, what: string) => {
  if (!isMet) problems.push(what);
};

const lines = readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', ' ').split('\n');
const instructions = lines.flatMap((line) => {
  const [, name, rest] = /^([A-Z]+)\s+(.+)$/.exec(line) ?? [];
  return name && rest ? [{ name, rest: rest.trim() }] : [];
});
const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
const value = (name: string) => last.findLast((instruction) => instruction.name === name)?.rest;

demand(instructions.filter(({ name }) => name === 'FROM').length === 2, 'Dockerfile: two stages, to build and to run');
demand(value('USER') === 'node', 'Dockerfile: the program must run as node, not as root');
demand(value('HEALTHCHECK')?.includes('/readyz') ?? false, 'Dockerfile: HEALTHCHECK asks /readyz');
demand(
  /^\["node", ("--[^"]+", )*"app\/main\.ts"\]$/.test(value('CMD') ?? ''),
  'Dockerfile: CMD is an array, so that signals reach the program',
);
demand(!lines.some((line) => /(SECRET|TOKEN|ENCRYPTION_KEY)=/.test(line)), 'Dockerfile: holds a secret');
for (const { name, rest } of instructions) {
  if (name === 'FROM')
    demand(/^node:\d+-\w+-slim( AS \w+)?$/.test(rest), `Dockerfile: FROM ${rest} is not pinned to a Node and a Debian`);
  if (name !== 'COPY') continue;
  const sources = rest
    .split(/\s+/)
    .filter((part) => !part.startsWith('--'))
    .slice(0, -1);
  for (const source of sources.map((each) => each.replace(/^\/app\//, ''))) {
    demand(existsSync(source) || source === 'build', `Dockerfile: COPY ${source}: there is no such file`);
  }
}
const copied = last
  .filter(({ name }) => name === 'COPY')
  .map(({ rest }) => rest)
  .join('\n');
for (const folder of ['node_modules', 'build', 'app', 'prisma']) {
  demand(copied.includes(`/app/${folder} `), `Dockerfile: the program needs ${folder}`);
}

const service = z.looseObject({
  image: z.string(),
  restart: z.literal('unless-stopped'),
  environment: z.record(z.string(), z.string()),
  user: z.undefined().optional(),
  privileged: z.undefined().optional(),
});
const app = service.extend({
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  init: z.literal(true),
});
const compose = z.object({
  services: z.object({
    web: app.extend({ environment: z.looseObject({ ROLE: z.literal('web'), DATABASE_URL: z.string() }) }),
    worker: app.extend({ environment: z.looseObject({ ROLE: z.literal('worker'), DATABASE_URL: z.string() }) }),
    postgres: service.extend({ image: z.string().regex(/^postgres:\d+/), healthcheck: z.object({}).loose() }),
  }),
});
const text = readFileSync('compose.yaml', 'utf8');
const parsed = compose.safeParse(parse(text, { merge: true }));
if (!parsed.success) problems.push(`compose.yaml: ${z.prettifyError(parsed.error)}`);
demand(!/PASSWORD: [^$]/.test(text), 'compose.yaml: holds a password');

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
