import { redirect } from '@remix-run/node';

/** Where the Shopify package sends a request without a shop. Installation starts at Shopify, so there is no login. */
export function loader() {
  return redirect('/');
}
