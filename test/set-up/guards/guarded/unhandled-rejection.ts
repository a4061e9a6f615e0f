import { it } from 'vitest';

it('leaves a rejection to nobody', () => {
  void Promise.reject(new Error('nobody waits for this'));
});

it('handles its own', async () => {
  await Promise.reject(new Error('caught')).catch(() => undefined);
});
