import { setTimeout } from 'node:timers';
import { it } from 'vitest';

it('leaves a timer running', () => {
  setTimeout(() => undefined, 600_000);
});
