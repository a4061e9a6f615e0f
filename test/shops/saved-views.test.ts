import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BOUNDS } from '../../app/bounds.ts';
import { changeSavedView, savedViewsOf, type ViewChange } from '../../app/shops/saved-views.ts';
import { useDatabase } from '../set-up/database/use-database.ts';

const SHOP = 'views.myshopify.com';
const OTHER = 'other.myshopify.com';

const { database } = await useDatabase();
let made = 0;

beforeAll(async () => {
  await database.shop.createMany({ data: [{ domain: SHOP }, { domain: OTHER }] });
});

beforeEach(async () => {
  await database.savedView.deleteMany();
});

const change = (given: ViewChange, shop = SHOP) =>
  changeSavedView(database, { shop, now: new Date(Date.UTC(2026, 0, 1, 0, 0, (made += 1))), change: given });

const create = async (name: string, shop = SHOP) => {
  const result = await change({ intent: 'create', name, query: 'tab=waiting' }, shop);
  return 'id' in result ? result.id : result.kind;
};

describe('the saved views of a shop', () => {
  it('are listed in the order in which they were made, with what was changed since', async () => {
    const late = await create('  Late\u200b   ones ');
    const lima = await create('Lima');
    await change({ intent: 'rename', id: late, name: 'Late' });
    await change({ intent: 'replace', id: lima, query: 'tab=all&q=lima' });
    expect(await savedViewsOf(database, SHOP)).toEqual([
      { id: late, name: 'Late', query: 'tab=waiting' },
      { id: lima, name: 'Lima', query: 'tab=all&q=lima' },
    ]);
    expect(await change({ intent: 'remove', id: late })).toEqual({ kind: 'removed', id: late });
    expect(await savedViewsOf(database, SHOP)).toHaveLength(1);
    expect(await change({ intent: 'remove', id: late })).toEqual({ kind: 'gone' });
  });

  it('have a name, and each another one, whatever its case', async () => {
    const late = await create('Late');
    const lima = await create('Lima');
    expect(await create(' late ')).toBe('same-name');
    expect(await create(' \u200b ')).toBe('no-name');
    expect(await change({ intent: 'rename', id: lima, name: 'LATE' })).toEqual({ kind: 'same-name' });
    expect(await change({ intent: 'rename', id: late, name: 'LATE' })).toEqual({ kind: 'kept', id: late });
    expect(await create('Late', OTHER)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('are no more than the bound, however many are made at once', async () => {
    const results = await Promise.all(
      Array.from({ length: BOUNDS.savedViews + 5 }, (_, index) => create(`View ${index}`)),
    );
    expect(results.filter((result) => result === 'too-many')).toHaveLength(5);
    expect(await savedViewsOf(database, SHOP)).toHaveLength(BOUNDS.savedViews);
  });

  it('are out of reach of another shop', async () => {
    const id = await create('Late');
    expect(await change({ intent: 'rename', id, name: 'Mine' }, OTHER)).toEqual({ kind: 'gone' });
    expect(await change({ intent: 'replace', id, query: '' }, OTHER)).toEqual({ kind: 'gone' });
    expect(await change({ intent: 'remove', id }, OTHER)).toEqual({ kind: 'gone' });
    expect(await savedViewsOf(database, SHOP)).toMatchObject([{ name: 'Late', query: 'tab=waiting' }]);
  });
});
