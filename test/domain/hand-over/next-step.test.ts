import { describe, expect, it } from 'vitest';
import { TRY_LIMIT, UNREADABLE_LIMIT } from '../../../app/domain/calendar/back-off.ts';
import { KNOWLEDGE } from '../../../app/domain/hand-over/knowledge.ts';
import { nextStep } from '../../../app/domain/hand-over/next-step.ts';
import type { HandOverEvent, LiveOrder, LookedUp, Situation, Step } from '../../../app/domain/hand-over/steps.ts';
import type { Problem } from '../../../app/domain/problems/problem.ts';
import { aFailedCall, aLiveOrder, aRecord, aSituation, at, NOW, NUMBER, PLAN } from './inputs/situations.ts';

/** What a hand-over does next: one row for each situation and event. */

type Delivery = Partial<Situation['delivery']>;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const live = aLiveOrder();
const since = { kind: 'since', since: at(-MINUTE) } as const;
const longAgo = { kind: 'since', since: at(-15 * MINUTE) } as const;
const once = { kind: 'once' } as const;

const REFUSED: Problem = { code: 'operator-refused', field: null, details: { message: 'no' } };
const TAKEN: Problem = { code: 'order-number-taken', field: 'order_number', details: { orderNumber: NUMBER } };
const CANCELLED = { kind: 'skip', reason: { code: 'fulfillment-cancelled' }, decisions: [] } as const;
const passing = (code: Problem['code'], message?: string): Problem => ({
  code,
  field: null,
  details: message === undefined ? {} : { message },
});
/** The first of the rare tries. */
const AGAIN = { sendAt: at(10 * MINUTE), tries: TRY_LIMIT };
/** A stranger's record under our number. */
const strangers = aRecord({
  contactName: 'Otra Persona',
  contactPhone: '+56 2 1111 1111',
  contactEmail: 'o@example.com',
});
const renamed = aLiveOrder({ ownNumber: 'other-1001.1' });

type Row = readonly [name: string, delivery: Delivery, event: HandOverEvent, step: Step];
const holds = (rows: readonly Row[]) =>
  it.each(rows)('%s', (_, delivery, event, step) => {
    expect(nextStep(aSituation(delivery), event)).toEqual(step);
  });

describe('after the plan', () => {
  const planned = (parts: Partial<LiveOrder> = {}, endedAt?: Date): HandOverEvent => ({
    kind: 'planned',
    live: aLiveOrder(parts),
    earlierLives: endedAt ? [{ kind: 'installation', endedAt }] : [],
  });
  const problem: Problem = { code: 'phone-missing', field: 'dropoff.contact.phone', details: {} };
  const skipped = { kind: 'skip', reason: { code: 'test-order' }, decisions: [] } as const;
  const asked = { kind: 'problem', problems: [problem], decisions: [] } as const;
  const gone = { kind: 'gone' } as const;
  holds([
    ['a fresh order is sent', {}, planned(), { kind: 'create', live, plan: PLAN }],
    [
      'one that may have been sent is looked up',
      { possiblySentAt: at(-MINUTE), phase: 'handing-over', orderNumber: NUMBER },
      planned(),
      { kind: 'look-up', live, doubt: since },
    ],
    [
      'one that nobody told of is looked up once',
      { lookFirst: true },
      planned(),
      { kind: 'look-up', live, doubt: once },
    ],
    [
      'one that an earlier installation may have sent is looked up until its end',
      {},
      planned({}, at(-SECOND)),
      { kind: 'look-up', live, doubt: { kind: 'since', since: at(-SECOND) } },
    ],
    [
      'one without a number, and without an order that gives it one, cannot be looked up',
      { lookFirst: true },
      planned({ plan: skipped }),
      { kind: 'skip', live: aLiveOrder({ plan: skipped }), reason: skipped.reason, decisions: [] },
    ],
    [
      'one with a number is looked up though a rule skips it now',
      { lookFirst: true, orderNumber: NUMBER },
      planned({ plan: skipped }),
      { kind: 'look-up', live: aLiveOrder({ plan: skipped }), doubt: once },
    ],
    [
      'one that nothing doubts is taken back before anything else',
      { phase: 'handing-over' },
      planned(),
      { kind: 'take-back', live, because: 'no-doubt' },
    ],
    [
      'a fulfillment that is gone is skipped',
      {},
      planned({ plan: gone }),
      { kind: 'skip', live: aLiveOrder({ plan: gone }), reason: { code: 'fulfillment-gone' } },
    ],
    [
      'a cancelled one is cancelled',
      {},
      planned({ plan: CANCELLED }),
      { kind: 'cancel', live: aLiveOrder({ plan: CANCELLED }) },
    ],
    [
      'a problem is asked about',
      {},
      planned({ plan: asked }),
      { kind: 'ask', live: aLiveOrder({ plan: asked }), problems: [problem], decisions: [] },
    ],
  ]);
});

describe('after a creation', () => {
  const answered = (answer: Extract<HandOverEvent, { kind: 'answered' }>['answer']): HandOverEvent => ({
    kind: 'answered',
    live,
    plan: PLAN,
    answer,
  });
  const failed = (parts: Parameters<typeof aFailedCall>[0]) =>
    answered({ kind: 'failed', failure: aFailedCall(parts) });
  holds([
    [
      'an accepted order is accepted',
      {},
      answered({ kind: 'accepted', trackingUrl: null }),
      { kind: 'accept', trackingUrl: null, isRecovered: false, wasEdited: false },
    ],
    [
      'a number that is taken is asked about',
      {},
      { kind: 'number-taken', orderNumber: NUMBER },
      { kind: 'ask', problems: [TAKEN] },
    ],
    [
      'a refusal that names a field is proof, if a look-up agrees',
      {},
      failed({ end: 'refused-by-field', message: 'no' }),
      { kind: 'look-up', live, doubt: { kind: 'since', since: NOW }, refusal: { words: REFUSED, proven: REFUSED } },
    ],
    [
      'a refusal in other words is none',
      {},
      failed({ end: 'refused', message: 'no' }),
      { kind: 'look-up', live, doubt: { kind: 'since', since: NOW }, refusal: { words: REFUSED, proven: null } },
    ],
    [
      'what the operator may have is looked up soon',
      { tries: 3 },
      failed({}),
      { kind: 'put-off', sendAt: at(5 * SECOND), tries: 0, possiblySentAt: NOW },
    ],
    [
      'not sooner than the operator asks',
      {},
      failed({ end: 'throttled', retryAfterMs: MINUTE }),
      { kind: 'put-off', sendAt: at(MINUTE), tries: 0, possiblySentAt: NOW },
    ],
    [
      'what it cannot have is sent again, further and further apart',
      { tries: 2 },
      failed({ end: 'not-connected' }),
      { kind: 'put-off', sendAt: at(20 * SECOND), tries: 3, possiblySentAt: null },
    ],
    [
      'not sooner than the operator asks either',
      {},
      failed({ end: 'not-sent', retryAfterMs: MINUTE }),
      { kind: 'put-off', sendAt: at(MINUTE), tries: 1, possiblySentAt: null },
    ],
    [
      'and told after the last try',
      { tries: TRY_LIMIT - 1 },
      failed({ end: 'not-connected', message: 'refused' }),
      { kind: 'ask', problems: [passing('operator-unreachable', 'refused')], possiblySentAt: null, again: AGAIN },
    ],
  ]);

  it('a refusal of the district asks for the district', () => {
    const step = nextStep(aSituation(), failed({ end: 'refused-by-field', message: 'district: unknown district' }));
    expect(step).toMatchObject({ kind: 'look-up', refusal: { proven: { code: 'district-not-served' } } });
  });

  it.each(Object.entries(KNOWLEDGE).filter(([end]) => end !== 'accepted'))(
    '%s: never sent again unless it cannot have it',
    (end, knowledge) => {
      const step = nextStep(aSituation(), failed({ end: end as keyof typeof KNOWLEDGE }));
      if (step.kind === 'look-up') expect(step.refusal?.proven === null).toBe(knowledge !== 'cannot-have');
      else expect(step).toMatchObject({ kind: 'put-off', possiblySentAt: knowledge === 'cannot-have' ? null : NOW });
    },
  );
});

describe('after a look-up', () => {
  const sent: Delivery = { phase: 'handing-over', orderNumber: NUMBER, possiblySentAt: at(-MINUTE) };
  const lookedUp = (answer: LookedUp, parts: Partial<Extract<HandOverEvent, { kind: 'looked-up' }>> = {}) =>
    ({ kind: 'looked-up', live, doubt: since, answer, ...parts }) as const;
  const found = (record: ReturnType<typeof aRecord> = aRecord()): LookedUp => ({ kind: 'found', record });
  const failed = (parts: Parameters<typeof aFailedCall>[0] = {}): LookedUp => ({
    kind: 'failed',
    failure: aFailedCall(parts),
  });
  const lost = { kind: 'take-back', live, because: 'lost' } as const;
  const lookAgain = { kind: 'put-off', sendAt: at(MINUTE), tries: 0, possiblySentAt: at(-MINUTE) } as const;
  const cancelled = aLiveOrder({ plan: CANCELLED });
  const before = { fields: { name: 'k.1', street: 'k.1' }, lines: {} };
  const withName = aLiveOrder({ handedOverWith: { fields: { name: 'k.2', street: 'k.1' }, lines: {} } });
  const withStreet = aLiveOrder({ handedOverWith: { fields: { name: 'k.1', street: 'k.2' }, lines: {} } });
  const mute = aRecord({ contactName: null, contactPhone: null, contactEmail: null });
  const recovered = {
    kind: 'accept',
    trackingUrl: 'https://track.example/1',
    isRecovered: true,
    wasEdited: false,
  } as const;

  describe('that does not find it', () => {
    const nothing = (since: Date): LookedUp => ({ kind: 'not-found', since, isPage: false });
    const page = (since: Date): LookedUp => ({ kind: 'not-found', since, isPage: true });
    const longAgoSent = { ...sent, possiblySentAt: longAgo.since };
    const again = { kind: 'put-off', sendAt: at(5 * SECOND), tries: 0, possiblySentAt: longAgo.since } as const;
    holds([
      [
        'within the horizon it is looked up again',
        sent,
        lookedUp(nothing(NOW)),
        { ...lookAgain, sendAt: at(5 * SECOND) },
      ],
      ['further and further apart', sent, lookedUp(nothing(at(-MINUTE))), lookAgain],
      [
        'after a horizon without any other answer it is lost',
        sent,
        lookedUp(nothing(longAgo.since), { doubt: longAgo }),
        lost,
      ],
      [
        'not at once after an outage: a proxy can say so',
        longAgoSent,
        lookedUp(nothing(NOW), { doubt: longAgo }),
        again,
      ],
      ['at once, when the merchant says so', { ...sent, resendAskedAt: NOW }, lookedUp(nothing(NOW)), lost],
      [
        'not when the merchant said so before it was sent',
        { ...sent, resendAskedAt: at(-2 * MINUTE) },
        lookedUp(nothing(NOW)),
        lookAgain,
      ],
      ['not when it was sent since', sent, lookedUp(nothing(longAgo.since)), lookAgain],
      [
        'at once, if an earlier life that may have sent it ended before the horizon',
        { lookFirst: true },
        lookedUp(nothing(NOW), { doubt: longAgo }),
        { kind: 'take-back', live, because: 'not-found' },
      ],
      [
        'one that was looked up to be sure is not there',
        { lookFirst: true },
        lookedUp(nothing(NOW), { doubt: once }),
        { kind: 'take-back', live, because: 'not-found' },
      ],
      [
        'but a page may be a proxy’s',
        { lookFirst: true },
        lookedUp(page(NOW), { doubt: once }),
        { ...again, possiblySentAt: NOW },
      ],
      ['a page after an outage is not believed either', longAgoSent, lookedUp(page(NOW), { doubt: longAgo }), again],
      ['pages for a whole horizon are', sent, lookedUp(page(longAgo.since), { doubt: longAgo }), lost],
      ['a page is enough, when the merchant says so', { ...sent, resendAskedAt: NOW }, lookedUp(page(NOW)), lost],
    ]);
  });

  describe('that finds it', () => {
    holds([
      ['ours is accepted', sent, lookedUp(found()), recovered],
      [
        'ours with an edit since is compared',
        { ...sent, handedOverWith: before },
        lookedUp(found(), { live: withStreet }),
        { ...recovered, wasEdited: true },
      ],
      ['another’s is asked about', sent, lookedUp(found(strangers)), { kind: 'ask', problems: [TAKEN] }],
      [
        'another’s, after the contact was edited, may be ours as it was',
        { ...sent, handedOverWith: before },
        lookedUp(found(strangers), { live: withName }),
        lookAgain,
      ],
      ['one that says too little is looked up again', sent, lookedUp(found(mute)), lookAgain],
      [
        'and told after the horizon',
        sent,
        lookedUp(found(mute), { doubt: longAgo }),
        { kind: 'ask', problems: [passing('outcome-unknown')], again: AGAIN },
      ],
      [
        'one that cannot be planned any more is told',
        sent,
        lookedUp(found(), { live: aLiveOrder({ recorded: null }) }),
        { kind: 'ask', problems: [passing('outcome-unknown')], again: AGAIN },
      ],
      [
        'one that was cancelled in the shop needs a call',
        sent,
        lookedUp(found(), { live: cancelled }),
        { kind: 'ask', problems: [passing('cancelled-after-hand-over')] },
      ],
      [
        'one whose order was cancelled needs a call',
        sent,
        lookedUp(found(), {
          live: aLiveOrder({ plan: { kind: 'skip', reason: { code: 'order-cancelled' }, decisions: [] } }),
        }),
        { kind: 'ask', problems: [passing('cancelled-after-hand-over')] },
      ],
      [
        'another’s is given another number, once ours is surely not there',
        sent,
        lookedUp(found(strangers), { live: renamed, doubt: longAgo }),
        { kind: 'renumber', sendAt: NOW },
      ],
      [
        'and until then looked up',
        sent,
        lookedUp(found(strangers), { live: renamed }),
        { ...lookAgain, problem: TAKEN },
      ],
      [
        'the merchant’s word to send again settles no other number',
        { ...sent, resendAskedAt: NOW },
        lookedUp(found(strangers), { live: renamed }),
        { ...lookAgain, problem: TAKEN },
      ],
      [
        'not when the contact was edited',
        { ...sent, handedOverWith: before },
        lookedUp(found(strangers), { live: { ...renamed, handedOverWith: withName.handedOverWith }, doubt: longAgo }),
        { kind: 'ask', problems: [passing('outcome-unknown')], again: AGAIN },
      ],
    ]);
  });

  describe('that fails', () => {
    holds([
      [
        'is tried again',
        { ...sent, tries: 1 },
        lookedUp(failed()),
        { kind: 'put-off', sendAt: at(10 * SECOND), tries: 2 },
      ],
      [
        'not sooner than the operator asks',
        sent,
        lookedUp(failed({ retryAfterMs: MINUTE })),
        { kind: 'put-off', sendAt: at(MINUTE), tries: 1 },
      ],
      [
        'is told after the last try',
        { ...sent, tries: TRY_LIMIT - 1 },
        lookedUp(failed()),
        { kind: 'ask', problems: [passing('outcome-unknown', 'no answer')], again: AGAIN },
      ],
      [
        'is told sooner when an answer says nothing',
        { ...sent, tries: UNREADABLE_LIMIT - 1 },
        lookedUp(failed({ saysNothing: true })),
        { kind: 'ask', problems: [passing('outcome-unknown', 'no answer')], again: AGAIN },
      ],
      [
        'settles it when the merchant says so',
        { ...sent, resendAskedAt: NOW },
        lookedUp(failed({ saysNothing: true })),
        lost,
      ],
      [
        'without an answer the merchant’s word settles nothing',
        { ...sent, resendAskedAt: NOW },
        lookedUp(failed()),
        { kind: 'put-off', sendAt: at(5 * SECOND), tries: 1 },
      ],
    ]);
  });

  describe('that follows a refusal', () => {
    const proven = { refusal: { words: REFUSED, proven: REFUSED }, doubt: { kind: 'since', since: NOW } } as const;
    const unproven = { ...proven, refusal: { words: REFUSED, proven: null } } as const;
    const keepsWords = {
      kind: 'put-off',
      tries: 0,
      possiblySentAt: NOW,
      problem: REFUSED,
      sendAt: at(5 * SECOND),
    } as const;
    holds([
      ['ours is accepted', {}, lookedUp(found(), proven), recovered],
      ['another’s is asked about', {}, lookedUp(found(strangers), proven), { kind: 'ask', problems: [TAKEN] }],
      [
        'not there, as the words prove: a person reads them',
        {},
        lookedUp({ kind: 'not-found', since: NOW, isPage: false }, proven),
        { kind: 'ask', problems: [REFUSED], possiblySentAt: null },
      ],
      [
        'not there, and no proof: it is looked up again',
        {},
        lookedUp({ kind: 'not-found', since: NOW, isPage: false }, unproven),
        keepsWords,
      ],
      [
        'refused as well: the same',
        {},
        lookedUp(failed({ end: 'refused' }), proven),
        { kind: 'ask', problems: [REFUSED], possiblySentAt: null },
      ],
      ['a failure keeps the words', {}, lookedUp(failed(), proven), { ...keepsWords, tries: 1 }],
      [
        'and is told at the end',
        { tries: TRY_LIMIT - 1 },
        lookedUp(failed(), proven),
        { kind: 'ask', problems: [passing('outcome-unknown', 'no answer')], again: AGAIN },
      ],
    ]);
  });
});

describe('after it was taken back', () => {
  const back = (because: 'lost' | 'not-found' | 'no-doubt', sent = 0): HandOverEvent => ({
    kind: 'taken-back',
    live,
    because,
    sent,
  });
  const create = { kind: 'create', live, plan: PLAN } as const;
  holds([
    ['a lost order is sent again', {}, back('lost', 1), create],
    [
      'one that was lost again and again is told',
      {},
      back('lost', TRY_LIMIT),
      { kind: 'ask', problems: [passing('operator-unreachable')], again: AGAIN },
    ],
    ['not after a look-up without a creation', {}, back('not-found', TRY_LIMIT), create],
    [
      'one that the operator refused is asked about',
      { problems: [REFUSED] },
      back('lost', 1),
      { kind: 'ask', problems: [REFUSED] },
    ],
    ['unless the merchant says it is to be sent', { problems: [REFUSED], resendAskedAt: NOW }, back('lost', 1), create],
    ['and unless it was in no doubt', { problems: [REFUSED] }, back('no-doubt'), create],
  ]);
});

describe('without an order', () => {
  const shopify = (
    failure: Extract<HandOverEvent, { kind: 'shopify-failed' }>['failure'],
    retryAfterMs: number | null = null,
  ) => ({ kind: 'shopify-failed', failure, retryAfterMs }) as const;
  const again = { kind: 'put-off', sendAt: at(5 * SECOND), tries: 1 } as const;
  const last = { tries: TRY_LIMIT - 1 };
  holds([
    ['a hold holds it', {}, { kind: 'held', hold: 'set-up' }, { kind: 'hold', heldFor: 'set-up' }],
    [
      'calls that pause put it off',
      {},
      { kind: 'calls-paused', until: at(MINUTE) },
      { kind: 'put-off', sendAt: at(MINUTE) },
    ],
    ['a shop without the app holds it', {}, shopify('not-installed'), { kind: 'hold', heldFor: 'no-shopify-token' }],
    [
      'a shop that denies access is told',
      {},
      shopify('access-denied'),
      { kind: 'ask', problems: [passing('shopify-access-missing')], again: AGAIN },
    ],
    [
      'a busy Shopify is asked again when it says',
      {},
      shopify('throttled', MINUTE),
      { kind: 'put-off', sendAt: at(MINUTE) },
    ],
    ['or soon', {}, shopify('throttled'), { kind: 'put-off', sendAt: at(5 * SECOND) }],
    ['an outage is waited for', {}, shopify('unreachable'), again],
    ['what makes no sense is asked again', {}, shopify('unreadable'), again],
    ['what is refused as well', {}, shopify('refused'), again],
    [
      'and told',
      last,
      shopify('unreachable'),
      { kind: 'ask', problems: [passing('shopify-unreachable')], again: AGAIN },
    ],
    ['our own failure is tried again', {}, { kind: 'unexpected' }, again],
    [
      'and told',
      last,
      { kind: 'unexpected' },
      { kind: 'ask', problems: [passing('unexpected-failure')], again: AGAIN },
    ],
    [
      'a fault that goes on is tried more and more rarely',
      { tries: TRY_LIMIT + 1 },
      { kind: 'unexpected' },
      {
        kind: 'ask',
        problems: [passing('unexpected-failure')],
        again: { sendAt: at(30 * MINUTE), tries: TRY_LIMIT + 2 },
      },
    ],
  ]);

  it('withheld data is one problem', () => {
    expect(nextStep(aSituation(), shopify('data-withheld'))).toMatchObject({
      kind: 'ask',
      problems: [{ code: 'customer-data-withheld' }],
    });
  });
});
