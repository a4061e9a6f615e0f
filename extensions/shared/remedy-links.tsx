import type { RemedyLink } from '../../app/extension-api/extension-answers.ts';

interface RemedyLinksProps {
  /** Absent in an answer of a version of the app that knew none. */
  readonly remedies?: readonly RemedyLink[] | undefined;
}

/** Where something is fixed. The page of the order is no link: the reader is on it. */
export function RemedyLinks({ remedies = [] }: RemedyLinksProps) {
  const elsewhere = remedies.filter(({ remedy }) => remedy !== 'order');
  if (elsewhere.length === 0) return null;
  return (
    <s-stack direction="inline" gap="small-200">
      {elsewhere.map(({ remedy, label, url }) => (
        <s-link key={remedy} href={addressIn(url)} {...(isOutside(url) ? { target: '_blank' } : {})}>
          {label}
        </s-link>
      ))}
    </s-stack>
  );
}

/** A page of the app and one of the admin, as an extension names them. */
function addressIn(url: string): string {
  return url.replace(/^\/app/, 'app:app').replace(/^shopify:\/\/admin/, 'shopify:admin');
}

function isOutside(url: string): boolean {
  return !url.startsWith('/') && !url.startsWith('shopify:');
}
