import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

/**
 * A secret at rest: `key id . b . nonce . ciphertext and tag`, the last two in base64url. It is bound to its place, and
 * can be decrypted nowhere else. A secret without the `b` was written before that, and stays until the keys are
 * rotated.
 */
export type Encrypted = string;

/** Table, column and row of a secret, such as `Session.accessToken offline_tienda.myshopify.com`. */
export type Place = string;

export interface Encryption {
  readonly encrypt: (secret: string, place: Place) => Encrypted;
  /** @throws when the key is no longer known, or the text was changed or comes from another place */
  readonly decrypt: (encrypted: Encrypted, place: Place) => string;
  /** The prefix of everything that is encrypted under the present key and bound to its place. */
  readonly presentPrefix: string;
  /** Keyed hashes of a secret, the present key's first. They find a record by its secret without decrypting any. */
  readonly fingerprints: (secret: string) => readonly [string, ...string[]];
  /** Whether a fingerprint belongs to this secret; null when its key is no longer known. */
  readonly isFingerprintOf: (fingerprint: string, secret: string) => boolean | null;
}

const CIPHER = 'aes-256-gcm';
const TAG_BYTES = 16;
const BOUND = 'b';

/**
 * AES-256-GCM under the present key; old keys still decrypt. A key's id is the start of its hash.
 *
 * @param presentKey 32 bytes
 */
export function createEncryption(presentKey: Buffer, oldKeys: readonly Buffer[] = []): Encryption {
  const present = toKey(presentKey);
  const old = oldKeys.map(toKey);
  const keys = new Map([present, ...old].map((key) => [key.id, key]));

  return {
    presentPrefix: `${present.id}.${BOUND}.`,
    encrypt(secret, place) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv(CIPHER, present.secret, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return [present.id, BOUND, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
    },
    decrypt(encrypted, place) {
      const [id = '', ...parts] = encrypted.split('.');
      const key = keys.get(id);
      if (!key) throw new Error(`no encryption key with id ${id}: add the key to ENCRYPTION_KEYS_OLD`);
      const isBound = parts.length === 3 && parts[0] === BOUND;
      const [nonce = '', sealedText = ''] = isBound ? parts.slice(1) : parts;
      const sealed = Buffer.from(sealedText, 'base64url');
      const decipher = createDecipheriv(CIPHER, key.secret, Buffer.from(nonce, 'base64url'), {
        authTagLength: TAG_BYTES,
      });
      if (isBound) decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
    },
    isFingerprintOf(given, secret) {
      const key = keys.get(given.split('.')[0] ?? '');
      return key ? fingerprint(key, secret) === given : null;
    },
    fingerprints: (secret) => [fingerprint(present, secret), ...old.map((key) => fingerprint(key, secret))],
  };
}

interface Key {
  readonly id: string;
  readonly secret: KeyObject;
}

function toKey(secret: Buffer): Key {
  return { id: createHash('sha256').update(secret).digest('hex').slice(0, 8), secret: createSecretKey(secret) };
}

function fingerprint({ id, secret: key }: Key, secret: string): string {
  return `${id}.${createHmac('sha256', key).update('fingerprint').update(secret).digest('base64url')}`;
}

export const placeOfToken = (accountId: string): Place => `OperatorAccount.tokenEncrypted ${accountId}`;

export const placeInSession = (column: 'accessToken' | 'refreshToken', id: string): Place => `Session.${column} ${id}`;
