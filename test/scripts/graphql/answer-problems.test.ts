import { buildSchema, parse } from 'graphql';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { answerProblems } from '../../../scripts/graphql/answer-problems.ts';

const schema = buildSchema(`
  scalar Decimal
  enum Status { OPEN CLOSED }
  interface Node { id: ID! }
  type Order implements Node { id: ID! note: String total: Decimal! lines: [Line!]! status: Status! }
  type Line { quantity: Int sku: String! }
  type Query { order(id: ID!): Order  nodes: [Node]! }
`);
const problemsOf = (query: string, data: z.ZodType) => answerProblems(schema, parse(query), data);

const ORDER = '{ order(id: "1") { note total status lines { quantity sku } } }';
const order = {
  note: z.string().nullable(),
  total: z.string(),
  status: z.string(),
  lines: z.array(z.object({ quantity: z.number().int().nullable(), sku: z.string() })),
};
const orderWith = (change: Record<string, z.ZodType>) =>
  z.object({ order: z.object({ ...order, ...change }).nullable() });

it('takes an answer that is written as the schema has it, or reads less of it', () => {
  expect(problemsOf(ORDER, orderWith({}))).toEqual([]);
  expect(problemsOf(ORDER, z.object({ order: z.object({ total: z.string() }).nullable() }))).toEqual([]);
  expect(problemsOf(ORDER, orderWith({ status: z.string(), lines: z.unknown() }))).toEqual([]);
});

it.each<[string, z.ZodType, string]>([
  ['an object that can be null', z.object({ order: z.object(order) }), 'order can be null'],
  ['a text that can be null', orderWith({ note: z.string() }), 'order.note can be null'],
  ['a decimal as a number', orderWith({ total: z.number() }), 'order.total is string in JSON'],
  ['an enum of today', orderWith({ status: z.enum(['OPEN', 'CLOSED']) }), 'order.status can get further values'],
  ['a list as an object', orderWith({ lines: z.object({}) }), 'order.lines is a list'],
  [
    'a number that can be null in a list',
    orderWith({ lines: z.array(z.object({ quantity: z.number(), sku: z.string() })) }),
    'order.lines[].quantity can be null',
  ],
  [
    'what is not asked for',
    orderWith({ name: z.string() }),
    'order.name is read, but the document does not ask for it',
  ],
])('finds %s', (_what, data, problem) => {
  expect(problemsOf(ORDER, data)).toEqual([problem]);
});

it('finds a field that a directive can leave out, and reads inline fragments', () => {
  const document = 'query ($with: Boolean!) { nodes { id ... on Order { note @include(if: $with) total } } }';
  const nodes = (note: z.ZodType) =>
    z.object({ nodes: z.array(z.object({ id: z.string(), note, total: z.string() }).nullable()) });
  expect(problemsOf(document, nodes(z.string().nullish()))).toEqual([]);
  expect(problemsOf(document, nodes(z.string().nullable()))).toEqual(['nodes[].note can be left out']);
});
