import { expect, test } from 'vitest';
import {
  DELIVERY_STATUSES,
  orderFields,
  worstStatus,
  type FieldedDelivery,
} from '../../../app/domain/order-data/order-fields.ts';
import { STATE_GROUPS } from '../../../app/domain/tracking/operator-state.ts';
import { stateTagOf } from '../../../app/domain/order-data/state-tag.ts';
import { fc } from '../../set-up/properties.ts';

const NOW = new Date('2026-05-08T15:00:00.250Z');
const BEFORE = new Date('2026-05-08T14:00:00.250Z');
const LATER = new Date('2026-05-08T16:00:00.250Z');

const waiting: FieldedDelivery = {
  phase: 'waiting',
  stateGroup: null,
  attentionSince: null,
  handedOverAt: null,
  endedAt: null,
  promisedDate: null,
  promisedUntil: null,
};
const underWay: FieldedDelivery = {
  ...waiting,
  phase: 'in-delivery',
  stateGroup: 'accepted',
  handedOverAt: BEFORE,
  promisedDate: '2026-05-08',
  promisedUntil: LATER,
};
const delivered: FieldedDelivery = { ...underWay, phase: 'delivered', stateGroup: 'delivered', endedAt: NOW };
const failed: FieldedDelivery = { ...underWay, phase: 'failed', stateGroup: 'ended-badly', endedAt: NOW };

const fieldsOf = (...deliveries: FieldedDelivery[]) => orderFields(deliveries, { operator: 'Veloz', now: NOW });

test('an order whose delivery arrived in time', () => {
  expect(fieldsOf(delivered)).toEqual({
    delivery_status: 'delivered',
    promised_day: '2026-05-08',
    delivered_at: '2026-05-08T15:00:00Z',
    on_time: 'true',
    operator: 'Veloz',
    needs_person: 'false',
  });
});

test('an order that was not handed over has promised nothing', () => {
  expect(fieldsOf({ ...waiting, promisedDate: '2026-05-08', promisedUntil: BEFORE, attentionSince: NOW })).toEqual({
    delivery_status: null,
    promised_day: null,
    delivered_at: null,
    on_time: null,
    operator: null,
    needs_person: 'true',
  });
});

test.each([
  ['while it can still be kept', [underWay], null],
  ['once it is broken', [{ ...underWay, promisedUntil: BEFORE }], 'false'],
  ['when it arrived at its last moment', [{ ...delivered, promisedUntil: NOW }], 'true'],
  ['when it arrived after it', [{ ...delivered, promisedUntil: BEFORE }], 'false'],
  ['when it ended without arriving', [failed], 'false'],
  ['when nothing was promised', [{ ...delivered, promisedUntil: null }], null],
  ['when one arrived in time and another is under way', [delivered, underWay], 'true'],
  ['when one arrived in time and another is late', [delivered, { ...underWay, promisedUntil: BEFORE }], 'false'],
])('a promise %s', (_name, deliveries, onTime) => {
  expect(fieldsOf(...deliveries).on_time).toBe(onTime);
});

test('several deliveries: the worst status, the last promised day, the last arrival, and a person for any', () => {
  const first = { ...delivered, endedAt: BEFORE, promisedDate: '2026-05-09' };
  expect(fieldsOf(first, delivered, { ...underWay, attentionSince: NOW })).toMatchObject({
    delivery_status: 'accepted',
    promised_day: '2026-05-09',
    delivered_at: '2026-05-08T15:00:00Z',
    needs_person: 'true',
  });
});

const anyDelivery = fc.record({
  phase: fc.constantFrom('waiting', 'in-delivery', 'needs-attention', 'delivered', 'failed', 'skipped'),
  stateGroup: fc.option(fc.constantFrom(...STATE_GROUPS)),
  attentionSince: fc.option(fc.constant(NOW)),
  handedOverAt: fc.option(fc.constant(BEFORE)),
  endedAt: fc.constantFrom(BEFORE, NOW, LATER),
  promisedDate: fc.option(fc.constantFrom('2026-05-07', '2026-05-08')),
  promisedUntil: fc.option(fc.constantFrom(BEFORE, NOW, LATER)),
});

test('whatever the deliveries are: in any order the same, and as the tag says', () => {
  fc.assert(
    fc.property(fc.array(anyDelivery, { maxLength: 4 }), (deliveries) => {
      const fields = fieldsOf(...deliveries);
      expect(fieldsOf(...deliveries.toReversed())).toEqual(fields);
      const needsPerson = fields.needs_person === 'true';
      const groups = deliveries.map(({ stateGroup }) => stateGroup);
      const said = needsPerson ? 'needs-attention' : fields.delivery_status;
      expect(stateTagOf({ groups, needsPerson }, 'n')).toBe(said === null ? null : `n:${said}`);
    }),
  );
});

test('a further delivery takes no value away', () => {
  fc.assert(
    fc.property(fc.array(anyDelivery, { maxLength: 3 }), anyDelivery, (deliveries, further) => {
      const before = fieldsOf(...deliveries);
      const after = fieldsOf(...deliveries, further);
      for (const [key, value] of Object.entries(after)) {
        if (value === null) expect(before).toMatchObject({ [key]: null });
      }
    }),
  );
});

test('the worst of two statuses is the one that is listed first', () => {
  for (const [place, group] of STATE_GROUPS.entries()) {
    for (const other of STATE_GROUPS.slice(place)) {
      const alone = [group, other].map((each) => worstStatus([each]) ?? 'delivered');
      const worst = worstStatus([group, other]) ?? 'delivered';
      expect(DELIVERY_STATUSES.indexOf(worst)).toBe(Math.min(...alone.map((each) => DELIVERY_STATUSES.indexOf(each))));
    }
  }
});
