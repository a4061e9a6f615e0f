import { InlineStack, Link } from '@shopify/polaris';
import type { RemedyLink } from '../../extension-api/extension-answers.ts';

/** Links to where a problem is fixed, next to its explanation. */
export function RemedyLinks({ remedies }: { readonly remedies: readonly RemedyLink[] }) {
  if (remedies.length === 0) return null;
  return (
    <InlineStack gap="300" align="start">
      {remedies.map(({ remedy, label, url }) => (
        <Link key={remedy} url={url} {...targetOf(url)}>
          {label}
        </Link>
      ))}
    </InlineStack>
  );
}

/** A page of the admin opens in place of the app, and a page of another site in a new tab. */
export function targetOf(url: string): { target?: '_top' | '_blank' } {
  if (url.startsWith('/')) return {};
  return { target: url.startsWith('shopify:') ? '_top' : '_blank' };
}
