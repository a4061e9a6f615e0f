import { expect, it, vi } from 'vitest';

it('calls console.error', () => {
  console.error('the cache is gone');
});

it('expects what it calls', () => {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  console.error('the cache is gone, as it should be');
  expect(spy).toHaveBeenCalledOnce();
  spy.mockRestore();
});
