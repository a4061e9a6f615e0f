import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ClientLoaderFunctionArgs } from '@remix-run/react';
import type { ChoicesAnswer } from '../pages/settings/methods/recent-methods.tsx';

/** The shipping methods and tags of recent orders, for a merchant to choose from. It names no buyer. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<ChoicesAnswer> {
  const shopApi = await context.door.authenticate(request, 'dry-run');
  return { recent: await shopApi.recentChoices() };
}

/** Without a connection the page stays as it is, and says that there is nothing to choose from. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<ChoicesAnswer> {
  try {
    return await serverLoader<ChoicesAnswer>();
  } catch (error) {
    if (error instanceof Response) throw error; // a redirect
    return { recent: null };
  }
}
