import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { Page } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { HelpLinks } from '../pages/help/help-links.tsx';
import { SettingsForm } from '../pages/settings/form/settings-form.tsx';
import type { SettingsResult } from '../pages/settings/form/settings-result.ts';
import { pageTitle } from '../pages/shell/loaded-texts.ts';
import { orUnreachable, unlessUnreachable } from '../pages/shell/page-action.ts';
import { useTexts } from '../pages/shell/use-texts.ts';

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, ({ settings }) => settings.title);

const PROMISES_SHOWN = 5;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopApi = await context.backend.authenticate(request);
  const [view, promises] = await Promise.all([shopApi.settings(), shopApi.brokenPromises({ limit: PROMISES_SHOWN })]);
  return { view, promises };
}

export async function action({ request, context }: ActionFunctionArgs): Promise<SettingsResult> {
  const shopApi = await context.backend.authenticate(request);
  return shopApi.submitSettings(await request.json().catch(() => null));
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(() => serverAction<SettingsResult>());

export const shouldRevalidate = unlessUnreachable;

export default function Settings() {
  const { view, promises } = useLoaderData<typeof loader>();
  const { title } = useTexts().settings;
  return (
    <Page title={title}>
      <SettingsForm view={view} promises={promises} />
      <HelpLinks topics={['connect', 'pickup', 'services']} />
    </Page>
  );
}
