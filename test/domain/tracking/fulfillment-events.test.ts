import { describe, expect, it } from 'vitest';
import { ADMIN_API_VERSION, EVENTS, eventsOf } from '../../../app/domain/tracking/fulfillment-events.ts';
import { STATE_GROUPS, stateOfGroup } from '../../../app/domain/tracking/operator-state.ts';
import { recogniseState } from '../../set-up/built-in-states.ts';

const NOW = {
  unknown: null,
  accepted: 'CONFIRMED',
  'courier-assigned': null,
  'picking-up': null,
  collected: 'CARRIER_PICKED_UP',
  'on-the-way': 'IN_TRANSIT',
  'out-for-delivery': 'OUT_FOR_DELIVERY',
  delivered: 'DELIVERED',
  delayed: 'DELAYED',
  returning: 'DELAYED',
  'attempt-failed': 'ATTEMPTED_DELIVERY',
  'needs-merchant': 'DELAYED',
  'address-wrong': 'DELAYED',
  'ended-badly': 'FAILURE',
};
const TO_COME = { ...NOW, returning: 'RETURNING_TO_SENDER', 'address-wrong': 'BUYER_ACTION_REQUIRED' };

describe('the events of a version of the Admin API', () => {
  it.each(['2025-10', '2026-01', '2026-07', '2026-10'])('%s', (version) => expect(eventsOf(version)).toEqual(NOW));
  it.each(['2027-01', '2027-04', 'unstable'])('%s', (version) => expect(eventsOf(version)).toEqual(TO_COME));

  it('are those that states cause', () => {
    expect(EVENTS).toEqual(eventsOf(ADMIN_API_VERSION));
    for (const group of STATE_GROUPS) expect(stateOfGroup(group).event).toBe(EVENTS[group]);
    expect(recogniseState('en devolución').event).toBe(EVENTS.returning);
    expect(recogniseState('error dirección').event).toBe(EVENTS['address-wrong']);
    expect(recogniseState('retirado').event).toBe(EVENTS.collected);
    expect(recogniseState('almacenaje').event).toBe(EVENTS.delayed);
  });
});
