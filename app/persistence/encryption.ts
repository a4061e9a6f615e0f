import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

/** A secret at rest: `key id . nonce . ciphertext and tag`, the last two in base64url. */
export type Encrypted = string;

export interface Encryption {
  readonly encrypt: (secret: string) => Encrypted;
  /** @throws when the key is not known any more, or the text was tampered with */
  readonly decrypt: (encrypted: Encrypted) => string;
  /** What everything that is encrypted under the present key begins with. */
  readonly presentPrefix: string;
  /** Keyed hashes of a secret, the present key's first: finds a record by its secret without decrypting any. */
  readonly fingerprints: (secret: string) => readonly [string, ...string[]];
  /** Whether a fingerprint is of this secret; null when its key is not known any more. */
  readonly isFingerprintOf: (fingerprint: string, secret: string) => boolean | null;
}

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
    presentPrefix: `${present.id}.`,
    encrypt(secret) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', present.secret, nonce);
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return [present.id, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
    },
    decrypt(encrypted) {
      const [id = '', nonce = '', sealedText = ''] = encrypted.split('.');
      const key = keys.get(id);
      if (!key) throw new Error(`no encryption key with id ${id}: add the key to ENCRYPTION_KEYS_OLD`);
      const sealed = Buffer.from(sealedText, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key.secret, Buffer.from(nonce, 'base64url'));
      decipher.setAuthTag(sealed.subarray(-16));
      return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString('utf8');
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
