import { describe, expect, it } from 'vitest';
import { KNOWLEDGE, knowledgeAfter, type CallEnd, type Knowledge } from '../../../app/domain/hand-over/knowledge.ts';

/** Row by row, as the design says it: whoever changes the table has to change this one as well. */
const ROWS: readonly (readonly [CallEnd, Knowledge])[] = [
  ['not-sent', 'cannot-have'],
  ['name-not-resolved', 'cannot-have'],
  ['not-connected', 'cannot-have'],
  ['refused-by-field', 'cannot-have'],
  ['accepted', 'has'],
  ['refused', 'may-have'],
  ['misdirected', 'may-have'],
  ['account-refused', 'may-have'],
  ['throttled', 'may-have'],
  ['server-error', 'may-have'],
  ['timeout', 'may-have'],
  ['connection-broken', 'may-have'],
  ['empty-answer', 'may-have'],
  ['unreadable', 'may-have'],
  ['unexpected', 'may-have'],
];

describe('what a call proves about the operator', () => {
  it.each(ROWS)('after a call that ended as %s: it %s', (end, knowledge) => {
    expect(knowledgeAfter(end)).toBe(knowledge);
  });

  it('is defined for every end of a call', () => {
    expect(ROWS.map(([end]) => end).sort()).toEqual(Object.keys(KNOWLEDGE).sort());
  });
});
