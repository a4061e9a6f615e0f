import { describe, expect, it } from 'vitest';
import { newsOf, type ReadBefore, type Reported } from '../../../app/domain/tracking/news.ts';
import { newMeaning, statesOf } from '../../../app/domain/tracking/state-meaning.ts';
import { currentState, type StateEntry } from '../../../app/domain/tracking/operator-state.ts';
import { BUILT_IN } from '../../set-up/built-in-states.ts';

const now = new Date('2026-11-21T15:00:00Z');
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const entry = (status: string, minutes: number): StateEntry => ({ status, date: `${minutes}`, at: at(minutes) });
const publish = { events: true, tracking: true, stateTags: true };

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
  return (known: Partial<ReadBefore> = {}) => newsOf({ ...before, ...known }, reported, { states, publish, now });
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
});
