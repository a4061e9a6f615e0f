import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { QUICK_TIMELINE, startBrowserWorld, type BrowserWorld } from '../../set-up/browser/browser-world.ts';
import { completeSettings } from '../../set-up/browser/complete-settings.ts';
import { addShop, openEmbeddedApp } from '../../set-up/browser/embedded-app.ts';
import { PAGE_SIZE } from '../../../app/pages/deliveries/delivery-list-view.ts';
import { accessibilityFaults } from '../accessibility.ts';
import { layOutScorecard } from './lay-out-scorecard.ts';

let world: BrowserWorld;

beforeAll(async () => {
  world = await startBrowserWorld({ timeline: QUICK_TIMELINE });
  await world.startProcess();
});

afterAll(() => world.stop());

const WORDS = {
  en: {
    title: 'Scorecard',
    by: 'Group by',
    verdict: 'Ate is the worst, and luck does not explain it',
    friday: 'Friday',
    next: 'Next page',
  },
  es: {
    title: 'Cuadro de desempeño',
    by: 'Agrupar por',
    verdict: 'Ate tiene el peor resultado',
    friday: 'viernes',
    next: 'Página siguiente',
  },
  'pt-BR': {
    title: 'Quadro de desempenho',
    by: 'Agrupar por',
    verdict: 'Ate tem o pior resultado',
    friday: 'sexta-feira',
    next: 'Próxima página',
  },
} as const;

const WINDOWS = [
  { name: 'wide', width: 1280, height: 1500 },
  { name: 'phone', width: 390, height: 1900 },
];

it.each(['en', 'es', 'pt-BR'] as const)(
  'the worst district on Fridays is two clicks away, with what luck explains, in %s',
  async (locale) => {
    const words = WORDS[locale];
    const shop = addShop(world, `scorecard-${locale}`.toLowerCase(), locale);
    await completeSettings(world, shop);
    const empty = await openEmbeddedApp(world.browser, world, { shop, width: 1280, height: 1500 });
    await empty.open('/app/scorecard');
    await empty.app.getByRole('heading', { level: 1, name: words.title }).waitFor();
    expect(await accessibilityFaults(empty.app)).toEqual([]);
    await empty.close();
    await layOutScorecard(world.database, shop, world.clock.now());
    for (const { name, ...window } of WINDOWS) {
      const { app, open, screenshot, complaints, close } = await openEmbeddedApp(world.browser, world, {
        shop,
        ...window,
      });
      await open('/app/scorecard');
      await app.getByRole('cell', { name: 'Barranco', exact: true }).waitFor();
      await screenshot(`scorecard-${name}-${locale}`);
      expect(await accessibilityFaults(app)).toEqual([]);
      await app.getByLabel(words.by).selectOption('weekday');
      await app.getByRole('link', { name: words.friday }).click();
      await app.getByText(words.verdict).waitFor();
      await screenshot(`scorecard-friday-${name}-${locale}`);
      expect(await accessibilityFaults(app)).toEqual([]);
      const first = app.getByRole('row').nth(1);
      const figure = first.getByRole('cell').nth(1).getByRole('link');
      const count = Number(await figure.textContent());
      expect(count).toBe(40);
      await figure.click();
      await app
        .getByText(/Ate · /)
        .first()
        .waitFor();
      const rows = app.getByText(/^#\d+$/);
      await expect.poll(() => rows.count()).toBe(PAGE_SIZE);
      await screenshot(`scorecard-list-${name}-${locale}`);
      await app.getByRole('button', { name: words.next }).click();
      await expect.poll(() => rows.count()).toBe(count - PAGE_SIZE);
      expect(complaints).toEqual([]);
      await close();
    }
  },
);

it('what is shown can be taken along as a file', async () => {
  const tab = await openEmbeddedApp(world.browser, world, {
    shop: 'scorecard-en.myshopify.com',
    width: 1280,
    height: 1500,
  });
  await tab.open('/app/scorecard?by=service');
  const downloaded = tab.page.waitForEvent('download');
  await tab.app.getByRole('button', { name: 'Export' }).click();
  const file = await readFile(await (await downloaded).path(), 'utf8');
  expect(file.split('\r\n')[0]).toContain('service,deliveries,on_time,on_time_percent');
  expect(file).toContain(',NextdayWithWindow,');
  await tab.close();
});
