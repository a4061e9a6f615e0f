import { describe, expect, it } from 'vitest';
import { differs, rebase, type SettingsValues } from '../../../../app/pages/settings/input/settings-values.ts';

const BEFORE: SettingsValues = {
  environment: 'production',
  token: '',
  pickupKind: 'branch',
  branchId: '101',
  pickupName: '',
  pickupAddress: '',
  pickupDistrict: '',
  service: 'Nextday',
  methods: '{}',
  handOverOn: 'false',
  language: 'admin',
};

describe('settings that were saved in another tab meanwhile', () => {
  it('keep what was typed and take over the rest', () => {
    const typed = { ...BEFORE, branchId: '102', token: 'abcd-1234' };
    const saved = { ...BEFORE, branchId: '103', service: 'Express' };
    expect(rebase(typed, BEFORE, saved)).toEqual({
      ...BEFORE,
      branchId: '102',
      token: 'abcd-1234',
      service: 'Express',
    });
  });

  it('are shown as they are when nothing was typed', () => {
    const saved = { ...BEFORE, handOverOn: 'true' };
    expect(rebase(BEFORE, BEFORE, saved)).toEqual(saved);
    expect(differs(rebase(BEFORE, BEFORE, saved), saved)).toBe(false);
  });
});
