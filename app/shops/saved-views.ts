import { BOUNDS } from '../bounds.ts';
import { cleanText } from '../domain/mapping/clean-text.ts';
import type { Database, Transaction } from '../persistence/database.ts';

/** A named query of the list of deliveries. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  /** Filters and sorting, as the address of the list has them. */
  readonly query: string;
}

/** What a staff member does with the saved views of the shop. */
export type ViewChange =
  | { readonly intent: 'create'; readonly name: string; readonly query: string }
  | { readonly intent: 'rename'; readonly id: string; readonly name: string }
  | { readonly intent: 'replace'; readonly id: string; readonly query: string }
  | { readonly intent: 'remove'; readonly id: string };

/** The result: the view that is kept or was removed, or why nothing changed. */
export type ViewChanged =
  | { readonly kind: 'kept' | 'removed'; readonly id: string }
  | { readonly kind: 'too-many' | 'same-name' | 'no-name' | 'gone' };

/** In the order of the tabs: the oldest first. */
export async function savedViewsOf(database: Database, shopDomain: string): Promise<SavedView[]> {
  return database.savedView.findMany({
    where: { shopDomain },
    select: { id: true, name: true, query: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: BOUNDS.savedViews,
  });
}

/** Changes one view at a time, so that two staff members cannot make one too many or two of the same name. */
export async function changeSavedView(
  database: Database,
  { shop, now, change }: { shop: string; now: Date; change: ViewChange },
): Promise<ViewChanged> {
  return database.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT 1 FROM "Shop" WHERE "domain" = ${shop} FOR UPDATE`;
    switch (change.intent) {
      case 'create':
        return create(transaction, { shop, now, name: nameOf(change.name), query: change.query });
      case 'rename':
        return rename(transaction, { shop, id: change.id, name: nameOf(change.name) });
      case 'replace': {
        const { count } = await transaction.savedView.updateMany({
          where: { id: change.id, shopDomain: shop },
          data: { query: change.query },
        });
        return count > 0 ? { kind: 'kept', id: change.id } : { kind: 'gone' };
      }
      case 'remove': {
        const { count } = await transaction.savedView.deleteMany({ where: { id: change.id, shopDomain: shop } });
        return count > 0 ? { kind: 'removed', id: change.id } : { kind: 'gone' };
      }
    }
  });
}

async function create(
  transaction: Transaction,
  { shop: shopDomain, now, name, query }: { shop: string; now: Date; name: string; query: string },
): Promise<ViewChanged> {
  if (name === '') return { kind: 'no-name' };
  if ((await transaction.savedView.count({ where: { shopDomain } })) >= BOUNDS.savedViews) return { kind: 'too-many' };
  if (await isTaken(transaction, { shopDomain, name })) return { kind: 'same-name' };
  const { id } = await transaction.savedView.create({ data: { shopDomain, name, query, createdAt: now } });
  return { kind: 'kept', id };
}

async function rename(
  transaction: Transaction,
  { shop: shopDomain, id, name }: { shop: string; id: string; name: string },
): Promise<ViewChanged> {
  if (name === '') return { kind: 'no-name' };
  if (await isTaken(transaction, { shopDomain, name, except: id })) return { kind: 'same-name' };
  const { count } = await transaction.savedView.updateMany({ where: { id, shopDomain }, data: { name } });
  return count > 0 ? { kind: 'kept', id } : { kind: 'gone' };
}

/** Names that differ only in case count as the same. */
async function isTaken(
  transaction: Transaction,
  { shopDomain, name, except }: { shopDomain: string; name: string; except?: string },
): Promise<boolean> {
  const named = await transaction.savedView.findMany({
    where: { shopDomain, ...(except !== undefined && { NOT: { id: except } }) },
    select: { name: true },
    take: BOUNDS.savedViews,
  });
  return named.some((each) => each.name.toLowerCase() === name.toLowerCase());
}

/** The name as it is shown, cut to the length that the form allows. */
function nameOf(typed: string): string {
  return cleanText([...cleanText(typed)].slice(0, BOUNDS.savedViewName).join(''));
}
