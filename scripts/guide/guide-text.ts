import { Marked, type Token, type Tokens } from 'marked';

/** What one page of the guide says and refers to, as its Markdown has it. */
export interface GuideText {
  readonly title: string;
  /** The headings of the sections. */
  readonly headings: readonly string[];
  /** Addresses of pictures, relative to the file. */
  readonly pictures: readonly string[];
  /** Other pages (`review.md#choose-a-district`) and pages of the app (`/app/settings`). */
  readonly links: readonly string[];
  /** Names of buttons, fields and pages, which the guide writes in bold as the screens have them. */
  readonly labels: readonly string[];
}

export function readGuideText(markdown: string): GuideText {
  const [title, ...sections] = headingsOf(markdown);
  const pictures: string[] = [];
  const links: string[] = [];
  const labels: string[] = [];
  const marked = new Marked();
  void marked.walkTokens(marked.lexer(markdown), (token) => {
    if (isImage(token)) pictures.push(token.href);
    if (isLink(token)) links.push(token.href);
    if (isStrong(token)) labels.push(token.text);
  });
  return { title: title ?? '', headings: sections, pictures, links, labels };
}

/**
 * Names the sections for links to them. All languages have the names of the English page, so that a link works in each.
 *
 * @param english headings of the sections of the English page
 */
export function anchorsOf(english: readonly string[]): string[] {
  return english.map((heading) => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-'));
}

export interface GuideTargets {
  /** The names of the sections, in their order. */
  readonly anchors: readonly string[];
  /** The address of a link; null for what this reader cannot open, of which the text is left. */
  readonly link: (href: string) => string | null;
  /** The address of a picture and its size in pixels. */
  readonly picture: (href: string) => { readonly src: string; readonly width: number; readonly height: number };
}

/** Renders the text below the title. */
export function renderGuide(markdown: string, { anchors, link, picture }: GuideTargets): string {
  let section = 0;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens);
        if (depth !== 2) throw new Error(`all sections of a guide have the same depth, but “${text}” has another`);
        const anchor = anchors[section];
        section += 1;
        return `<h2 id="${anchor ?? ''}">${text}</h2>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const address = link(href);
        return address === null ? text : `<a href="${address}">${text}</a>`;
      },
      image({ href, text }) {
        const { src, width, height } = picture(href);
        const alt = text.replaceAll('"', '&quot;');
        // not lazy: for that, a browser lays the page out before its styles are there, and everything moves
        return `<img src="${src}" alt="${alt}" width="${width}" height="${height}" />`;
      },
    },
  });
  const tokens = marked.lexer(markdown).filter((token) => !(isHeading(token) && token.depth === 1));
  return marked.parser(tokens);
}

function headingsOf(markdown: string): string[] {
  return new Marked()
    .lexer(markdown)
    .filter(isHeading)
    .map(({ text }) => text);
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
const isImage = (token: Token): token is Tokens.Image => token.type === 'image';
const isLink = (token: Token): token is Tokens.Link => token.type === 'link';
const isStrong = (token: Token): token is Tokens.Strong => token.type === 'strong';
