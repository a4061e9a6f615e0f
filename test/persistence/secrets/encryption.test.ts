import { expect, it } from 'vitest';
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { createEncryption, placeInSession, placeOfToken } from '../../../app/persistence/secrets/encryption.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const secret = 'shpat_ñ-1234567890';
const PLACE = placeOfToken('row-1');

it('decrypts to the secret, and encrypts to a different text each time', () => {
  const { encrypt, decrypt } = createEncryption(first);
  const [one, two] = [encrypt(secret, PLACE), encrypt(secret, PLACE)];
  expect(one).not.toBe(two);
  expect(one).not.toContain(secret);
  expect([decrypt(one, PLACE), decrypt(two, PLACE)]).toEqual([secret, secret]);
});

it('decrypts what an old key encrypted, and encrypts with the present one', () => {
  const old = createEncryption(first).encrypt(secret, PLACE);
  const rotated = createEncryption(second, [first]);
  expect(rotated.decrypt(old, PLACE)).toBe(secret);
  expect(rotated.encrypt(secret, PLACE).split('.')[0]).not.toBe(old.split('.')[0]);
});

it('says which key is missing', () => {
  const encrypted = createEncryption(first).encrypt(secret, PLACE);
  expect(() => createEncryption(second).decrypt(encrypted, PLACE)).toThrow(/no encryption key with id [0-9a-f]{8}/);
});

it.each([2, 3])('refuses a text whose part %i was changed', (part) => {
  const { encrypt, decrypt } = createEncryption(first);
  const parts = encrypt(secret, PLACE).split('.');
  const bytes = Buffer.from(parts[part] ?? '', 'base64url');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  parts[part] = bytes.toString('base64url');
  expect(() => decrypt(parts.join('.'), PLACE)).toThrow();
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

it('gives a secret back in its own place alone', () => {
  const { encrypt, decrypt } = createEncryption(first);
  const encrypted = encrypt(secret, PLACE);
  for (const place of [placeOfToken('row-2'), placeInSession('accessToken', 'row-1'), '']) {
    expect(() => decrypt(encrypted, place)).toThrow();
  }
});

it('refuses a tag that is cut short', () => {
  const { encrypt, decrypt } = createEncryption(first);
  const [id = '', mark = '', nonce = '', sealed = ''] = encrypt('', PLACE).split('.');
  for (const bytes of [0, 4, 8, 12, 15]) {
    const short = Buffer.from(sealed, 'base64url').subarray(0, bytes).toString('base64url');
    expect(() => decrypt([id, mark, nonce, short].join('.'), PLACE)).toThrow();
  }
});

/** As secrets were encrypted before they were bound to their places. */
function encryptUnbound(key: Buffer, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const id = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return [id, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
}

it('gives back what was encrypted before secrets were bound to their places, which counts as former', () => {
  const { decrypt, presentPrefix } = createEncryption(first);
  const encrypted = encryptUnbound(first, secret);
  expect(decrypt(encrypted, PLACE)).toBe(secret);
  expect(encrypted.startsWith(presentPrefix)).toBe(false);
});
