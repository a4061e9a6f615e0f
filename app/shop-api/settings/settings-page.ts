import type { AppContext } from '../../app-context.ts';
import type { SettingsResult } from '../../pages/settings/form/settings-result.ts';
import { type SettingsView, settingsView, type BranchChoice } from '../../pages/settings/settings-view.ts';
import { placeOfToken } from '../../persistence/secrets/encryption.ts';
import { checkOperatorToken } from '../../operator-accounts/operator-access.ts';
import { saveSettings } from '../../installation/save-settings.ts';
import { findShop, settingsOf, type ShopWithAccount } from '../../shops/shop-store.ts';
import { type ShopContext, operatorSupportOf } from '../shop-context.ts';
import { readSettings, type ReadingContext } from './read-settings.ts';
import { DELIVERY_SERVICES } from '../../domain/mapping/delivery-services.ts';
import { ENVIRONMENTS, operatorEnvironments } from '../../operator-accounts/operator-access.ts';

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

/** The settings as pages show them. */
export function settingsOfPage(app: Pick<AppContext, 'environment'>, shop: ShopWithAccount | null): SettingsView {
  const support = operatorSupportOf(app.environment.profile);
  return settingsView(shop, {
    operatorName: app.environment.OPERATOR_NAME,
    environments: configuredEnvironments(app),
    services: DELIVERY_SERVICES,
    branches: branchesOf(app),
    support: support.find(({ url }) => !url.startsWith('tel:')) ?? support[0] ?? null,
  });
}

/** The registered branches as merchants choose them; null when the operator's profile lists none. */
export function branchesOf({ environment }: Pick<AppContext, 'environment'>): readonly BranchChoice[] | null {
  const { branches } = environment.profile;
  return (
    branches?.map(({ id, name, address, district }) => ({
      id,
      name,
      place: [address, district].filter(Boolean).join(', '),
    })) ?? null
  );
}

/** What is needed to read the settings that a page of the shop posts. */
export function readingContext(app: Pick<AppContext, 'environment'>, shop: ShopWithAccount | null): ReadingContext {
  const { pickup } = settingsOf({ settings: shop?.settings ?? {} });
  const points = [pickup.default, ...Object.values(pickup.locations).map(({ point }) => point)];
  const registered = app.environment.profile.branches;
  return {
    settings: shop?.settings ?? {},
    environments: configuredEnvironments(app),
    kept: shop?.operatorAccount?.environment ?? null,
    branches: registered
      ? [...registered, ...points].flatMap((branch) => (branch && 'id' in branch ? [branch.id] : []))
      : null,
  };
}

function configuredEnvironments({ environment }: Pick<AppContext, 'environment'>) {
  const configured = operatorEnvironments(environment);
  return ENVIRONMENTS.filter((name) => configured[name] !== undefined);
}
