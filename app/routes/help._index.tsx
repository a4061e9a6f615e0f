import type { LoaderFunctionArgs } from '@remix-run/node';
import { guideIn } from '../pages/help/guide.ts';
import { plainDocument, localeOfReader } from '../pages/help/plain-document.tsx';
import { loadedTexts } from '../pages/shell/loaded-texts.ts';

/** The guide outside the admin: for the App Store, for support, and for people who have no account. */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const locale = localeOfReader(request);
  const texts = loadedTexts({ locale, catalogue: context.backend.pageTexts(locale) });
  return plainDocument({
    locale,
    texts,
    path: '/help',
    title: texts.help.title,
    content: (
      <ul>
        {guideIn(locale).map(({ topic, page: { title } }) => (
          <li key={topic}>
            <a href={`/help/${topic}?locale=${locale}`}>{title}</a>
          </li>
        ))}
      </ul>
    ),
  });
}
