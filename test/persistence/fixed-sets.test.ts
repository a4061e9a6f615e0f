import { describe, expect, it } from 'vitest';
import { ENVIRONMENTS } from '../../app/operator-accounts/operator-access.ts';
import { ATTEMPT_OUTCOMES, ATTEMPT_VERBS } from '../../app/domain/lifecycle/attempt.ts';
import { COUNT_RESULTS } from '../../app/domain/lifecycle/daily-count.ts';
import { FLOW_KINDS } from '../../app/domain/flow/flow.ts';
import { PHASES } from '../../app/domain/lifecycle/delivery-phase.ts';
import { HOLDS } from '../../app/domain/lifecycle/hold.ts';
import { DELIVERY_SERVICES } from '../../app/domain/mapping/delivery-services.ts';
import { FULFILLMENT_EVENT_STATUSES } from '../../app/domain/tracking/fulfillment-events.ts';
import { STATE_GROUPS } from '../../app/domain/tracking/operator-state.ts';
import { useDatabase } from '../set-up/database/use-database.ts';

const { database } = await useDatabase();

const SETS: Readonly<Record<string, readonly string[]>> = {
  Delivery_phase_check: PHASES,
  Delivery_heldFor_check: HOLDS,
  Delivery_service_check: DELIVERY_SERVICES,
  Delivery_stateGroup_check: STATE_GROUPS,
  CountedFulfillment_result_check: COUNT_RESULTS,
  Attempt_verb_check: ATTEMPT_VERBS,
  Attempt_outcome_check: ATTEMPT_OUTCOMES,
  Publication_kind_check: ['tracking', 'event', 'order-metafield', 'estimate', 'state-tag'],
  Publication_outcome_check: ['published', 'refused', 'overtaken'],
  Publication_eventStatus_check: FULFILLMENT_EVENT_STATUSES,
  FlowTrigger_kind_check: FLOW_KINDS,
  FlowTrigger_outcome_check: ['sent', 'refused', 'given-up'],
  WebhookReceipt_outcome_check: ['handled', 'skipped'],
  OperatorAccount_environment_check: ENVIRONMENTS,
  OperatorAccount_restReason_check: ['throttled', 'failing'],
  Shop_language_check: ['en', 'es', 'pt'],
  Shop_pagesLanguage_check: ['en', 'es', 'pt'],
};

describe('the database holds a column to the set that the program knows', () => {
  it.each(Object.entries(SETS))('%s', async (name, values) => {
    const [row] = await database.$queryRaw<{ definition: string }[]>`
      SELECT pg_get_constraintdef("oid") AS "definition" FROM pg_constraint WHERE "conname" = ${name}`;
    const held = Array.from(row?.definition.matchAll(/'([^']+)'/g) ?? [], ([, value]) => value ?? '');
    expect(held.sort()).toEqual([...values].sort());
  });
});
