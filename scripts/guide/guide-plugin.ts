import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { GuidePage } from '../../app/pages/help/guide.ts';
import { anchorsOf, readGuideText, renderGuide } from './guide-text.ts';
import { webpSize } from './webp-size.ts';

const PAGE = /\/docs\/guide\/(?<locale>[a-z]+)\/(?<name>[\w-]+)\.md$/;

/** Lets the pages import Markdown files of the guide, rendered: the bundle has no Markdown and nothing that reads it. */
export const guidePlugin: Plugin = {
  name: 'guide',
  enforce: 'pre',
  transform(markdown, id) {
    const { locale, name } = PAGE.exec(id)?.groups ?? {};
    if (!locale || !name) return null;
    const english = path.join(path.dirname(id), '..', 'en', `${name}.md`);
    this.addWatchFile(english);
    const anchors = anchorsOf(readGuideText(readFileSync(english, 'utf8')).headings);
    const { title, pictures } = readGuideText(markdown);
    const picture = (href: string) => {
      const size = webpSize(readFileSync(path.join(path.dirname(id), href)));
      return { src: placeOf(href), width: size.width, height: size.height };
    };
    const page: GuidePage = {
      title,
      html: renderGuide(markdown, { anchors, picture, link: linkInApp }),
      plainHtml: renderGuide(markdown, { anchors, picture, link: (href) => linkOutside(href, locale) }),
    };
    return { code: moduleOf(page, [...new Set(pictures)]), map: null };
  },
};

/** `review.md#choose-a-district` in the app, and pages of the app as they are. */
function linkInApp(href: string): string {
  return href.replace(/^([\w-]+)\.md/, '/app/help/$1');
}

/** Outside the admin, the guide's own pages can be opened, and those of the app cannot. */
function linkOutside(href: string, locale: string): string | null {
  const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return name ? `/help/${name}?locale=${locale}${anchor}` : null;
}

/** Stands for the address of a picture until the bundler names it. */
function placeOf(href: string): string {
  return `picture:${href}`;
}

function moduleOf(page: GuidePage, pictures: readonly string[]): string {
  const imports = pictures.map((href, index) => `import picture${index} from ${JSON.stringify(`./${href}?url`)};`);
  const replaced = pictures.reduce(
    (code, href, index) => `${code}.replaceAll(${JSON.stringify(placeOf(href))}, picture${index})`,
    '',
  );
  return [
    ...imports,
    `const title = ${JSON.stringify(page.title)};`,
    `const html = ${JSON.stringify(page.html)}${replaced};`,
    `const plainHtml = ${JSON.stringify(page.plainHtml)}${replaced};`,
    'export default { title, html, plainHtml };',
  ].join('\n');
}
