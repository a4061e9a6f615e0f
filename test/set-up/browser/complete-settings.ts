import { OPERATOR_TOKEN } from '../world/offline-world.ts';
import type { EmbeddedApp } from './embedded-app.ts';

/** Fills in what a fresh shop lacks, and saves. */
export async function completeSettings({ app, open: openPage }: Pick<EmbeddedApp, 'app' | 'open'>): Promise<void> {
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
