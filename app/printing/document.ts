import { createHash } from 'node:crypto';
import type { Locale } from '../texts/locale.ts';
import { PAPERS, type PaperName } from './format.ts';

/** HTML that is ready to be sent. Everything else is text, and is escaped where it is put in. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

type Part = string | number | Markup | readonly Markup[] | null;

/** Puts texts into HTML. A value that is no markup is escaped; null leaves nothing. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...parts.map(written)));
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function written(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.html;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map(({ html }) => html).join('');
}

/** What every document begins with. */
interface DocumentHead {
  /** Shown in the print dialog, and as the name of a saved PDF. */
  readonly title: string;
  readonly locale: Locale;
  readonly format: PaperName;
  readonly style: string;
  /** The origin that images are loaded from. Without it, nothing is loaded. */
  readonly images?: string | null;
}

/**
 * A document as a stream of HTML: its head, then each part as soon as it is made. It has no scripts, loads nothing but
 * images of products, and carries its policy with it, because whoever shows it may not pass its headers on.
 */
export async function* writeDocument(
  head: DocumentHead,
  parts: AsyncIterable<Markup> | Iterable<Markup>,
): AsyncGenerator<string> {
  yield markup`<!doctype html>
<html lang="${head.locale}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(head)}">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${head.title}</title>
<style>${new Markup(styleOf(head))}</style>
</head>
<body>
`.html;
  for await (const part of parts) yield `${part.html}\n`;
  yield '</body>\n</html>\n';
}

/** Nothing runs, and nothing but images is loaded; the document's own style is allowed by its hash. */
export function policyOf(head: Pick<DocumentHead, 'format' | 'style' | 'images'>): string {
  const hash = createHash('sha256').update(styleOf(head)).digest('base64');
  const images = head.images ? ` img-src ${head.images};` : '';
  return `default-src 'none';${images} style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

/** Sizes are in millimetres, and the page has no margin of its own, so that what is printed is as long as it says. */
function styleOf({ format, style }: Pick<DocumentHead, 'format' | 'style'>): string {
  const { width, height } = PAPERS[format];
  return `@page{size:${width}mm ${height}mm;margin:0}
*{box-sizing:border-box}
html,body{margin:0;padding:0;background:#fff;color:#000;-webkit-print-color-adjust:exact;print-color-adjust:exact}
body{font-family:"Helvetica Neue",Arial,"Liberation Sans","Noto Sans","Noto Sans CJK JP","Noto Sans Arabic",sans-serif;
font-size:3.6mm;line-height:1.2;overflow-wrap:anywhere}
p,h1,h2,table{margin:0;padding:0;font-size:inherit;font-weight:inherit}
svg{display:block;fill:#000}
${style}
@media screen{html,body{background:#e3e3e3}.page,.sheet{margin:4mm auto;background:#fff;box-shadow:0 0 2mm rgba(0,0,0,.25)}}`;
}
