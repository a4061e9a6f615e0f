import { toldTime } from '../../../../app/domain/calendar/told-time.ts';
import type { RecordedOrder } from '../../../../app/domain/hand-over/same-order.ts';
import type { FailedCall, HandOverPlan, LiveOrder, Situation } from '../../../../app/domain/hand-over/steps.ts';
import { planDelivery } from '../../../../app/domain/planning/plan-delivery.ts';
import { aPlanInput, settingsWith, TUESDAY_MORNING } from '../../planning/inputs/plan-inputs.ts';

/** Builders of what a hand-over decides from: a delivery that waits for its first call, of an order that can be sent. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

export const NOW = TUESDAY_MORNING;
export const at = (ms: number) => new Date(NOW.getTime() + ms);

export const PACE: Situation['pace'] = {
  handOver: { lookUpDelayMs: 5 * SECOND, lookUpHorizonMs: 15 * MINUTE, freshMs: 5 * MINUTE },
  backOff: { firstMs: 5 * SECOND, limitMs: 10 * MINUTE },
  rareTries: { firstMs: 10 * MINUTE, limitMs: 30 * MINUTE },
};

/** With a chance of a half, pauses are neither longer nor shorter than their rule says. */
export function aSituation(
  delivery: Partial<Situation['delivery']> = {},
  parts: Partial<Omit<Situation, 'delivery'>> = {},
): Situation {
  return {
    now: NOW,
    chance: 0.5,
    pace: PACE,
    mapping: settingsWith().mapping,
    delivery: {
      phase: 'waiting',
      orderNumber: null,
      possiblySentAt: null,
      resendAskedAt: null,
      lookFirst: false,
      tries: 0,
      problems: [],
      handedOverWith: null,
      ...delivery,
    },
    ...parts,
  };
}

const planned = planDelivery(aPlanInput());
if (planned.kind !== 'hand-over') throw new Error('the plain order is not handed over');
export const PLAN: HandOverPlan = planned;
export const NUMBER = PLAN.order.order_number;

export function aLiveOrder(parts: Partial<LiveOrder> = {}): LiveOrder {
  return {
    plan: PLAN,
    known: { fulfillmentName: '#1001.1', orderName: '#1001' },
    fulfilledAt: toldTime(at(-MINUTE).toISOString()),
    handedOverWith: null,
    recorded: PLAN.order,
    ownNumber: NUMBER,
    ...parts,
  };
}

export function aFailedCall(parts: Partial<FailedCall> = {}): FailedCall {
  return { end: 'timeout', message: 'no answer', retryAfterMs: null, saysNothing: false, ...parts };
}

export function aRecord(parts: Partial<RecordedOrder> = {}) {
  const { fullname, phone, email } = PLAN.order.dropoff.contact;
  return {
    contactName: fullname,
    contactPhone: phone,
    contactEmail: email,
    packages: null,
    trackingUrl: 'https://track.example/1',
    ...parts,
  };
}
