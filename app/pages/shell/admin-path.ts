import { useLocation } from '@remix-run/react';

/** What the admin opens the app with and a later load of the document, such as a reload inside the frame, needs again. */
const KEPT = ['shop', 'host', 'embedded', 'locale'];

/** A path of the app, with its own query, and with what the present address carries for the admin. */
export function adminPath(to: string, presentSearch: string): string {
  const [address = '', section] = to.split('#');
  const [path = '', query] = address.split('?');
  const search = new URLSearchParams(query);
  const present = new URLSearchParams(presentSearch);
  for (const name of KEPT) {
    const value = present.get(name);
    if (value !== null && !search.has(name)) search.set(name, value);
  }
  return (search.size > 0 ? `${path}?${search}` : path) + (section === undefined ? '' : `#${section}`);
}

export function useAdminPath(): (to: string) => string {
  const { search } = useLocation();
  return (to) => adminPath(to, search);
}
