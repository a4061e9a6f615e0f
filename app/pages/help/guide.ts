import type { Locale } from '../../texts/locale.ts';
import { HELP_TOPICS, type HelpTopic } from './help-topics.ts';

/** One page of the guide in one language, rendered from its Markdown file in `docs/guide` when the pages are built. */
export interface GuidePage {
  readonly title: string;
  /** The text, with links to pages of the app. */
  readonly html: string;
  /** The text for readers outside the admin. */
  readonly plainHtml: string;
}

const FILES = import.meta.glob<GuidePage>('../../../docs/guide/*/*.md', { eager: true, import: 'default' });

/** The pages of the guide in one language, in the order of the work. */
export function guideIn(locale: Locale): readonly { readonly topic: HelpTopic; readonly page: GuidePage }[] {
  return HELP_TOPICS.map((topic) => {
    const page = FILES[`../../../docs/guide/${locale}/${topic}.md`];
    if (!page) throw new Error(`the guide has no page ${topic} in ${locale}`);
    return { topic, page };
  });
}

/** @throws Response 404 when the guide has no such page */
export function guidePageIn(locale: Locale, name: string | undefined): GuidePage {
  const found = guideIn(locale).find(({ topic }) => topic === name);
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- Remix: responses are thrown
  if (!found) throw new Response(null, { status: 404 });
  return found.page;
}
