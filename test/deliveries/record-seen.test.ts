import { expect, it } from 'vitest';
import { digestOfAnswer } from '../../app/deliveries/tracking/record-seen.ts';
import { createEncryption } from '../../app/persistence/secrets/encryption.ts';

const encryption = createEncryption(Buffer.alloc(32, 1));
const ANSWER = ['200 application/json\n', Buffer.from('{"order_number":"S-1"}')];
const AT = { zone: 'America/Lima', now: new Date('2026-11-26T10:00:00Z') };

const digest = (given: Partial<typeof AT> = {}, key = encryption) =>
  digestOfAnswer({ encryption: key }, ANSWER, { ...AT, ...given });

it('an answer is the same for the rest of its hour', () => {
  expect(digest({ now: new Date('2026-11-26T10:59:59.999Z') })).toBe(digest());
  expect(digest({ now: new Date('2026-11-26T11:00:00Z') })).not.toBe(digest());
  expect(digest({ now: new Date('2026-11-27T10:00:00Z') })).not.toBe(digest());
});

it('an answer that is read in another zone, or hashed under another key, is another one', () => {
  expect(digest({ zone: 'America/Santiago' })).not.toBe(digest());
  expect(digest({}, createEncryption(Buffer.alloc(32, 2)))).not.toBe(digest());
});
