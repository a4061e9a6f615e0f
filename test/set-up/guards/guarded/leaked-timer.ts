import { setTimeout } from 'node:timers';
import { it } from 'vitest';

it('leaves a timer running', () => {
  setTimeout(() => 0, 600_000);
});
