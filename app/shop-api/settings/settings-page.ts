import type { AppContext } from '../../app-context.ts';
import type { SettingsResult } from '../../pages/settings/form/settings-result.ts';
import type { SettingsView } from '../../pages/settings/settings-view.ts';
import { placeOfToken } from '../../persistence/secrets/encryption.ts';
import { checkOperatorToken } from '../../operator-accounts/operator-access.ts';
import { saveSettings } from '../../installation/save-settings.ts';
import { findShop } from '../../shops/shop-store.ts';
import type { ShopContext } from '../shop-context.ts';
import { readSettings } from './read-settings.ts';
import { readingContext, settingsOfPage } from './settings-of-page.ts';

export async function settingsPage({ app, database, domain }: ShopContext): Promise<SettingsView> {
  return settingsOfPage(app, await findShop(database, domain));
}

/**
 * Saves what was changed on a page of settings, or tests the connection with a typed account.
 *
 * @param program the whole program, because shops with the same token share an operator account, and a new token
 *   affects them
 * @param body as it was posted, not validated yet
 */
export async function submitSettings(own: ShopContext, program: AppContext, body: unknown): Promise<SettingsResult> {
  const { app, database, domain } = own;
  const shop = await findShop(database, domain);
  const read = readSettings(body, readingContext(app, shop));
  if (!read.ok) return { kind: 'invalid', errors: read.errors };
  const { version, isTest, change } = read;
  if (!isTest) return saveSettings(program, { shop: domain, version, change });
  if (!change.account) return { kind: 'invalid', errors: { account: 'unfit' } };
  const { environment, token: typed } = change.account;
  const saved = shop?.operatorAccount;
  const token = typed ?? (saved ? app.encryption.decrypt(saved.tokenEncrypted, placeOfToken(saved.id)) : '');
  return { kind: 'tested', verdict: await checkOperatorToken(app, { environment, token }) };
}
