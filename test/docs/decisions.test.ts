import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(ROOT, 'docs/decisions');
const read = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');

const records = globSync('0*.md', { cwd: FOLDER }).sort();
const numberOf = (file: string) => Number(file.slice(0, 4));
const titleOf = (file: string) => /^# \d+\. (.+)$/m.exec(read(file))?.[1];

describe('the decisions', () => {
  it('are numbered without gaps, in the name and in the title', () => {
    expect(records.map(numberOf)).toEqual(records.map((_file, index) => index + 1));
    const titles = records.map((file) => /^# (\d+)\. /.exec(read(file))?.[1]);
    expect(titles).toEqual(records.map((file) => String(numberOf(file))));
  });

  it.each(records)('%s says the context, the decision and what follows', (file) => {
    const parts = Array.from(read(file).matchAll(/^\*\*(Context|Decision|Consequences)\.\*\*/gm), ([, part]) => part);
    expect(parts).toEqual(['Context', 'Decision', 'Consequences']);
  });

  it('are all in the index, by their titles', () => {
    const rows = Array.from(read('README.md').matchAll(/^\| (\d+) \| \[(.+)\]\((\S+)\) \|$/gm), (row) => row.slice(1));
    expect(rows).toEqual(records.map((file) => [String(numberOf(file)), titleOf(file), file]));
  });

  it('that a document, a comment or a test names by number exist', () => {
    const files = globSync(['README.md', 'docs/**/*.md', '{app,sandbox,test,extensions}/**/*.{ts,tsx}'], { cwd: ROOT });
    const missing = files.flatMap((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      const numbers = Array.from(text.matchAll(/\bdecision (\d+)/gi), ([, number]) => Number(number));
      return numbers.filter((number) => number < 1 || number > records.length).map((number) => `${file}: ${number}`);
    });
    expect(missing).toEqual([]);
  });

  it('that a link leads to exist', () => {
    const links = globSync(['README.md', 'docs/**/*.md'], { cwd: ROOT }).flatMap((file) =>
      Array.from(
        readFileSync(path.join(ROOT, file), 'utf8').matchAll(/\]\((?:[\w./-]*\/)?(0\d{3}-[\w-]+\.md)\)/g),
        (link) => String(link[1]),
      ),
    );
    expect(links.filter((link) => !records.includes(link))).toEqual([]);
  });
});
