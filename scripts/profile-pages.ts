/**
 * Writes docs/operator-profile.schema.json and docs/operator-profile.md from the schema of the operator's profile. With
 * `--check` it writes nothing, and fails when one of them is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';
import { BUILT_IN_STATES } from '../app/operator/profile/built-in-states.ts';
import { profileSchema } from '../app/operator/profile/profile-schema.ts';

const INTRODUCTION = `# The operator's profile

\`OPERATOR_PROFILE\` names a JSON file that says how one operator speaks. All of it is optional: without it, Handoff speaks
the Order Delivery Service Interface as written. The variables of the environment win over the file, and what a merchant has
saved wins over both. The file is checked at the start. Each mistake is one line with its path, and the exit code is 1.

\`npm run operator:check\` writes the profile of an operator that it has measured
([connecting a new operator](operating.md#connecting-a-new-operator-ten-minutes)).
\`operator-profile.schema.json\` beside this page lets an editor help:

\`\`\`json
{
  "$schema": "https://example.com/operator-profile.schema.json",
  "paths": { "create": "/order/", "read": "/order/{order_number}/" },
  "urlTracking": "text",
  "states": { "em trânsito": "on-the-way", "saiu para entrega": "out-for-delivery" },
  "absence": { "codes": ["ORDER_404"] },
  "repeats": "refused",
  "registersWithinMinutes": 25
}
\`\`\`

A profile cannot widen what is allowed: a base address of a private network is refused unless
\`OUTGOING_PRIVATE_ADDRESSES=allow\`, paths stay below the base address, so that the token goes to no other host, and words
are compared as they are: there are no expressions.

\`scripts/profile-pages.ts\` writes this page from \`app/operator/profile/profile-schema.ts\`.`;

interface Part {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Part[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly additionalProperties?: Part | boolean;
  readonly items?: Part;
}

const EMPTY = new Set(['{}', '[]', undefined]);

function rowsOf(part: Part, at: string): string[][] {
  const { limit, beyond } = part.properties ?? {};
  if (limit && beyond)
    return [[`\`${at}\``, `{ \`"limit"\`, \`"beyond"\`: ${kindOf(beyond)} }`, '', part.description ?? '']];
  const inside = Object.entries(part.properties ?? {}).flatMap(([name, each]) =>
    rowsOf(each, at ? `${at}.${name}` : name),
  );
  const items = part.items?.properties ? rowsOf(part.items, `${at}[]`).slice(1) : [];
  const value = JSON.stringify(part.default);
  const row = [`\`${at}\``, kindOf(part), EMPTY.has(value) ? '' : `\`${value}\``, part.description ?? ''];
  return [...(at === '' ? [] : [row]), ...inside, ...items];
}

function kindOf({ type, enum: values, anyOf, items, additionalProperties }: Part): string {
  if (values) return values.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  if (anyOf) return anyOf.map(kindOf).join(' or ');
  if (type === 'array') return `list of ${items ? kindOf(items) : 'anything'}`;
  if (type === 'object' && typeof additionalProperties === 'object') return `name → ${kindOf(additionalProperties)}`;
  return type ?? '';
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...lines.map(line)].join('\n');
}

const jsonSchema = z.toJSONSchema(profileSchema, { io: 'input' });
const states = BUILT_IN_STATES.map(([name, { group, event }]) => [name, group, event ?? 'none']);
const page = [
  INTRODUCTION,
  '## Settings',
  table(['Setting', 'Value', 'Default', 'Meaning'], rowsOf(jsonSchema as Part, '')),
  '## Built-in states',
  "Names are compared without case, accents and extra spaces. A profile's own name replaces a built-in one.",
  table(['Name', 'Group', "Shopify's event"], states),
];

const docs = path.join(import.meta.dirname, '../docs');
const pages = [
  {
    name: 'operator-profile.schema.json',
    parser: 'json',
    text: JSON.stringify({ title: "An operator's profile", ...jsonSchema }),
  },
  { name: 'operator-profile.md', parser: 'markdown', text: `${page.join('\n\n')}\n` },
];
for (const { name, parser, text } of pages) {
  const file = path.join(docs, name);
  const written = await format(text, { ...(await resolveConfig(file)), parser });
  if (!process.argv.includes('--check')) await writeFile(file, written);
  else if ((await readFile(file, 'utf8').catch(() => null)) !== written) {
    console.error(`docs/${name} is out of date: run node scripts/profile-pages.ts`);
    process.exitCode = 1;
  }
}
