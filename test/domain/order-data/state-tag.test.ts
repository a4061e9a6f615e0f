import { expect, test } from 'vitest';
import { STATE_GROUPS } from '../../../app/domain/tracking/operator-state.ts';
import { stateTagOf, stateTagsOf } from '../../../app/domain/order-data/state-tag.ts';

test.each(STATE_GROUPS)('%s has a tag of its own, which fits into an order tag', (group) => {
  const namespace = 'n'.repeat(20);
  const tag = stateTagOf({ groups: [group], needsPerson: false }, namespace) ?? '';
  expect(stateTagsOf(namespace)).toContain(tag);
  expect(tag.length).toBeLessThanOrEqual(40);
});

test.each([
  ['unknown', 'in-delivery'],
  ['accepted', 'accepted'],
  ['courier-assigned', 'courier-assigned'],
  ['picking-up', 'picking-up'],
  ['on-the-way', 'on-the-way'],
  ['out-for-delivery', 'out-for-delivery'],
  ['delivered', 'delivered'],
  ['delayed', 'delayed'],
  ['attempt-failed', 'attempt-failed'],
  ['needs-merchant', 'operator-asks'],
  ['ended-badly', 'not-delivered'],
])('merchants can rely on it: %s is tagged %s', (group, tag) =>
  expect(stateTagOf({ groups: [group], needsPerson: false }, 'envio')).toBe(`envio:${tag}`),
);

test('an order that needs a person is tagged so, whatever its state', () => {
  expect(stateTagOf({ groups: ['delivered', 'ended-badly'], needsPerson: true }, 'envio')).toBe(
    'envio:needs-attention',
  );
  expect(stateTagOf({ groups: [null], needsPerson: true }, 'envio')).toBe('envio:needs-attention');
});

test('no two groups have the same tag', () => {
  expect(new Set(stateTagsOf('handoff')).size).toBe(STATE_GROUPS.length + 1);
});

test.each([
  [['delivered', 'out-for-delivery'], 'handoff:out-for-delivery'],
  [['out-for-delivery', 'accepted'], 'handoff:accepted'],
  [['delivered', 'ended-badly'], 'handoff:not-delivered'],
  [['delivered', null], 'handoff:delivered'],
  [['delivered', 'delivered'], 'handoff:delivered'],
])('an order with %j is tagged %s', (groups, tag) =>
  expect(stateTagOf({ groups, needsPerson: false }, 'handoff')).toBe(tag),
);

test('an order without a known state is not tagged', () => {
  expect(stateTagOf({ groups: [], needsPerson: false }, 'handoff')).toBeNull();
  expect(stateTagOf({ groups: [null], needsPerson: false }, 'handoff')).toBeNull();
});
