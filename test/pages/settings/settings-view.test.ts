import { expect, it } from 'vitest';
import { settingsView } from '../../../app/pages/settings/settings-view.ts';

const GIVEN = {
  operatorName: 'Reparto Veloz',
  environments: ['production', 'test'],
  services: ['Nextday'],
  branches: null,
  support: null,
} as const;

const SHOP = {
  handOverOn: true,
  language: null,
  settings: { pickup: { default: { name: 'Bodega', address: 'Calle 1', district: 'Lince' } } },
  settingsVersion: 7,
  operatorAccount: {
    environment: 'test',
    tokenEncrypted: 'secret-ciphertext',
    tokenFingerprint: 'secret-fingerprint',
    tokenLastFour: '1234',
    pausedAt: new Date(0),
  },
};

it('shows what is saved, and of the token its last four alone', () => {
  const view = settingsView(SHOP, GIVEN);
  expect(view).toMatchObject({
    version: 7,
    keptToken: { environment: 'test', lastFour: '1234', isPaused: true },
    values: {
      account: { environment: 'test', token: '' },
      'pickup.default': { kind: 'address', name: 'Bodega' },
      handOverOn: true,
    },
  });
  expect(JSON.stringify(view)).not.toContain('secret');
});

it('shows the defaults to a shop that has saved nothing', () => {
  expect(settingsView(null, GIVEN)).toMatchObject({
    version: 1,
    keptToken: null,
    values: {
      account: { environment: 'production', token: '' },
      'pickup.default': { kind: 'branch', id: '' },
      'service.default': 'Nextday',
      handOverOn: false,
      language: null,
    },
  });
});

it('falls back to an existing environment when the stored one is gone', () => {
  expect(settingsView(SHOP, { ...GIVEN, environments: ['production'] }).values.account.environment).toBe('production');
});
