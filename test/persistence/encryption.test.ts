import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createEncryption } from '../../app/persistence/encryption.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const secret = 'shpat_ñ-1234567890';

it('gives the secret back, and another text each time', () => {
  const { encrypt, decrypt } = createEncryption(first);
  const [one, two] = [encrypt(secret), encrypt(secret)];
  expect(one).not.toBe(two);
  expect(one).not.toContain(secret);
  expect([decrypt(one), decrypt(two)]).toEqual([secret, secret]);
});

it('decrypts what an old key encrypted, and encrypts with the present one', () => {
  const old = createEncryption(first).encrypt(secret);
  const rotated = createEncryption(second, [first]);
  expect(rotated.decrypt(old)).toBe(secret);
  expect(rotated.encrypt(secret).split('.')[0]).not.toBe(old.split('.')[0]);
});

it('says which key is missing', () => {
  const encrypted = createEncryption(first).encrypt(secret);
  expect(() => createEncryption(second).decrypt(encrypted)).toThrow(/no encryption key with id [0-9a-f]{8}/);
});

it.each([1, 2])('refuses a text whose part %i was tampered with', (part) => {
  const { encrypt, decrypt } = createEncryption(first);
  const parts = encrypt(secret).split('.');
  const bytes = Buffer.from(parts[part] ?? '', 'base64url');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  parts[part] = bytes.toString('base64url');
  expect(() => decrypt(parts.join('.'))).toThrow();
});

it('has one fingerprint of a secret for each key, the present one first', () => {
  const rotated = createEncryption(second, [first]);
  expect(rotated.fingerprints(secret)).toEqual([
    ...createEncryption(second).fingerprints(secret),
    ...createEncryption(first).fingerprints(secret),
  ]);
  expect(new Set(rotated.fingerprints(secret)).size).toBe(2);
  expect(rotated.fingerprints(`${secret}!`)[0]).not.toBe(rotated.fingerprints(secret)[0]);
});

it('tells a fingerprint of a secret under any key it has, and says when it cannot', () => {
  const [old] = createEncryption(first).fingerprints(secret);
  const rotated = createEncryption(second, [first]);
  expect(rotated.isFingerprintOf(old, secret)).toBe(true);
  expect(rotated.isFingerprintOf(old, `${secret}!`)).toBe(false);
  expect(rotated.isFingerprintOf(rotated.fingerprints(secret)[0], secret)).toBe(true);
  expect(createEncryption(second).isFingerprintOf(old, secret)).toBeNull();
});
