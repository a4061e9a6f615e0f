/**
 * `npm run bench [-- AREA ...]` prints the performance table: each figure beside its limit and beside what people would
 * use without the app.
 */
import { describeMachine } from './harness/machine.ts';
import { printTable, type Area } from './harness/table.ts';
import { backlog } from './backlog.ts';
import { earlyWarning } from './early-warning.ts';
import { handOver } from './hand-over.ts';
import { hostile } from './hostile.ts';
import { life } from './life/life.ts';
import { pages } from './pages.ts';
import { printing } from './printing.ts';
import { schedule } from './schedule.ts';
import { scorecard } from './scorecard.ts';
import { start } from './start.ts';
import { sweep } from './sweep.ts';
import { tracking } from './tracking/tracking.ts';
import { webhook } from './webhook/webhook.ts';

const AREAS: readonly Area[] = [
  webhook,
  life,
  handOver,
  backlog,
  sweep,
  earlyWarning,
  tracking,
  pages,
  printing,
  scorecard,
  schedule,
  start,
  hostile,
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !AREAS.some((area) => area.name === name));
if (unknown.length > 0) {
  console.error(`There is no area ${unknown.join(', ')}: choose of ${AREAS.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

console.log(`${new Date().toISOString().slice(0, 10)}: ${describeMachine()}\n`);
for (const { name, title, measure } of AREAS) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const startedAt = performance.now();
  const rows = await measure((line) => console.error(`${name}: ${line}`));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(`## ${title}\n\n${printTable(rows)}\n\n(\`npm run bench -- ${name}\`, ${seconds} s)\n`);
}
