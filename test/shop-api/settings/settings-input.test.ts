import { describe, expect, it } from 'vitest';
import { parseAccount, parseSettings } from '../../../app/shop-api/settings/settings-input.ts';

const BRANCH = {
  environment: 'production',
  token: 'abcd-1234',
  pickupKind: 'branch',
  branchId: '101',
  service: 'Nextday',
  handOverOn: 'true',
};
const ADDRESS = {
  ...BRANCH,
  pickupKind: 'address',
  pickupName: 'Bodega Ñuñoa',
  pickupAddress: 'Av. Irarrázaval 1234, local 5',
  pickupDistrict: 'Ñuñoa',
};

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const parse = (
  fields: Readonly<Record<string, string>>,
  kept: string | null = null,
  branches: number[] | null = null,
) => parseSettings(formOf(fields), { environments: ['production', 'test'], kept, branches });

function errorsOf(fields: Readonly<Record<string, string>>, kept: string | null = null) {
  const parsed = parse(fields, kept);
  return parsed.ok ? {} : parsed.errors;
}

describe('a form that can be read', () => {
  it('with a branch', () => {
    expect(parse(BRANCH)).toEqual({
      ok: true,
      input: {
        account: { environment: 'production', token: 'abcd-1234' },
        pickup: { id: 101 },
        service: 'Nextday',
        handOverOn: true,
      },
    });
  });

  it('with an address, without invisible characters', () => {
    const parsed = parse({ ...ADDRESS, pickupName: '  Bodega\u00a0 \u200bÑun\u0303oa\n' });
    expect(parsed).toMatchObject({
      input: {
        pickup: {
          name: 'Bodega Ñuñoa',
          address: 'Av. Irarrázaval 1234, local 5',
          district: 'Ñuñoa',
        },
      },
    });
  });

  it.each(['  abcd-1234\n', '\tabcd-1234  '])('with a token that was pasted with spaces around it: %j', (token) => {
    expect(parse({ ...BRANCH, token })).toMatchObject({ input: { account: { token: 'abcd-1234' } } });
  });

  it('without a token, when one is kept', () => {
    expect(parse({ ...BRANCH, token: ' ' }, 'production')).toMatchObject({ ok: true, input: { account: null } });
  });

  it('whose pickup is in another alphabet', () => {
    expect(parse({ ...ADDRESS, pickupName: 'مستودع', pickupDistrict: 'ירושלים' })).toMatchObject({ ok: true });
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
    expect(errorsOf({ ...BRANCH, token })).toEqual({ token: error });
  });

  it('a token that is kept for another environment does not count', () => {
    expect(errorsOf({ ...BRANCH, token: '', environment: 'test' }, 'production')).toEqual({
      token: 'token-missing-in-environment',
    });
  });

  it('an environment that is not configured', () => {
    expect(errorsOf({ ...BRANCH, environment: 'https://evil.example' })).toEqual({
      environment: 'environment-unknown',
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
  ])('branch id %j: %s', (branchId, error) => {
    expect(errorsOf({ ...BRANCH, branchId })).toEqual({ branchId: error });
  });

  it.each([
    ['', 'text-missing'],
    [' \u200b\n', 'text-missing'],
    ['x'.repeat(201), 'text-too-long'],
    ['<script>alert(1)</script>', 'text-has-markup'],
    ['Calle \u202e1234', 'text-has-direction-marks'],
  ])('text %j: %s', (text, error) => {
    expect(errorsOf({ ...ADDRESS, pickupAddress: text })).toEqual({ pickupAddress: error });
  });

  it('every field is named at once', () => {
    expect(errorsOf({})).toEqual({
      environment: 'environment-unknown',
      token: 'token-missing',
      pickupKind: 'pickup-kind-missing',
      service: 'service-unknown',
    });
    expect(errorsOf({ ...ADDRESS, token: 'x', pickupName: '', pickupAddress: '', pickupDistrict: '<' })).toEqual({
      token: 'token-too-short',
      pickupName: 'text-missing',
      pickupAddress: 'text-missing',
      pickupDistrict: 'text-has-markup',
    });
  });

  it('a file in place of a text is no text', () => {
    const form = formOf(BRANCH);
    form.set('token', new File(['abcd-1234'], 'token.txt'));
    expect(parseAccount(form, { environments: ['production'], kept: null })).toEqual({
      ok: false,
      errors: { token: 'token-missing' },
    });
  });
});

it('a branch that the operator has not registered is an error at its field', () => {
  const fields = BRANCH;
  expect(parse({ ...fields, branchId: '102' }, 'production', [101, 102])).toMatchObject({ ok: true });
  expect(parse({ ...fields, branchId: '999' }, 'production', [101, 102])).toMatchObject({
    ok: false,
    errors: { branchId: 'branch-unknown' },
  });
});
