import { redirect } from '@remix-run/node';

/** The Shopify package sends requests without a shop here. Installation starts at Shopify, so there is no login. */
export function loader() {
  return redirect('/');
}
