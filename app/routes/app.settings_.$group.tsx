import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { Page } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { z } from 'zod';
import { DELIVERY_SERVICES } from '../domain/delivery-order.ts';
import { SETTINGS_GROUPS, settingsByName, type SettingsGroup } from '../domain/settings-part.ts';
import { shopSettingsSchema } from '../domain/shop-settings.ts';
import { authenticateMerchant } from '../http/merchant-request.ts';
import { findShop } from '../persistence/shops.ts';
import { saveSettings } from '../pipeline/save-settings.ts';
import { readLocations } from '../shopify/read-choices.ts';
import { GroupForm, type GroupResult } from '../web/settings-groups/group-form.tsx';
import type { GroupView } from '../web/settings-groups/group-view.ts';
import { readPart } from '../web/settings-groups/read-part.ts';
import { localeOf, textsIn } from '../web/texts/choose-texts.ts';
import { orUnreachable, unlessUnreachable } from '../web/unreachable.ts';
import { useTexts } from '../web/use-texts.ts';

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ location }) => [{ title: textsIn(localeOf(location.search)).settings.title }];

const groupName = z.string().refine((name): name is SettingsGroup => Object.hasOwn(SETTINGS_GROUPS, name));

export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<GroupView> {
  const { world, shop: domain } = await authenticateMerchant({ request, context });
  const { data: group } = groupName.safeParse(params.group);
  if (group === undefined) throw new Response(null, { status: 404 });
  const needsLocations = group === 'locations' || group === 'rules';
  const [shop, locations] = await Promise.all([
    findShop(world.database, domain),
    needsLocations ? readLocations(world.adminApi, domain) : null,
  ]);
  return {
    group,
    version: shop?.settingsVersion ?? 1,
    values: settingsByName(shopSettingsSchema.parse(shop?.settings ?? {})),
    locations,
    services: DELIVERY_SERVICES,
    currency: shop?.currency ?? null,
    timeZone: world.environment.OPERATOR_TIME_ZONE ?? shop?.timeZone ?? null,
  };
}

export async function action({ request, context }: ActionFunctionArgs): Promise<GroupResult> {
  const { world, shop: domain } = await authenticateMerchant({ request, context });
  const body: unknown = await request.json().catch(() => null);
  const shop = await findShop(world.database, domain);
  const read = readPart(body, shop?.settings ?? {});
  if (!read.ok) return { kind: 'unfit', errors: read.errors };
  return saveSettings(world, { shop: domain, version: read.version, change: { part: read.part } });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(() => serverAction<GroupResult>());

export const shouldRevalidate = unlessUnreachable;

export default function SettingsOfGroup() {
  const view = useLoaderData<typeof loader>();
  const { settings, settingsGroups } = useTexts();
  const { title, text } = settingsGroups.groups[view.group];
  return (
    <Page title={title} subtitle={text} backAction={{ content: settings.title, url: '/app/settings' }}>
      <GroupForm key={view.group} view={view} />
    </Page>
  );
}
