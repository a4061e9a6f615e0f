import { expect, it } from 'vitest';
import { howItGoes } from '../../../app/pages/home/account-card.tsx';

const WELL = { isHeld: false, account: 'working', attention: 0, late: 0, toSend: null } as const;

it.each([
  ['well', {}],
  ['waiting', { toSend: {} }],
  ['late', { toSend: {}, late: 1 }],
  ['account', { late: 1, account: 'failing' }],
  ['attention', { account: 'failing', attention: 2, late: 1 }],
  ['held', { isHeld: true, attention: 2 }],
  ['held', { account: 'paused', attention: 2 }],
] as const)('says %s when %o', (how, change) => {
  expect(howItGoes({ ...WELL, ...change })).toBe(how);
});
