import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { HELP_TOPICS } from '../../app/pages/help/help-topics.ts';
import { PIN_PICTURE } from '../../app/pages/help/help-topics.ts';
import { LOCALES } from '../../app/texts/locale.ts';
import { anchorsOf, readGuideText, renderGuide } from '../../scripts/guide/guide-text.ts';
import { webpSize } from '../../scripts/guide/webp-size.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const GUIDE = path.join(ROOT, 'docs/guide');
const PICTURE_LIMIT_BYTES = 60_000;

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const page = (locale: string, topic: string) => readGuideText(read(`docs/guide/${locale}/${topic}.md`));
const everyPage = LOCALES.flatMap((locale) => HELP_TOPICS.map((topic) => ({ locale, topic })));

/** Every text of the catalogue in one language. */
function textsIn(locale: string): ReadonlySet<string> {
  const found = new Set<string>();
  const collect = (value: unknown) => {
    if (typeof value === 'string') found.add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect(JSON.parse(read(`app/texts/${locale}.json`)));
  return found;
}

/** `review#choose-a-district`, as links and addresses name a section of the guide. */
const sections = new Set(
  HELP_TOPICS.flatMap((topic) => [topic, ...anchorsOf(page('en', topic).headings).map((name) => `${topic}#${name}`)]),
);

describe('the guide for merchants', () => {
  it.each(LOCALES)('has every page in %s, and no other file', (locale) => {
    const files = globSync('*.md', { cwd: path.join(GUIDE, locale) });
    expect(files.sort()).toEqual(HELP_TOPICS.map((topic) => `${topic}.md`).sort());
  });

  it.each(everyPage)('$locale/$topic has the sections, pictures and links of the English page', ({ locale, topic }) => {
    const { title, headings, pictures, links } = page(locale, topic);
    const english = page('en', topic);
    expect(title).not.toBe('');
    expect(headings).toHaveLength(english.headings.length);
    expect(pictures).toEqual(english.pictures);
    expect(links).toEqual(english.links);
  });

  it.each(everyPage)('$locale/$topic leads to sections that there are', ({ locale, topic }) => {
    const { links } = page(locale, topic);
    const toGuide = links.filter((link) => !link.startsWith('/app'));
    expect(toGuide.map((link) => link.replace('.md', '')).filter((link) => !sections.has(link))).toEqual([]);
  });

  it.each(everyPage)('$locale/$topic names buttons and fields as the screens do', ({ locale, topic }) => {
    const shown = textsIn(locale);
    expect(page(locale, topic).labels.filter((label) => !shown.has(label))).toEqual([]);
  });

  it.each(LOCALES)('has pictures in %s that are small, and none that no page shows', (locale) => {
    const named = HELP_TOPICS.flatMap((topic) => page(locale, topic).pictures).sort();
    const files = globSync('pictures/*', { cwd: path.join(GUIDE, locale) }).sort();
    expect(files).toEqual(named);
    const sizes = files.map((file) => [file, statSync(path.join(GUIDE, locale, file)).size] as const);
    expect(sizes.filter(([, bytes]) => bytes > PICTURE_LIMIT_BYTES || bytes < 1_000)).toEqual([]);
    expect(webpSize(readFileSync(path.join(GUIDE, locale, 'pictures/order-page-pin.webp')))).toEqual(PIN_PICTURE);
  });

  it('is linked from the code at sections that there are', () => {
    const files = globSync('app/{pages,routes}/**/*.tsx', { cwd: ROOT });
    const links = files.flatMap((file) =>
      Array.from(read(file).matchAll(/\/app\/help\/([\w-]+(?:#[\w-]+)?)['"`]/g), ([, link = '']) => link),
    );
    expect(links).not.toEqual([]);
    expect(links.filter((link) => !sections.has(link))).toEqual([]);
  });
});

describe('a page of the guide is rendered', () => {
  const targets = {
    anchors: ['first-part', 'second-part'],
    link: (href: string) => (href.startsWith('/app') ? null : `/help/${href}`),
    picture: () => ({ src: 'a.webp', width: 2, height: 1 }),
  };

  it('without its title, with sections that links can name', () => {
    const html = renderGuide('# Título\n\nUno.\n\n## Primera\n\n## Segunda\n', targets);
    expect(html).not.toContain('Título');
    expect(html).toContain('<h2 id="first-part">Primera</h2>');
    expect(html).toContain('<h2 id="second-part">Segunda</h2>');
  });

  it('with the text alone of a link that its reader cannot open', () => {
    expect(renderGuide('Abra [Ajustes](/app/settings) o [otra](b.md).', targets).trim()).toBe(
      '<p>Abra Ajustes o <a href="/help/b.md">otra</a>.</p>',
    );
  });

  it('with the size of each picture, so that nothing moves when it loads', () => {
    expect(renderGuide('![El "campo"](a.webp)', targets)).toContain(
      '<img src="a.webp" alt="El &quot;campo&quot;" width="2" height="1" />',
    );
  });

  it('not at all with sections in sections, which have no anchors', () => {
    expect(() => renderGuide('### Deep', targets)).toThrow('all sections of a guide have the same depth');
  });
});
