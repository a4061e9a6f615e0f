import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { PageTexts } from '../../texts/catalogue.ts';
import { LOCALES, type Locale, chooseLocale } from '../../texts/locale.ts';
import styles from './guide.css?url';

/** Nothing runs in these documents, and nothing is loaded but their pictures and their style. */
const POLICY = "default-src 'none'; img-src 'self'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/**
 * A page of the guide for readers outside the admin, in the language that the address or the browser names.
 *
 * @param path of the page, for the links to the other languages
 */
export function plainDocument(given: {
  readonly locale: Locale;
  readonly texts: PageTexts;
  readonly path: string;
  readonly title: string;
  readonly content: ReactNode;
}): Response {
  const { locale, texts, path, title, content } = given;
  const markup = renderToStaticMarkup(
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>{title}</title>
        <link rel="stylesheet" href={styles} />
      </head>
      <body className="plain">
        <nav aria-label={texts.help.title}>
          <a href={`/help?locale=${locale}`}>{texts.help.all}</a>
          {LOCALES.filter((other) => other !== locale).map((other) => (
            <span key={other}>
              {' · '}
              <a href={`${path}?locale=${other}`} lang={other}>
                {texts.settings.language.names[other]}
              </a>
            </span>
          ))}
        </nav>
        <main>
          <h1>{title}</h1>
          {content}
        </main>
      </body>
    </html>,
  );
  return new Response(`<!doctype html>${markup}`, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Referrer-Policy': 'no-referrer',
    },
  });
}

/** The language that the address names, or else the browser. */
export function localeOfReader(request: Request): Locale {
  const named = new URL(request.url).searchParams.get('locale');
  return chooseLocale(named ?? request.headers.get('accept-language') ?? '');
}
