import type { LoaderFunctionArgs } from '@remix-run/node';
import { guidePageIn } from '../pages/help/guide.ts';
import { plainDocument, localeOfReader } from '../pages/help/plain-document.tsx';
import { loadedTexts } from '../pages/shell/loaded-texts.ts';

/** One page of the guide outside the admin. */
export function loader({ request, context, params }: LoaderFunctionArgs): Response {
  const locale = localeOfReader(request);
  const { title, plainHtml } = guidePageIn(locale, params.topic);
  return plainDocument({
    locale,
    texts: loadedTexts({ locale, catalogue: context.backend.pageTexts(locale) }),
    path: new URL(request.url).pathname,
    title,
    content: <div className="guide" dangerouslySetInnerHTML={{ __html: plainHtml }} />,
  });
}
