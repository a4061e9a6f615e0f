import { createHook } from 'node:async_hooks';

const kept: object[] = [];

/**
 * Keeps `process.nextTick` fast. Node makes an object for each call, from a literal with computed keys. V8 drops the hidden
 * class of these objects when it collects garbage while none is alive. After that it makes each of them step by step, for
 * the rest of the process, which takes about five times as long; a request needs about ten. One that stays alive keeps the
 * class.
 *
 * @returns the object that stays alive; undefined when Node has changed, and there is none
 */
export function keepNextTickFast(): object | undefined {
  const hook = createHook({
    init(_asyncId, type, _triggerAsyncId, resource) {
      if (type === 'TickObject') kept.push(resource);
    },
  }).enable();
  process.nextTick(() => undefined);
  hook.disable();
  return kept.at(-1);
}
