import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { GAUGES } from '../../app/persistence/gauges.ts';
import { measureDisk } from '../../app/metrics.ts';
import { createCountAll } from '../../app/program/processes/supervise.ts';
import { startTestHandoff, type TestHandoff } from '../set-up/handoff.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../docs/monitoring');
const read = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');

const rulesSchema = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});
const testsSchema = z.object({
  tests: z.array(
    z.object({
      alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()).default([]) })),
    }),
  ),
});
const dashboardSchema = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});

const rules = rulesSchema.parse(parse(read('alerts.yml'))).groups.flatMap((group) => group.rules);
const RULE_TESTS = ['alerts.test.yml', 'alerts-of-a-day.test.yml'];
const tests = RULE_TESTS.flatMap((file) => testsSchema.parse(parse(read(file))).tests);
const { panels } = dashboardSchema.parse(JSON.parse(read('dashboard.json')));
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

let program: TestHandoff;
/** Labels of each metric that the program answers with. */
const exposed = new Map<string, readonly string[]>();

/** The names in the text are those that a scraper sees. The labels are those with which they were made. */
async function expose(text: string, registry: Registry): Promise<void> {
  for (const [, name = ''] of text.matchAll(/^# TYPE (\S+) /gm)) {
    const metric = registry.getSingleMetric(name);
    const labels = metric && 'labelNames' in metric ? z.array(z.string()).parse(metric.labelNames) : [];
    exposed.set(name, GAUGES.find((gauge) => gauge.name === name)?.labels ?? labels);
  }
}

beforeAll(async () => {
  program = await startTestHandoff({ work: false });
  const text = await (await fetch(`${program.url}/metrics`)).text();
  await expose(text, program.app.metrics.registry);
  // what a parent of several processes adds, and the embedded database
  const own = new Registry();
  measureDisk(own, FOLDER);
  await expose(await createCountAll(own, () => []).text(), own);
});

afterAll(() => program.stop());

/** The metrics of an expression with the labels that it asks for, in matchers and in `by (...)`. */
function usesOf(expression: string): { name: string; labels: string[] }[] {
  const grouped = Array.from(expression.matchAll(/\bby \(([^)]*)\)/g), ([, list = '']) => list.split(/, */)).flat();
  return Array.from(expression.matchAll(/\b(handoff_\w+?)(_bucket|_count|_sum)?\b(?:\{([^}]*)\})?/g), (found) => {
    const [, name = '', , matchers = ''] = found;
    const matched = Array.from(matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g), ([, label = '']) => label);
    return { name, labels: [...matched, ...grouped].filter((label) => label !== 'le') };
  });
}

describe('the alert rules and the dashboard', () => {
  it('use metrics and labels that the running program has', () => {
    expect(exposed.size).toBeGreaterThan(30);
    const unknown = expressions.flatMap(([where, expression]) => {
      const uses = usesOf(expression);
      if (uses.length === 0) return [`${where}: uses no metric`];
      return uses.flatMap(({ name, labels }) => {
        const known = exposed.get(name);
        if (!known) return [`${where}: no metric ${name}`];
        return labels.filter((label) => !known.includes(label)).map((label) => `${where}: ${name} has no ${label}`);
      });
    });
    expect(unknown).toEqual([]);
  });

  it('name every alert once, and say in docs/operating.md what to do', () => {
    const names = rules.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    const operating = readFileSync(path.join(FOLDER, '../operating.md'), 'utf8');
    expect(names.filter((name) => !operating.includes(`\`${name}\``))).toEqual([]);
  });

  it('have a test for each alert that makes it fire, and one in which it does not', () => {
    const cases = tests.flatMap((each) => each.alert_rule_test);
    const missing = rules.flatMap(({ alert }) => {
      const own = cases.filter(({ alertname }) => alertname === alert);
      return [
        ...(own.some(({ exp_alerts: expected }) => expected.length > 0) ? [] : [`${alert} never fires`]),
        ...(own.some(({ exp_alerts: expected }) => expected.length === 0) ? [] : [`${alert} is never silent`]),
      ];
    });
    expect(missing).toEqual([]);
  });

  it.for([['check rules', 'alerts.yml'], ...RULE_TESTS.map((file) => ['test rules', file])])(
    'pass promtool %s %s',
    ([command = '', file = ''], context) => {
      const promtool = (args: readonly string[]) => spawnSync('promtool', args, { cwd: FOLDER, encoding: 'utf8' });
      context.skip(
        promtool(['--version']).error !== undefined,
        "promtool is not installed: it is in Debian's prometheus",
      );
      const { status, stdout, stderr } = promtool([...command.split(' '), file]);
      expect({ status, output: `${stdout}${stderr}` }).toEqual({ status: 0, output: expect.stringMatching(/SUCCESS/) });
    },
  );
});
