import { expect, it } from 'vitest';
import { createClaimLoop } from '../../app/scheduling/claim-loop.ts';

const failed = (_row: number, error: unknown) => {
  throw error;
};

it('a round that found no place, with nothing under way, does not ask for another at once', async () => {
  const claim = () => Promise.resolve({ rows: [], hasMore: false, isFull: true });
  const loop = createClaimLoop<number>({
    pace: { roomMs: 5 },
    atOnce: () => 10,
    claim,
    work: () => Promise.resolve(),
    failed,
  });
  expect(await loop.round()).toBe(false);
});

it('a round that found no place waits for those under way, and asks for another', async () => {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const claims = [
    { rows: [1], hasMore: true, isFull: true },
    { rows: [2], hasMore: false, isFull: true },
  ];
  const loop = createClaimLoop<number>({
    pace: { roomMs: 60_000 },
    atOnce: () => 10,
    claim: () => Promise.resolve(claims.shift() ?? { rows: [], hasMore: false }),
    work: () => ended,
    failed,
  });
  expect(await loop.round()).toBe(true);
  const second = loop.round();
  expect(await Promise.race([second, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('waits');
  end();
  expect(await second).toBe(true);
  await loop.drain();
  expect(await loop.round()).toBe(false);
});
