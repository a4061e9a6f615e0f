import { z } from 'zod';
import type { AppContext } from '../../app-context.ts';
import { parseAccount, parseSettings, partOf } from './settings-input.ts';
import type { SettingsResult } from '../../pages/settings/input/settings-result.ts';
import type { SettingsView } from '../../pages/settings/settings-view.ts';
import { placeOfToken } from '../../persistence/secrets/encryption.ts';
import { checkOperatorToken } from '../../operator-accounts/check-operator-token.ts';
import { saveSettings } from '../../installation/save-settings.ts';
import { findShop } from '../../shops/shop-store.ts';
import type { ShopContext } from '../shop-context.ts';
import { branchesOf, configuredEnvironments, settingsOfPage } from './settings-of-page.ts';

export async function settingsPage({ app, database, domain }: ShopContext): Promise<SettingsView> {
  return settingsOfPage(app, await findShop(database, domain));
}

const versionSchema = z.coerce.number().catch(0);

/**
 * Saves the settings page or one part of it, removes the token, or tests the connection. The form's `intent` says
 * which.
 *
 * @param program the whole program, because shops with the same token share an operator account, and a new token
 *   affects them
 */
export async function submitSettings(own: ShopContext, program: AppContext, form: FormData): Promise<SettingsResult> {
  const { app, database, domain } = own;
  const shop = await findShop(database, domain);
  const account = shop?.operatorAccount ?? null;
  const saved = settingsOfPage(app, shop).values.branchId;
  const branches =
    branchesOf(app)
      ?.map(({ id }) => id)
      .concat(Number(saved)) ?? null; // one that was saved is kept
  const context = { environments: configuredEnvironments(app), kept: account?.environment ?? null, branches };
  if (form.get('intent') === 'test') {
    const parsed = parseAccount(form, context);
    if (!parsed.ok) return { kind: 'invalid', errors: parsed.errors };
    const { environment, token: typed } = parsed.input;
    const token = typed ?? (account && app.encryption.decrypt(account.tokenEncrypted, placeOfToken(account.id))) ?? '';
    return { kind: 'tested', verdict: await checkOperatorToken(app, { environment, token }) };
  }
  const version = versionSchema.parse(form.get('version'));
  if (form.get('intent') === 'remove-token') {
    return saveSettings(program, { shop: domain, version, change: { account: 'remove' } });
  }
  const parsed = parseSettings(form, context, partOf(form.get('intent')));
  if (!parsed.ok) return { kind: 'invalid', errors: parsed.errors };
  return saveSettings(program, { shop: domain, version, change: parsed.input });
}
