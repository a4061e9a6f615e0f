import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * The modules of `app/` that may exist twice in a process: in the program, and in the bundle of the pages. Each is pure:
 * it holds no state that two copies could disagree about, and no class that one copy would not know from the other.
 */
const MAY_BE_TWICE: Readonly<Record<string, string>> = {
  'app/bounds.ts': 'a table of numbers',
  'app/domain/exceptions/exception.ts': 'how an action says what a page showed: shown there, read here',
  'app/domain/lifecycle/delivery-tab.ts': 'names of the tabs of the list: counted there, drawn here',
  'app/domain/lifecycle/hold.ts': 'how many held deliveries go without asking: decided there, said here',
  'app/domain/mapping/clean-text.ts': 'pure functions, by which names of states are compared',
  'app/domain/mapping/delivery-services.ts': 'names of the delivery services, which the filters offer',
  'app/domain/planning/delivery-plan.ts': 'one pure function: decided there, flagged here',
  'app/domain/scorecard/scorecard.ts': 'pure functions of counts: computed there, named here',
  'app/domain/scorecard/slice.ts': 'how an address names deliveries behind a figure: read by both sides',
  'app/domain/settings/shop-country.ts': 'a table of currencies',
  'app/domain/settings/settings-groups.ts':
    'names of the settings of each page: an address and a form are read by them',
  'app/domain/settings/setting-errors.ts': 'bounds and error names of settings: checked there, drawn here',
  'app/domain/tracking/fulfillment-events.ts': 'a table of names of events',
  'app/domain/tracking/operator-state.ts': 'names of the state groups, which the filters offer',
  'app/domain/tracking/promise-watch.ts': 'names of the flags, which the filters offer',
  'app/pages/deliveries/delivery-query.ts': 'names of what an address asks of the list: read by both sides',
  'app/pages/deliveries/read-delivery-query.ts': 'how an address names a query of the list: read by both sides',
  'app/pages/review/review-result.ts': 'how many rows of the desk show their customer: checked there, asked here',
  'app/pages/scorecard/scorecard-query.ts': 'how an address names what the scorecard shows: read by both sides',
  'app/extension-api/printed-times.ts': 'prints days and times, in view models there and in a title here',
  'app/extension-api/promise-in-words.ts': 'prints a promise, in previews there and on pages here',
  'app/pages/warehouse/print-query.ts': 'names of the printed documents: read there, chosen here',
  'app/pages/warehouse/read-print-query.ts': 'how an address names what is printed: read by both sides',
  'app/pages/shell/asked-values.ts': 'how an address names a day or a place in a list: read by both sides',
  'app/printing/format.ts': 'sizes of the papers: printed there, chosen here',
  'app/texts/format.ts':
    'fills a text in: for answers to extensions there, for pages here; its cache is by the text itself',
  'app/texts/locale.ts': 'chooses the language of an address, which both sides read',
  'app/texts/regional-words.ts': "puts a country's words into texts: into answers there, into pages here",
  'app/texts/within-sentence.ts': "fits the operator's words into a sentence, in answers and on pages",
};
/** What a pure module may use at run time besides other pure modules. */
const PURE_PACKAGES = /node_modules\/(zod|luxon|intl-messageformat)\//;

interface Module {
  readonly source: string;
  readonly uses: readonly string[];
}

let program: ReadonlyMap<string, Module>;
let bundle: ReadonlySet<string>;

beforeAll(async () => {
  program = await modulesOf('app/main.ts');
  const listed = z
    .array(z.string())
    .parse(JSON.parse(readFileSync(path.join(ROOT, 'build/server/modules.json'), 'utf8')));
  bundle = new Set(listed.map((file) => path.relative(ROOT, file)).filter((file) => file.startsWith('app/')));
});

/** What a program loads when it runs: imports of types are none. */
async function modulesOf(entry: string): Promise<Map<string, Module>> {
  const { output } = await cruise([entry], {
    baseDir: ROOT,
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: false,
  });
  const { modules } = output as ICruiseResult;
  return new Map(
    modules.map(({ source, dependencies }) => [source, { source, uses: dependencies.map(({ resolved }) => resolved) }]),
  );
}

it('knows both sides', () => {
  expect(program.has('app/deliveries/delivery-store.ts')).toBe(true);
  expect(program.has('app/shop-api/shop-api.ts')).toBe(true);
  expect(bundle.has('app/routes/app._index.tsx')).toBe(true);
});

it('the bundle of the pages and the program share only pure code', () => {
  const twice = [...bundle].filter((file) => program.has(file));
  expect(twice.sort()).toEqual(Object.keys(MAY_BE_TWICE).sort());
});

it.each(Object.keys(MAY_BE_TWICE))('%s is pure', (file) => {
  const uses = program.get(file)?.uses ?? ['nothing is known of it'];
  expect(uses.filter((used) => !(used in MAY_BE_TWICE) && !PURE_PACKAGES.test(used) && !isOfDomain(used))).toEqual([]);
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  expect(text).not.toMatch(/^(export )?(let|class|abstract class) /m);
  expect(text).not.toMatch(/new (WeakMap|WeakSet|Map|Set)\(\)/);
});

/** The layer rules keep the domain pure. */
function isOfDomain(file: string): boolean {
  return file.startsWith('app/domain/');
}
