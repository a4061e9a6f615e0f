import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { Page } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { z } from 'zod';
import { SETTINGS_GROUPS, type SettingsGroup } from '../domain/settings/settings-groups.ts';
import { HelpLinks } from '../pages/help/help-links.tsx';
import { GroupForm } from '../pages/settings-groups/group-form.tsx';
import type { GroupView } from '../pages/settings-groups/group-view.ts';
import type { HelpTopic } from '../pages/help/help-topics.ts';
import type { SettingsResult } from '../pages/settings/form/settings-result.ts';
import { pageTitle } from '../pages/shell/loaded-texts.ts';
import { orUnreachable, unlessUnreachable } from '../pages/shell/page-action.ts';
import { useTexts } from '../pages/shell/use-texts.ts';

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, ({ settings }) => settings.title);

const groupName = z.string().refine((name): name is SettingsGroup => Object.hasOwn(SETTINGS_GROUPS, name));

export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<GroupView> {
  const shopApi = await context.backend.authenticate(request);
  const { data: group } = groupName.safeParse(params.group);
  if (group === undefined) throw new Response(null, { status: 404 });
  return shopApi.settingsGroup(group);
}

export async function action({ request, context }: ActionFunctionArgs): Promise<SettingsResult> {
  const shopApi = await context.backend.authenticate(request);
  return shopApi.submitSettings(await request.json().catch(() => null));
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(() => serverAction<SettingsResult>());

export const shouldRevalidate = unlessUnreachable;

const HELP_OF_GROUPS: Readonly<Record<SettingsGroup, readonly HelpTopic[]>> = {
  locations: ['pickup'],
  rules: ['services'],
  dates: ['services'],
  mapping: ['review'],
  eligibility: ['waiting'],
  updates: ['waiting', 'customers'],
};

export default function SettingsOfGroup() {
  const view = useLoaderData<typeof loader>();
  const { settings, settingsGroups } = useTexts();
  const { title, text } = settingsGroups.groups[view.group];
  return (
    <Page title={title} subtitle={text} backAction={{ content: settings.title, url: '/app/settings' }}>
      <GroupForm key={view.group} view={view} />
      <HelpLinks topics={HELP_OF_GROUPS[view.group]} />
    </Page>
  );
}
