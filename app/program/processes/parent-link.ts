import type { Registry } from 'prom-client';
import type { Pace } from '../../pace.ts';
import type { AllProcesses, Standing } from '../../server/endpoints/monitoring.ts';
import { readCounted, readToChild, type ToChild, type ToParent } from './messages.ts';

/** What one of several processes asks its parent, and what it answers. */
export interface ParentLink extends AllProcesses {
  /** Tells the parent that this process is ready, and from now on what it has counted. */
  ready(registry: Registry): void;
  /** Tells what this process has counted up to its end. */
  leave(): Promise<void>;
}

/** @param options.retire called when another process has taken the place of this one */
export function linkToParent({ pace, retire }: { pace: Pace['processes']; retire: () => void }): ParentLink {
  type Answer = Extract<ToChild, { say: 'answer' }>['answer'];
  const waiting = new Map<number, (answer: Answer) => void>();
  let asked = 0;
  let registry: Registry | null = null;

  const tellCounted = async (id: number | null) => {
    const counted = readCounted((await registry?.getMetricsAsJSON()) ?? []);
    await tell({ say: 'counted', id, counted });
  };
  process.on('message', (received: unknown) => {
    const message = readToChild(received);
    if (message?.say === 'are-you-alive') void tell({ say: 'alive' });
    else if (message?.say === 'count') void tellCounted(message.id);
    else if (message?.say === 'answer') waiting.get(message.id)?.(message.answer);
    else if (message?.say === 'retire') retire();
  });

  const ask = async (what: 'counted' | 'standing'): Promise<Answer> => {
    asked += 1;
    const id = asked;
    let tooLate: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Answer>((resolve, reject) => {
        waiting.set(id, resolve);
        tooLate = setTimeout(() => reject(new Error(`the parent process did not answer: ${what}`)), pace.askMs);
        void tell({ say: 'ask', id, what });
      });
    } finally {
      clearTimeout(tooLate);
      waiting.delete(id);
    }
  };

  return {
    async counted() {
      const answer = await ask('counted');
      if (typeof answer !== 'string') throw new Error('the parent process sent an unexpected answer');
      return answer;
    },
    async standing(): Promise<Standing> {
      const answer = await ask('standing');
      if (typeof answer === 'string') throw new Error('the parent process sent an unexpected answer');
      return answer;
    },
    ready(mine) {
      registry = mine;
      void tell({ say: 'ready' });
    },
    leave: () => tellCounted(null),
  };
}

/** Resolves when the message was sent, or when the parent is gone. */
function tell(message: ToParent): Promise<void> {
  return new Promise((resolve) => {
    if (process.send && process.connected) process.send(message, () => resolve());
    else resolve();
  });
}
