import { describe, expect, it } from 'vitest';
import { changed, isSameAt, rebase } from '../../../../app/pages/settings/form/typed-values.ts';
import type { SettingsValues } from '../../../../app/pages/settings/settings-view.ts';

const BEFORE: SettingsValues = {
  account: { environment: 'production', token: '' },
  'pickup.default': { kind: 'branch', id: '101', name: '', address: '', district: '' },
  'service.default': 'Nextday',
  'service.methods': {},
  handOverOn: false,
  language: null,
};
const withBranch = (id: string) => ({ 'pickup.default': { ...BEFORE['pickup.default'], id } });

describe('settings that were saved in another tab meanwhile', () => {
  it('keep what was typed and take over the rest', () => {
    const account = { environment: 'production', token: 'abcd-1234' };
    const typed = { ...BEFORE, ...withBranch('102'), account };
    const saved = { ...BEFORE, ...withBranch('103'), 'service.default': 'Express' };
    expect(rebase(typed, BEFORE, saved)).toEqual({
      ...BEFORE,
      ...withBranch('102'),
      account,
      'service.default': 'Express',
    });
  });

  it('are shown as they are when nothing was typed', () => {
    const saved = { ...BEFORE, handOverOn: true };
    expect(rebase(BEFORE, BEFORE, saved)).toEqual(saved);
    expect(changed(rebase(BEFORE, BEFORE, saved), saved)).toEqual({});
  });
});

it('the order of entries changes nothing, and that of a list does', () => {
  const methods = { a: 'Express', b: 'default' } as const;
  const typed = { ...BEFORE, 'service.methods': { b: methods.b, a: methods.a } };
  expect(changed(typed, { ...BEFORE, 'service.methods': methods })).toEqual({});
  expect(changed({ days: [1, 2] }, { days: [2, 1] })).toEqual({ days: [1, 2] });
});

describe('an error stays while its value does', () => {
  const typed = { ...BEFORE, ...withBranch('102') };
  it.each([
    ['pickup.default.id', false],
    ['pickup.default.name', true],
    ['pickup.default', false],
    ['account.token', true],
  ])('at %s: %s', (path, isSame) => {
    expect(isSameAt(path, typed, BEFORE)).toBe(isSame);
  });

  it.each([
    ['mapping.districtAliases.St. Mary', true],
    ['mapping.districtAliases.gone', false],
    ['service.rules.0.when.totalBelow', false],
    ['service.rules.0.name', true],
    ['service.rules.1.name', false],
  ])('inside a list or a table, at %s: %s', (path, isSame) => {
    const before = {
      'mapping.districtAliases': { 'St. Mary': '', gone: '' },
      'service.rules': [{ name: '', when: { totalBelow: 'x' } }, { name: '' }],
    };
    const now = {
      'mapping.districtAliases': { 'St. Mary': '' },
      'service.rules': [{ name: '', when: { totalBelow: '1' } }],
    };
    expect(isSameAt(path, now, before)).toBe(isSame);
  });
});
