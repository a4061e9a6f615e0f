import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import {
  DELIVERY_PROPERTIES,
  FLOW_ACTIONS,
  FLOW_KINDS,
  FLOW_TRIGGERS,
  flowFactsSchema,
  flowPayload,
} from '../../../app/domain/flow/flow.ts';

const ORDER = 'gid://shopify/Order/6041792330001';
const FACTS = flowFactsSchema.parse({
  orderName: '#1001',
  fulfillmentId: 'gid://shopify/Fulfillment/7',
  orderNumber: 'tienda-1001.1',
  state: 'en camino entrega',
  stateGroup: 'out-for-delivery',
  trackingUrl: 'https://operator.example/t/1',
  promisedDate: '2026-05-08',
  windowStart: '09:00',
  windowEnd: '13:00',
  operatorDate: '2026-05-11',
  phase: 'delivered',
  handedOverAt: '2026-05-08T14:00:00+00:00',
  endedAt: '2026-05-08T15:00:00.123+00:00',
  promisedUntil: '2026-05-08T18:00:00+00:00',
  attentionSince: '2026-05-08T15:00:00+00:00',
  problems: ['district-not-served', 'phone-missing'],
});
const SENT = { operator: 'Veloz', now: new Date('2026-05-08T16:00:00Z') };

const deployed = (folder: string) =>
  z
    .object({
      extensions: z.array(
        z.object({
          type: z.string(),
          handle: z.string(),
          runtime_url: z.string().optional(),
          settings: z
            .object({ fields: z.array(z.object({ type: z.string(), key: z.string().optional() })) })
            .optional(),
        }),
      ),
    })
    .parse(
      parse(
        readFileSync(
          path.resolve(import.meta.dirname, '../../../extensions', folder, 'shopify.extension.toml'),
          'utf8',
        ),
      ),
    ).extensions;

describe('what is deployed is what is sent', () => {
  const triggers = deployed('flow-triggers').filter(({ type }) => type === 'flow_trigger');

  it.each(FLOW_KINDS)('%s', (kind) => {
    const trigger = triggers.find(({ handle }) => handle === FLOW_TRIGGERS[kind].handle);
    const keys = trigger?.settings?.fields.flatMap(({ key }) => key ?? []) ?? [];
    const { order_id: order, ...properties } = flowPayload(kind, ORDER, FACTS, SENT);
    expect(order).toBe(6041792330001);
    expect(Object.keys(properties).sort()).toEqual([...keys].sort());
    expect(trigger?.settings?.fields.some(({ type }) => type === 'order_reference')).toBe(true);
  });

  it('there is no other trigger, and every handle fits', () => {
    expect(triggers).toHaveLength(FLOW_KINDS.length);
    for (const { handle } of [...triggers, ...deployed('flow-actions')]) expect(handle).toMatch(/^[a-z-]{1,30}$/);
  });

  it('each action has its address', () => {
    expect(deployed('flow-actions').map(({ handle, runtime_url }) => [handle, runtime_url])).toEqual(
      FLOW_ACTIONS.map((action) => [action, `/flow/actions/${action}`]),
    );
  });
});

test('the values of a trigger', () => {
  expect(flowPayload('state-changed', ORDER, FACTS, SENT)).toMatchObject({
    State: 'en camino entrega',
    'State group': 'out-for-delivery',
  });
  expect(flowPayload('needs-attention', ORDER, FACTS, SENT)).toMatchObject({
    Problem: 'district-not-served, phone-missing',
  });
  expect(flowPayload('promised-date-changed', ORDER, FACTS, SENT)).toMatchObject({
    'Promised date': '2026-05-08',
    'New date': '2026-05-11',
  });
  expect(flowPayload('delivered', ORDER, FACTS, SENT)).toMatchObject({
    'Delivery status': 'out-for-delivery',
    'Delivered at': '2026-05-08T15:00:00Z',
    'Delivered on time': true,
    'Delivery operator': 'Veloz',
    'Needs attention': true,
  });
  const late = flowFactsSchema.parse({ ...FACTS, phase: 'in-delivery', endedAt: null, attentionSince: null });
  const afterwards = { ...SENT, now: new Date('2026-05-08T18:00:01Z') };
  expect(flowPayload('running-late', ORDER, late, afterwards)).toMatchObject({
    'Delivered on time': false,
    'Needs attention': false,
  });
  const asPromised = flowFactsSchema.parse({ ...FACTS, operatorDate: null });
  expect(flowPayload('promised-date-changed', ORDER, asPromised, SENT)).toMatchObject({ 'New date': '2026-05-08' });
});

test('a property without a value is left out', () => {
  expect(flowPayload('state-changed', ORDER, flowFactsSchema.parse({ state: 'ingresado' }), SENT)).toEqual({
    order_id: 6041792330001,
    'Needs attention': false,
    State: 'ingresado',
  });
  expect(flowPayload('needs-attention', ORDER, flowFactsSchema.parse({ orderName: '#1001' }), SENT)).toEqual({
    order_id: 6041792330001,
    'Needs attention': false,
    'Order name': '#1001',
  });
  expect(DELIVERY_PROPERTIES).toContain('Order name');
});
