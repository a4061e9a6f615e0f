import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../sandbox/clock.ts';
import { readDialectFile } from '../../sandbox/operator/read-dialect.ts';
import { startSandboxOperator, type SandboxOperatorOptions } from '../../sandbox/operator/server.ts';
import { runCheck } from '../operator-check/run-check.ts';
import { limaOrder, SHOP } from '../set-up/world/demo-order.ts';
import { OPERATOR_TOKEN, startOfflineWorld } from '../set-up/world/offline-world.ts';
import { until } from '../set-up/time/until.ts';

/** Each dialect is checked, and an order brought to its end with the profile that the check has found. */

const DIALECTS = path.resolve(import.meta.dirname, '../../sandbox/operator/dialects');
const STATE_MS = 700;
const TIMELINE = {
  ingresado: STATE_MS,
  'asignación aceptada': STATE_MS,
  'en punto de retiro': STATE_MS,
  'en despacho': STATE_MS,
  'en camino entrega': STATE_MS,
};
const EVENTS = ['CONFIRMED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED'];

/** What a person has to add to the profile that was found, because no check can know it. */
const BY_HAND: Readonly<Record<string, object>> = {
  'portuguese-states': {
    timeZone: 'America/Sao_Paulo',
    states: {
      'pedido recebido': 'accepted',
      'motorista a caminho': 'courier-assigned',
      'aguardando coleta': 'picking-up',
      'em trânsito': 'on-the-way',
      'saiu para entrega': 'out-for-delivery',
      entregue: 'delivered',
    },
  },
  'public-python-client': { states: { 'fuera de tiempo': 'delayed' } },
};
/** Events that other names of states bring besides. */
const MORE_EVENTS: Readonly<Record<string, readonly string[]>> = {
  'public-python-client': ['CONFIRMED', 'IN_TRANSIT', 'DELAYED', ...EVENTS.slice(1)],
  'public-php-client': ['CONFIRMED', 'CARRIER_PICKED_UP', ...EVENTS.slice(1)],
};

let folder: string;
beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'dialects-'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the check finds of an operator of its own, whose clock can run ahead by hours. */
async function profileOf(dialect: SandboxOperatorOptions): Promise<object> {
  const clock = manualClock(new Date('2026-11-20T15:00:00Z'));
  const operator = await startSandboxOperator({ clock, tokens: [OPERATOR_TOKEN], ...dialect });
  try {
    const { profile } = await runCheck({ url: operator.url, token: OPERATOR_TOKEN }, clock);
    return profile;
  } finally {
    await operator.close();
  }
}

describe('with the profile that the check has found', () => {
  const names = globSync('*.json', { cwd: DIALECTS }).map((file) => path.basename(file, '.json'));

  it.each(names.sort())('an order of the dialect %s is delivered, once', async (name) => {
    const dialect = readDialectFile(path.join(DIALECTS, `${name}.json`));
    const file = path.join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify({ ...(await profileOf(dialect)), ...BY_HAND[name] }));
    const world = await startOfflineWorld({ ...dialect, timeline: TIMELINE });
    try {
      const { clock, operator } = world;
      const program = await world.start({ OPERATOR_PROFILE: file, OPERATOR_TIME_ZONE: '' });
      await world.setUpShop(program);
      const order = world.shopify.enterOrder(SHOP, limaOrder());
      const fulfillment = world.shopify.fulfill(SHOP, order.id);
      const where = { shopDomain_fulfillmentId: { shopDomain: SHOP, fulfillmentId: fulfillment.id } };
      await until(`${name} delivered, and the shop told`, async () => {
        const delivery = await world.database.delivery.findUnique({ where });
        const open = await world.database.publication.count({ where: { settledAt: null } });
        // an operator that registers after twenty minutes is waited for on the clock alone
        if (delivery?.phase === 'in-delivery' && operator.pendingOrders().length > 0) clock.advance(300_000);
        return delivery?.phase === 'delivered' && open === 0;
      });
      expect(fulfillment.events.map(({ status }) => status)).toEqual(MORE_EVENTS[name] ?? EVENTS);
      const counts = operator.counts().filter(({ account }) => account === OPERATOR_TOKEN);
      expect(counts).toMatchObject([{ posts: 1, orders: 1, pending: 0 }]);
    } finally {
      await world.stop();
    }
  });
});
