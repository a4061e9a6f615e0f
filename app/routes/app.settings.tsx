import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { Page } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { z } from 'zod';
import { authenticateMerchant } from '../http/merchant-request.ts';
import { configuredEnvironments, settingsOfPage } from '../http/settings-of-page.ts';
import { findShop } from '../persistence/shops.ts';
import { checkOperatorToken } from '../pipeline/check-operator-token.ts';
import { saveSettings } from '../pipeline/save-settings.ts';
import { SettingsForm } from '../web/settings-form.tsx';
import { parseAccount, parseSettings, partOf } from '../web/settings-input.ts';
import type { SettingsResult } from '../web/settings-result.ts';
import { localeOf, textsIn } from '../web/texts/choose-texts.ts';
import { orUnreachable, unlessUnreachable } from '../web/unreachable.ts';
import { useTexts } from '../web/use-texts.ts';

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ location }) => [{ title: textsIn(localeOf(location.search)).settings.title }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { world, session } = await authenticateMerchant({ request, context });
  return settingsOfPage(world, await findShop(world.database, session.shop));
}

export async function action({ request, context }: ActionFunctionArgs): Promise<SettingsResult> {
  const { world, session } = await authenticateMerchant({ request, context });
  const shop = await findShop(world.database, session.shop);
  const account = shop?.operatorAccount ?? null;
  const form = await request.formData();
  const given = { environments: configuredEnvironments(world), kept: account?.environment ?? null };
  if (form.get('intent') === 'test') {
    const parsed = parseAccount(form, given);
    if (!parsed.ok) return { kind: 'invalid', errors: parsed.errors };
    const { environment, token } = parsed.input;
    const tried = token ?? (account && world.encryption.decrypt(account.tokenEncrypted)) ?? '';
    return { kind: 'tested', verdict: await checkOperatorToken(world, { environment, token: tried }) };
  }
  const parsed = parseSettings(form, given, partOf(form.get('intent')));
  if (!parsed.ok) return { kind: 'invalid', errors: parsed.errors };
  const version = z.coerce.number().catch(0).parse(form.get('version'));
  return saveSettings(world, { shop: session.shop, version, change: parsed.input });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(() => serverAction<SettingsResult>());

export const shouldRevalidate = unlessUnreachable;

export default function Settings() {
  const view = useLoaderData<typeof loader>();
  const { title } = useTexts().settings;
  return (
    <Page title={title}>
      <SettingsForm view={view} />
    </Page>
  );
}
