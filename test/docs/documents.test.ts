import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PROBLEM_CODES } from '../../app/domain/problems/problem.ts';
import { REQUIRED_SCOPES } from '../../app/shops/shop-access.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const codeSpans = (text: string) => Array.from(text.matchAll(/`([^`\n]+)`/g), ([, span = '']) => span);

describe('the documents', () => {
  it.each([
    'README.md',
    'CONTRIBUTING.md',
    'docs/security.md',
    'docs/operating.md',
    'docs/reliability.md',
    'docs/app-store.md',
  ])('%s names files that exist', (file) => {
    const named = codeSpans(read(file)).filter((span) =>
      /^(app|test|scripts|extensions|docs|prisma)\/[\w./$-]*$/.test(span),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
  });

  it('say what to do about every problem, and about no other', () => {
    const [, runbook = ''] = read('docs/operating.md').split('## Runbook');
    const rows = Array.from(runbook.matchAll(/^\| `([a-z-]+)` \|/gm), ([, code = '']) => code);
    expect(rows.sort()).toEqual([...PROBLEM_CODES].sort());
  });

  it('name npm scripts that exist', () => {
    const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')));
    const named = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT })]
      .flatMap((file) => Array.from(read(file).matchAll(/npm run ([a-z:-]+)/g), ([, name]) => String(name)))
      .filter((name) => !Object.hasOwn(scripts, name));
    expect(named).toEqual([]);
  });

  it('publish the pages alone in compose.yaml, and no metrics', () => {
    const [, services = ''] = read('compose.yaml').split('\nservices:\n');
    const ofApp = services.split(/\n(?= {2}\w)/).filter((service) => service.includes('ROLE:'));
    expect(ofApp).toHaveLength(2);
    for (const service of ofApp) expect(service).toMatch(/^ +METRICS_PORT: 9090\b/m);
    expect(services.match(/^ +ports:.*$/gm)).toEqual(["    ports: ['3000:3000']"]);
  });

  it('alert on metrics that exist', () => {
    const code = globSync('app/**/*.ts', { cwd: ROOT }).map(read).join('\n');
    const names = new Set(read('docs/operating.md').match(/handoff_[a-z_]+/g));
    expect(names.size).toBeGreaterThan(5);
    expect([...names].filter((name) => !code.includes(`'${name}'`))).toEqual([]);
  });

  it('give a reason for every scope', () => {
    const [, scopes = ''] = read('docs/app-store.md').split('## Scopes');
    for (const scope of REQUIRED_SCOPES) expect(scopes).toContain(`\`${scope}\``);
  });
});
