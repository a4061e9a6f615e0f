/** What a bench has started outside of its own process, the newest last. */
const endings = new Set<() => Promise<unknown>>();

/**
 * Ends what a bench has started, also when the bench is interrupted, which skips every `finally`.
 *
 * @returns `end`, which runs once however often it is called
 */
export function endOnSignal(end: () => Promise<unknown>): () => Promise<void> {
  let ended: Promise<void> | undefined;
  const endOnce = () =>
    (ended ??= end().then(() => {
      endings.delete(endOnce);
      if (endings.size === 0) listen('off');
    }));
  if (endings.size === 0) listen('on');
  endings.add(endOnce);
  return endOnce;
}

function listen(how: 'on' | 'off'): void {
  process[how]('SIGINT', endAll);
  process[how]('SIGTERM', endAll);
}

function endAll(): void {
  const inTurn = async () => {
    for (const end of [...endings].reverse()) await end();
  };
  inTurn()
    .catch(console.error)
    .finally(() => process.exit(1));
}
