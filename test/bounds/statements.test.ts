import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Statements that may return as many rows as there are, by file and the function they stand in. Each reason says what
 * bounds them.
 */
const BOUNDED_OTHERWISE: Readonly<Record<string, string>> = {
  'app/deliveries/hand-over/attempts.ts beginAttempt': 'returns the one row that it inserts',
  'app/deliveries/packing/handovers.ts signHandover': 'it changes rows and returns none',
  'app/scorecard/delivery-counts.ts dayStatement': 'it inserts rows and returns none',
  'app/scorecard/delivery-counts.ts monthStatement': 'it inserts rows and returns none',
  'app/deliveries/reconciliation/daily-counts.ts dailyFigures': 'a row for each place and result, which are ours',
  'app/deliveries/reconciliation/daily-counts.ts oddFulfillments': 'row_number() <= limit, of each of two results',
  'app/deliveries/reconciliation/comparisons.ts claimDueComparisons': 'dueOrders has a LIMIT',
  'app/deliveries/reconciliation/comparisons.ts endComparison': 'the one order that it is given',
  'app/deliveries/reconciliation/comparisons.ts retryComparisons': 'waitingOrders has a LIMIT',
  'app/deliveries/reconciliation/notice-edits.ts compareSoon': 'a row for each order that it is given',
  'app/deliveries/store/of-fulfillments.ts CHANGED': 'a row for each fulfillment that it is given',
  'app/deliveries/store/hand-over/hand-over-steps.ts acceptAll': 'a row for each delivery that it is given',
  'app/deliveries/store/hand-over/begin-call.ts beginCalls': 'a row for each delivery that it is given',
  'app/deliveries/store/holds.ts holdsOf': 'a row for each hold, which are ours',
  'app/deliveries/store/merchant-steps.ts setBoxes': 'a row for each delivery that it is given',
  'app/deliveries/store/of-fulfillments.ts openNew': 'a row for each fulfillment that it is given',
  'app/deliveries/store/of-fulfillments.ts reconsiderPending': 'a row for each fulfillment that it is given',
  'app/deliveries/store/reads.ts recordReadsWithoutNews': 'a row for each delivery that it is given',
  'app/deliveries/store/row/delivery-row.ts lockDeliveries': 'a row for each delivery that it is given',
  'app/deliveries/store/row/delivery-row.ts withShops': 'a shop and an account for each delivery that it is given',
  'app/deliveries/tracking/keep-record.ts addStateEntries':
    'what the answers hold, and for each keptHistory: LIMIT in the UNION',
  'app/deliveries/write-back/fill-order-fields.ts fillOrderFields': 'it changes rows and returns none',
  'app/deliveries/write-back/publications.ts madeEventsOf':
    'for each delivery that it is given deliveryEvents: LIMIT in the LATERAL',
  'app/deliveries/write-back/order-metafields.ts writtenDeliveries':
    'for each order that it is given orderDeliveries: LIMIT in the LATERAL',
  'app/deliveries/write-back/order-outbox.ts claimDueOutboxes': 'dueOrders has a LIMIT',
  'app/deliveries/write-back/order-outbox.ts endOutbox': 'a row for each order that it is given',
  'app/deliveries/write-back/order-outbox.ts queuePublications': 'a row for each delivery that it is given',
  'app/deliveries/write-back/order-outbox.ts retryOrders': 'waitingOrders has a LIMIT',
  'app/deliveries/write-back/publications.ts changedByOthers': 'a row for each order that it is given',
  'app/deliveries/write-back/publications.ts openPublications':
    'for each order that it is given orderPublications: LIMIT in the LATERAL',
  'app/deliveries/write-back/retry-writes.ts retryKeptTracking': 'a row for each fulfillment that it is given',
  'app/deliveries/write-back/retry-writes.ts retryRefusedWrites': 'the newest of each kind of one delivery',
  'app/early-warning/open-orders.ts endOrders': 'a row for each order that it is given',
  'app/early-warning/open-orders.ts openOrders': 'a row for each order that it is given',
  'app/early-warning/open-orders.ts ordersChanged': 'a row for each order that it is given',
  'app/early-warning/order-claims.ts recordCheck': 'the one order that it is given',
  'app/persistence/connection/database-life.ts lifeBeforeDatabase': 'the table has one row',
  'app/persistence/embedded-postgres/server.ts startEmbeddedPostgres':
    'a row for each connection of the server, which has a greatest count',
  'app/persistence/exclusive.ts holdName': 'one call of a function',
  'app/persistence/gauges.ts GAUGES': 'a row for each name of ours; those of operators have LIMIT',
  'app/persistence/migrations.ts applyMigrations': 'a row for each migration',
  'app/persistence/migrations.ts buildIndex': 'one index by its name',
  'app/scheduling/fleet/limit-rows.ts readLimits': 'a row for each key that it is given',
  'app/shop-api/home/delivery-figures.ts countDeliveries': 'a row for each tab and phase, which are ours',
  'app/shop-api/home/delivery-figures.ts lastOperatorAnswers': 'one row of two moments',
  'app/shop-api/home/delivery-figures.ts outcomesByDay': 'a row for each of the days that it is asked for',
  'app/shop-api/scorecard/read-counts.ts readArrivals': "a row for each district of the operator's list and service",
  'app/shop-api/scorecard/read-counts.ts readGroups':
    "a row for each of the shop's pickup points, or of the operator's districts",
  'app/operator-accounts/account-trust.ts recordRefusal': 'one account by its id',
  'app/shops/shop-store.ts openShops': 'a row for each domain that it is given',
  'app/persistence/webhook-inbox.ts insert': 'returns the rows that it inserts',
};

interface Statement {
  readonly where: string;
  readonly sql: string;
}

/** Every SQL that a file of the app sends, with each value as `?`. Of a fragment only what returns rows by itself. */
function statementsOf(file: string, code: string): Statement[] {
  const tree = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const found: Statement[] = [];
  const visit = (node: ts.Node, owner: string): void => {
    const own = ts.isFunctionDeclaration(node) && node.name ? node.name.text : null;
    const inside = own ?? (ts.isVariableStatement(node) && node.parent === tree ? nameOf(node) : owner);
    const sql = ts.isTaggedTemplateExpression(node)
      ? textOf(node.template)
      : isCall(node)
        ? textOf(node.arguments[0])
        : null;
    if (sql !== null) found.push({ where: `${file} ${inside}`, sql });
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(tree, '');
  return found;
}

const nameOf = (node: ts.VariableStatement) => node.declarationList.declarations[0]?.name.getText() ?? '';

const isCall = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && /\.(query|\$queryRawUnsafe)$/.test(node.expression.getText());

function textOf(node: ts.Node | undefined): string {
  if (!node) return '';
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('?');
}

/** What stands in parentheses counts for what it is in: `count(*)` of any number of rows is one. */
function outermost(sql: string): string {
  let text = sql.replace(/\s+/g, ' ').trim();
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replace(/\([^()]*\)/g, '#');
  }
  return text;
}

/** A key of the schema that one row has. */
const ONE_ROW = /WHERE (\w+\.)?"(id|domain)" = \?/;
const AGGREGATE = /^SELECT (count|min|max|sum|greatest|coalesce|to_regclass)#/;

/** Whether any number of rows can come back. */
function isUnbounded(sql: string): boolean {
  const outer = outermost(sql);
  const isRead = /^(SELECT|WITH)\b/.test(outer) || /\bRETURNING\b/.test(outer);
  if (!isRead) return false;
  // what is changed is found by a SELECT with a limit
  if (/\bLIMIT (\?|\d+)/.test(/\bRETURNING\b/.test(outer) ? sql : outer)) return false;
  if (ONE_ROW.test(outer)) return false;
  const select = outer.slice(Math.max(0, outer.lastIndexOf('SELECT ')));
  const isAlone = !/\bGROUP BY\b/.test(outer) && AGGREGATE.test(select);
  return !isAlone && /\bFROM\b|\bRETURNING\b/.test(outer);
}

const files = readdirSync(path.join(ROOT, 'app'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => path.join('app', name));
const statements = files.flatMap((file) => statementsOf(file, readFileSync(path.join(ROOT, file), 'utf8')));

it('every statement that returns rows has a limit, one row, or a reason', () => {
  expect(statements.length).toBeGreaterThan(80);
  const unbounded = new Set(statements.flatMap(({ where, sql }) => (isUnbounded(sql) ? [where] : [])));
  expect([...unbounded].sort()).toEqual(Object.keys(BOUNDED_OTHERWISE).sort());
});

it.each([
  ['SELECT * FROM "Delivery"', true],
  ['SELECT "id" FROM "Delivery" WHERE "shopDomain" = ?', true],
  ['SELECT "id" FROM "Delivery" WHERE "id" IN (SELECT "id" FROM "Attempt" LIMIT ?)', true],
  ['SELECT "state", count(*) FROM "Delivery" GROUP BY 1', true],
  ['WITH due AS (SELECT 1 FROM "Delivery" LIMIT ?) SELECT * FROM "Attempt"', true],
  ['DELETE FROM "Delivery" WHERE "shopDomain" = ? RETURNING "id"', true],
  ['SELECT "id" FROM "Delivery" ORDER BY "id" LIMIT ?', false],
  ['SELECT count(*)::int AS "count" FROM "Delivery"', false],
  ['SELECT * FROM "Delivery" WHERE "id" = ?::uuid FOR UPDATE', false],
  ['UPDATE "Delivery" SET "sendAt" = ? WHERE "id" IN (SELECT "id" FROM "Delivery" LIMIT ?) RETURNING "id"', false],
  ['UPDATE "Delivery" SET "sendAt" = ?', false],
  ['SELECT 1', false],
])('%s is unbounded: %s', (sql, expected) => {
  expect(isUnbounded(sql)).toBe(expected);
});
