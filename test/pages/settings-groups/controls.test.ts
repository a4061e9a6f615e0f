import { AppProvider } from '@shopify/polaris';
import polaris from '@shopify/polaris/locales/en.json' with { type: 'json' };
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server.js';
import { expect, it } from 'vitest';
import type { SettingsGroup } from '../../../app/domain/settings/settings-groups.ts';
import { settingsByName } from '../../../app/domain/settings/settings-part.ts';
import { shopSettingsSchema } from '../../../app/domain/settings/shop-settings.ts';
import { DELIVERY_SERVICES } from '../../../app/domain/mapping/delivery-services.ts';
import { FIELDS } from '../../../app/pages/settings-groups/group-form.tsx';
import type { GroupView } from '../../../app/pages/settings-groups/group-view.ts';
import { SettingsForm } from '../../../app/pages/settings/form/settings-form.tsx';
import { settingsView } from '../../../app/pages/settings/settings-view.ts';
import { TextsContext } from '../../../app/pages/shell/use-texts.ts';
import { textsIn } from '../../../app/texts/choose-texts.ts';

const view = (group: SettingsGroup): GroupView => ({
  group,
  version: 1,
  values: settingsByName(shopSettingsSchema.parse({})),
  locations: [{ id: 'gid://shopify/Location/1', name: 'Bodega' }],
  recent: { methods: [], tags: [] },
  served: null,
  branches: null,
  services: DELIVERY_SERVICES,
  servicesInUse: ['Nextday'],
  countryHolidays: ['2026-12-25'],
  currency: 'PEN',
  packagesAre: 'items',
  fileKind: 'image',
  datePickers: [],
  timeZone: 'America/Lima',
});

async function render(element: ReactElement): Promise<string> {
  const texts = { locale: 'en', texts: textsIn('en'), supportUrl: null } as const;
  const page = createElement(TextsContext.Provider, { value: texts }, element);
  const framed = createElement(AppProvider, { i18n: polaris, children: page });
  const handler = createStaticHandler([{ path: '*', element: framed }]);
  const context = await handler.query(new Request('http://localhost/app/settings'));
  if (context instanceof Response) throw new Error('no page');
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToStaticMarkup(createElement(StaticRouterProvider, { router, context, hydrate: false }));
}

/** The questions that a page asks: the choices of one question count once. */
function countControls(html: string): number {
  const open: (number | null)[] = []; // the blocks that are open, each with its place if it is one question
  const asked = new Set<number>();
  for (const { index, 1: close, 2: name = '', 3: attributes = '' } of html.matchAll(TAG)) {
    const isBlock = name === 'div' || name === 'fieldset';
    if (isBlock && close === '/') open.pop();
    else if (isBlock) open.push(name === 'fieldset' || /role="group" aria-labelledby/.test(attributes) ? index : null);
    else if (close === '' && !attributes.includes('type="hidden"'))
      asked.add(open.find((each) => each !== null) ?? index);
  }
  return asked.size;
}

const TAG = /<(\/?)(div|fieldset|input|select|textarea)\b([^>]*)>/g;

it('a new shop has at most 38 settings, with all that is advanced shown', async () => {
  const counts: Record<string, number> = {};
  for (const [group, Fields] of Object.entries(FIELDS)) {
    const given = view(group as SettingsGroup);
    // shows what is advanced
    const values = { ...given.values, 'mapping.windowAttributes': { date: 'day', start: null, end: null } };
    const change = () => undefined;
    counts[group] = countControls(
      await render(createElement(Fields, { view: given, values, errorAt: change, change })),
    );
  }
  const main = settingsView(null, {
    operatorName: 'Reparto Veloz',
    environments: ['production'],
    services: DELIVERY_SERVICES,
    branches: null,
    support: null,
  });
  counts.main = countControls(await render(createElement(SettingsForm, { view: main, promises: [] })));
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  expect(all, JSON.stringify(counts)).toBeLessThanOrEqual(38);
  for (const [page, count] of Object.entries(counts)) if (page !== 'rules') expect(count, page).toBeGreaterThan(0);
});
