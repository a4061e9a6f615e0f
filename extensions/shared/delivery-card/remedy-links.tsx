import type { RemedyLink } from '../../../app/extension-api/extension-answers.ts';

interface RemedyLinksProps {
  /** Absent in answers of older versions of the app. */
  readonly remedies?: readonly RemedyLink[] | undefined;
}

/** Links to where a problem is fixed. The order's own page gets no link, because the reader is already there. */
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

/** A page of the app or of the admin, as an extension addresses it. */
function addressIn(url: string): string {
  return url.replace(/^\/app/, 'app:app').replace(/^shopify:\/\/admin/, 'shopify:admin');
}

function isOutside(url: string): boolean {
  return !url.startsWith('/') && !url.startsWith('shopify:');
}
