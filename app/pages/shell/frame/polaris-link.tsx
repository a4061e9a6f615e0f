import { Link } from '@remix-run/react';
import { forwardRef, type AnchorHTMLAttributes } from 'react';
import { useAdminPath } from '../admin-path.ts';

interface PolarisLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'target' | 'download'> {
  readonly url: string;
  readonly external?: boolean;
  readonly target?: '_blank' | '_self' | '_parent' | '_top';
  readonly download?: string | boolean;
}

/** Links in Polaris components. The router opens those within the app, the browser all others. */
export const PolarisLink = forwardRef<HTMLAnchorElement, PolarisLinkProps>(function PolarisLink(
  { url, external = false, children, ...rest },
  ref,
) {
  const toPath = useAdminPath();
  const opensTab = external || rest.target === '_blank';
  if (url.startsWith('/') && !opensTab) {
    return (
      <Link to={toPath(url)} {...rest} ref={ref}>
        {children}
      </Link>
    );
  }
  return (
    <a href={url} {...rest} {...(opensTab && { target: '_blank', rel: 'noopener noreferrer' })} ref={ref}>
      {children}
    </a>
  );
});
