import { describe, expect, it } from 'vitest';
import { newsOf, type ReadBefore, type Reported } from '../../../app/domain/tracking/news.ts';
import { newMeaning, profileLine, statesOf } from '../../../app/domain/tracking/state-meaning.ts';
import { currentState, MEANINGS, type StateEntry } from '../../../app/domain/tracking/operator-state.ts';
import { BUILT_IN } from '../../set-up/built-in-states.ts';

const now = new Date('2026-11-21T15:00:00Z');
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const entry = (status: string, minutes: number): StateEntry => ({ status, date: `${minutes}`, at: at(minutes) });

const before: ReadBefore = {
  phase: 'in-delivery',
  state: 'en despacho',
  stateGroup: 'on-the-way',
  stateAt: at(-60),
  trackingUrl: 'https://track.example/1',
  operatorDate: null,
  endedAt: null,
  lastReadAt: at(-30),
  isLost: false,
};

function read(history: readonly StateEntry[], change: Partial<Reported> = {}, states = BUILT_IN) {
  const state = currentState(history, null, states);
  const reported: Reported = {
    state,
    trackingUrl: before.trackingUrl,
    operatorDate: null,
    added: history.slice(0, 1),
    history,
    made: { last: { status: 'IN_TRANSIT', happenedAt: at(-60) }, room: 50, events: [] },
    ...change,
  };
  return (known: Partial<ReadBefore> = {}, stateTags = true) =>
    newsOf({ ...before, ...known }, reported, { states, stateTags, now });
}
const kinds = ({ publications }: ReturnType<typeof newsOf>) =>
  publications.map((each) => (each.kind === 'event' ? each.status : each.kind));

describe('what a read brings', () => {
  it('nothing when nothing is new', () => {
    const news = read([entry('en despacho', -60)], { added: [] })();
    expect(news).toEqual({ phase: 'in-delivery', endedAt: null, solved: [], problems: [], publications: [] });
  });

  it('an end with its time, its event, and the order’s data', () => {
    const news = read([entry('entregado', -5), entry('en despacho', -60)])();
    expect(news).toMatchObject({ phase: 'delivered', endedAt: at(-5) });
    expect(kinds(news)).toEqual(['DELIVERED', 'order-metafield', 'state-tag']);
  });

  it('an end without delivery, whose time is the read’s when the operator names none', () => {
    expect(read([entry('devuelto', -5), entry('en despacho', -60)])()).toMatchObject({
      phase: 'failed',
      endedAt: at(-5),
    });
    const undated = {
      name: 'devuelto',
      at: null,
      group: 'ended-badly',
      event: 'FAILURE',
      problem: 'returned',
    } as const;
    const ended = read([], { state: undated, added: [] });
    expect(ended()).toMatchObject({ phase: 'failed', endedAt: now });
    expect(kinds(ended())).toEqual(['FAILURE', 'order-metafield', 'state-tag']);
    expect(ended({ phase: 'failed', endedAt: at(-50) })).toMatchObject({ endedAt: at(-50) });
  });

  it('no second event for a state that the read before showed without a date', () => {
    const undated = { name: 'en despacho', at: null, group: 'on-the-way', event: 'IN_TRANSIT', problem: null } as const;
    const made = { last: null, room: 50, events: [] };
    expect(kinds(read([], { state: undated, added: [], made })({ stateAt: null }))).toEqual([]);
    expect(
      kinds(read([], { state: undated, added: [], made })({ state: 'ingresado', stateGroup: 'accepted' })),
    ).toEqual(['IN_TRANSIT', 'order-metafield', 'state-tag']);
  });

  it('an end that is taken back, so that the order’s fields of it are removed', () => {
    const ended = { phase: 'delivered', state: 'entregado', stateGroup: 'delivered', endedAt: at(-30) } as const;
    const history = [entry('en despacho', -5), entry('entregado', -30)];
    const { publications } = read(history)({ ...ended, stateAt: at(-30) });
    expect(publications).toContainEqual({ kind: 'order-metafield', removesFields: true });
    const kept = read([entry('entregado', -5)])();
    expect(kept.publications).toContainEqual({ kind: 'order-metafield', removesFields: false });
  });

  it('another word for the same in the order’s data alone', () => {
    const news = read([entry('en tránsito', -5), entry('en despacho', -60)])();
    expect(kinds(news)).toEqual(['order-metafield']);
  });

  it('nothing where the operator reports no state', () => {
    const nothing = read([], { state: null, added: [] });
    const unknown = { state: null, stateGroup: null, stateAt: null };
    expect(nothing(unknown)).toMatchObject({ phase: 'in-delivery', solved: [], problems: [] });
    expect(nothing({ phase: 'needs-attention' }).phase).toBe('needs-attention');
  });

  it('the tag of the state only if the shop has chosen it', () => {
    const delivered = read([entry('entregado', -5), entry('en despacho', -60)]);
    expect(kinds(delivered({}, false))).toEqual(kinds(delivered()).filter((kind) => kind !== 'state-tag'));
  });

  it('the tracking at the first read, if the hand-over brought no URL', () => {
    const same = read([entry('en despacho', -60)], { added: [], trackingUrl: null });
    expect(kinds(same({ trackingUrl: null, lastReadAt: null }))).toEqual(['tracking', 'order-metafield']);
    expect(kinds(same({ trackingUrl: null }))).toEqual([]);
    const kept = read([entry('en despacho', -60)], { added: [] });
    expect(kinds(kept({ lastReadAt: null }))).toEqual([]);
  });

  it('another planned day with the event that carries it, and none after the end', () => {
    const history = [entry('en camino entrega', -5), entry('en despacho', -60)];
    expect(kinds(read(history, { operatorDate: '2026-11-25' })())).toEqual([
      'OUT_FOR_DELIVERY',
      'order-metafield',
      'state-tag',
    ]);
    const ended = read([entry('entregado', -5)], { operatorDate: '2026-11-25', added: [] });
    const known = { phase: 'delivered', state: 'entregado', stateGroup: 'delivered', stateAt: at(-5) } as const;
    expect(kinds(ended(known))).toEqual(['order-metafield']);
  });

  it('a problem that ends with the next state', () => {
    const failed = read([entry('sin moradores', -5), entry('en despacho', -60)])();
    expect(failed.problems).toMatchObject([{ code: 'attempt-failed', details: { state: 'sin moradores' } }]);
    const known = { state: 'sin moradores', stateGroup: 'attempt-failed', stateAt: at(-5) };
    const next = read([entry('en camino entrega', -1), entry('sin moradores', -5)])(known);
    expect(next.solved).toContain('attempt-failed');
    expect(next.problems).toEqual([]);
  });

  it('a first URL, and another planned day as an estimate of its own', () => {
    const same = [entry('en despacho', -60)];
    const withUrl = read(same, { added: [], trackingUrl: 'https://track.example/2' })({ trackingUrl: null });
    expect(kinds(withUrl)).toEqual(['tracking', 'order-metafield']);
    expect(kinds(read(same, { added: [], operatorDate: '2026-11-25' })())).toEqual(['estimate', 'order-metafield']);
  });

  it('the end of a search, and no end of what a person has to do', () => {
    const same = read([entry('en despacho', -60)], { added: [] });
    expect(same({ phase: 'needs-attention', isLost: true })).toMatchObject({
      phase: 'in-delivery',
      solved: ['unknown-to-operator'],
    });
    expect(same({ phase: 'needs-attention' })).toMatchObject({ phase: 'needs-attention', solved: [] });
  });
});

describe('a state that has got another meaning', () => {
  const history = [entry('na portaria', -5), entry('en despacho', -60)];
  const known = { state: 'na portaria', stateGroup: 'unknown', stateAt: at(-5) };
  const meaning = (group: 'delivered' | 'attempt-failed') =>
    statesOf({ stateMeanings: [newMeaning({ name: 'NA  Portaria', group }, now)] }, BUILT_IN);

  it('brings what it should have brought', () => {
    const delivered = read(history, { added: [] }, meaning('delivered'))(known);
    expect(delivered).toMatchObject({ phase: 'delivered', endedAt: at(-5) });
    expect(kinds(delivered)).toEqual(['DELIVERED', 'order-metafield', 'state-tag']);
    const failed = read(history, { added: [] }, meaning('attempt-failed'))(known);
    expect(failed.problems).toMatchObject([{ code: 'attempt-failed' }]);
    expect(kinds(failed)).toEqual(['ATTEMPTED_DELIVERY', 'order-metafield', 'state-tag']);
  });

  it('brings it once', () => {
    const made = {
      last: { status: 'DELIVERED', happenedAt: at(-5) },
      room: 50,
      events: [{ status: 'DELIVERED', isDated: true }],
    } as const;
    const ended = { ...known, phase: 'delivered', stateGroup: 'delivered', endedAt: at(-5) } as const;
    expect(kinds(read(history, { added: [], made }, meaning('delivered'))(ended))).toEqual([]);
  });

  it('and none any more is followed again', () => {
    const news = read(history, { added: [] })({ ...known, phase: 'delivered', stateGroup: 'delivered' });
    expect(news).toMatchObject({ phase: 'in-delivery', endedAt: null });
    expect(kinds(news)).toEqual(['order-metafield', 'state-tag']);
  });

  it('never against the profile', () => {
    const stateMeanings = [newMeaning({ name: 'entregado', group: 'ended-badly' }, now)];
    expect(statesOf({ stateMeanings }, BUILT_IN)).toBe(BUILT_IN);
  });

  it('in a form that this version does not know counts for nothing', () => {
    const stateMeanings = [{ of: 'tomorrow' }, newMeaning({ name: 'na portaria', group: 'delivered' }, now)];
    expect(statesOf({ stateMeanings }, BUILT_IN).get('na portaria')?.group).toBe('delivered');
  });

  it('has a line for the profile, and is never "unknown"', () => {
    expect(profileLine({ name: 'na "portaria"', group: 'delivered' })).toBe('"na \\"portaria\\"": "delivered"');
    expect(MEANINGS).not.toContain('unknown');
    expect(MEANINGS).toHaveLength(10);
    expect(statesOf(null, BUILT_IN)).toBe(BUILT_IN);
    expect(statesOf({ stateMeanings: [{ of: 'tomorrow' }] }, BUILT_IN)).toBe(BUILT_IN);
  });
});
