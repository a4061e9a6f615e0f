import { until } from '../time/until.ts';
import { OPERATOR_TOKEN, type OfflineWorld } from '../world/offline-world.ts';
import type { EmbeddedApp } from './embedded-app.ts';

/**
 * Has a fresh shop open the app, and gives it what it lacks, without the page of `saveSettings`. Nothing is reconciled by
 * itself from then on.
 */
export async function completeSettings(world: OfflineWorld, shop: string, settings: object = {}): Promise<void> {
  await world.openApp({ url: `http://127.0.0.1:${world.port}`, lines: [] }, shop);
  await world.configureShop(settings, { shop, token: OPERATOR_TOKEN });
  const second = () => Math.floor(world.clock.now().getTime() / 1000);
  const installedAt = second();
  await until('a second in which nothing was fulfilled before the installation', () => second() > installedAt);
}

/** Fills in what a fresh shop lacks on the page, and saves. */
export async function saveSettings({ app, open: openPage }: Pick<EmbeddedApp, 'app' | 'open'>): Promise<void> {
  await openPage('/app/settings');
  await app.locator('input[name=token]').fill(OPERATOR_TOKEN);
  await app.locator('input[name=branchId]').fill('101');
  await app.locator('input[name=handOverOn]').check();
  await app.locator('button[type=submit]').click();
  await app
    .locator('form')
    .getByText(/Settings saved|Configuración guardada|Configurações salvas/)
    .waitFor();
}
