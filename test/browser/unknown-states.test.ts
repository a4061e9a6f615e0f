import { afterAll, beforeAll, expect, it } from 'vitest';
import { limaOrder } from '../set-up/world/demo-order.ts';
import { startBrowserWorld, STILL_TIMELINE, type BrowserWorld } from '../set-up/browser/browser-world.ts';
import { until } from '../set-up/time/until.ts';
import { accessibilityFaults } from './accessibility.ts';
import { addShop } from '../set-up/browser/embedded-app.ts';
import { completeSettings } from '../set-up/browser/complete-settings.ts';

let world: BrowserWorld;

beforeAll(async () => {
  world = await startBrowserWorld({ timeline: STILL_TIMELINE });
  await world.startProcess({ ...world.variables, TRACKING_INTERVAL_SECONDS: '0.2' });
});

afterAll(() => world.stop());

const WORDS = {
  en: {
    ask: 'Handoff does not know this status. What does it mean?',
    question: 'What does it mean?',
    group: 'On the way',
    use: 'Use this meaning',
    saved: '“en bodega norte en” was saved.',
    undo: 'Undo the meaning of en bodega norte en',
  },
  es: {
    ask: 'Handoff no conoce este estado. ¿Qué significa?',
    question: '¿Qué significa?',
    group: 'En camino',
    use: 'Usar este significado',
    saved: 'Se guardó «en bodega norte es».',
    undo: 'Deshacer el significado de en bodega norte es',
  },
  'pt-BR': {
    ask: 'O Handoff não conhece este status. O que significa?',
    question: 'O que significa?',
    group: 'A caminho',
    use: 'Usar este significado',
    saved: '“en bodega norte pt-BR” foi salvo.',
    undo: 'Desfazer o significado de en bodega norte pt-BR',
  },
};

it.each(['en', 'es', 'pt-BR'] as const)(
  'a state that nobody knows gets a meaning in two clicks, in %s',
  async (locale) => {
    const words = WORDS[locale];
    const shop = addShop(world, `states-${locale}`.toLowerCase(), locale);
    const { app, open: openPage, screenshot } = await world.openTab(shop);
    await completeSettings(world, shop);
    world.shopify.fulfill(shop, world.shopify.enterOrder(shop, limaOrder()).id);
    const inState = (where: object) =>
      until(JSON.stringify(where), () => world.database.delivery.findFirst({ where: { shopDomain: shop, ...where } }));
    const { id, orderNumber } = await inState({ state: 'ingresado' });
    world.operator.setState(
      orderNumber ?? '',
      `en bodega norte ${locale}`,
      new Date(world.clock.now().getTime() + 1_000),
    );
    await inState({ stateGroup: 'unknown' });

    await openPage(`/app/deliveries/${id}`);
    await app.getByRole('link', { name: words.ask }).click();
    await app.getByLabel(words.question).selectOption({ label: words.group });
    await screenshot(`unknown-states-${locale}`);
    expect(await accessibilityFaults(app)).toEqual([]);
    await app.getByRole('button', { name: words.use }).click();
    await app.getByText(words.saved).waitFor();
    await inState({ stateGroup: 'on-the-way' });
    await screenshot(`unknown-states-chosen-${locale}`);
    expect(await accessibilityFaults(app)).toEqual([]);
    await app.getByRole('button', { name: words.undo }).click();
    await inState({ stateGroup: 'unknown' });
    await app.getByRole('button', { name: words.use }).waitFor();
  },
);
