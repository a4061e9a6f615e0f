import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../app/shop-api/settings/read-settings.ts';

const BASICS = {
  account: { environment: 'production', token: 'abcd-1234' },
  'pickup.default': { kind: 'branch', id: '101', name: '<', address: '', district: '' },
  'service.default': 'Nextday',
  handOverOn: true,
};
const ADDRESS = {
  kind: 'address',
  id: 'x',
  name: 'Bodega Ñuñoa',
  address: 'Av. Irarrázaval 1234, local 5',
  district: 'Ñuñoa',
};

const parse = (change: object, kept: string | null = null, branches: number[] | null = null) =>
  readSettings(
    { version: 1, part: { ...BASICS, ...change } },
    { settings: {}, environments: ['production', 'test'], kept, branches },
  );
const withToken = (token: unknown, environment: unknown = 'production') => ({ account: { environment, token } });
const withAddress = (change: object) => ({ 'pickup.default': { ...ADDRESS, ...change } });
const withBranch = (id: unknown) => ({ 'pickup.default': { ...ADDRESS, kind: 'branch', id } });

function errorsOf(change: object, kept: string | null = null) {
  const read = parse(change, kept);
  return read.ok ? {} : read.errors;
}

describe('the basic settings are read', () => {
  it('with a branch', () => {
    expect(parse({ language: 'es' })).toEqual({
      ok: true,
      version: 1,
      isTest: false,
      change: {
        account: { environment: 'production', token: 'abcd-1234' },
        handOverOn: true,
        language: 'es',
        part: { 'pickup.default': { id: 101 }, 'service.default': 'Nextday' },
      },
    });
  });

  it('with an address, without invisible characters', () => {
    const read = parse(withAddress({ name: '  Bodega\u00a0 \u200bÑun\u0303oa\n' }));
    expect(read.ok && read.change.part['pickup.default']).toEqual({
      name: 'Bodega Ñuñoa',
      address: 'Av. Irarrázaval 1234, local 5',
      district: 'Ñuñoa',
    });
  });

  it.each(['  abcd-1234\n', '\tabcd-1234  '])('with a token that was pasted with spaces around it: %j', (token) => {
    expect(parse(withToken(token))).toMatchObject({ change: { account: { token: 'abcd-1234' } } });
  });

  it('without a token, when one is kept', () => {
    expect(parse(withToken(' '), 'production')).toMatchObject({ change: { account: { token: null } } });
  });

  it('without an account, whose token is removed', () => {
    expect(parse({ account: null }, 'production')).toMatchObject({ ok: true, change: { account: null } });
  });

  it('whose pickup is in another alphabet', () => {
    expect(parse(withAddress({ name: 'مستودع', district: 'ירושלים' }))).toMatchObject({ ok: true });
  });
});

describe('errors of a field', () => {
  it.each([
    ['', 'token-missing'],
    ['short', 'token-too-short'],
    ['x'.repeat(4097), 'token-too-long'],
    ['Bearer abcd-1234', 'token-has-spaces'],
    ['abcd\n1234', 'token-has-spaces'],
    ['contraseña', 'token-characters'],
    ['abcd\u202e1234', 'token-characters'],
    ['abcd\u00001234', 'token-characters'],
  ])('token %j: %s', (token, error) => {
    expect(errorsOf(withToken(token))).toEqual({ 'account.token': error });
  });

  it('a token that is kept for another environment does not count', () => {
    expect(errorsOf(withToken('', 'test'), 'production')).toEqual({
      'account.token': 'token-missing-in-environment',
    });
  });

  it('an environment that is not configured', () => {
    expect(errorsOf(withToken('abcd-1234', 'https://evil.example'))).toEqual({
      'account.environment': 'environment-unknown',
    });
  });

  it.each([
    ['', 'branch-missing'],
    ['   ', 'branch-missing'],
    ['0', 'branch-not-a-number'],
    ['-1', 'branch-not-a-number'],
    ['1.5', 'branch-not-a-number'],
    ['1e3', 'branch-not-a-number'],
    ['101; DROP TABLE', 'branch-not-a-number'],
    ['١٠١', 'branch-not-a-number'],
    ['9'.repeat(400), 'branch-not-a-number'],
    [101, 'branch-missing'],
  ])('branch id %j: %s', (id, error) => {
    expect(errorsOf(withBranch(id))).toEqual({ 'pickup.default.id': error });
  });

  it.each([
    ['', 'text-missing'],
    [' \u200b\n', 'text-missing'],
    ['x'.repeat(201), 'too-long'],
    ['<script>alert(1)</script>', 'markup'],
    ['Calle \u202e1234', 'direction-marks'],
  ])('text %j: %s', (text, error) => {
    expect(errorsOf(withAddress({ address: text }))).toEqual({ 'pickup.default.address': error });
  });

  it('every field is named at once', () => {
    expect(errorsOf({ account: {}, 'pickup.default': {}, 'service.default': null })).toEqual({
      'account.environment': 'environment-unknown',
      'account.token': 'token-missing',
      'pickup.default.kind': 'pickup-kind-missing',
      'service.default': 'service-unknown',
    });
    const wrong = { ...withToken('x'), ...withAddress({ name: '', address: '', district: '<' }) };
    expect(errorsOf(wrong)).toEqual({
      'account.token': 'token-too-short',
      'pickup.default.name': 'text-missing',
      'pickup.default.address': 'text-missing',
      'pickup.default.district': 'markup',
    });
  });

  it('a list in place of a text is no text', () => {
    expect(errorsOf(withToken(['abcd-1234']))).toEqual({ 'account.token': 'token-missing' });
  });
});

it('a branch that the operator has not registered is an error at its field', () => {
  expect(parse(withBranch('102'), 'production', [101, 102])).toMatchObject({ ok: true });
  expect(parse(withBranch('999'), 'production', [101, 102])).toEqual({
    ok: false,
    errors: { 'pickup.default.id': 'branch-unknown' },
  });
});
