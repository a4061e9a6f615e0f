import { useEffect, useState } from 'react';
import { appBridge } from '../shell/app-bridge.ts';

const BLOCK = { handle: 'delivery-block', target: 'admin.order-details.block.render' };

/**
 * Whether the merchant has pinned the block to the pages of orders. Null until App Bridge has answered, and where it
 * does not know: it has told since January 2026.
 */
export function usePinnedBlock(): boolean | null {
  const [isPinned, setIsPinned] = useState<boolean | null>(null);
  useEffect(() => {
    let isGone = false;
    askAppBridge().then(
      (answer) => !isGone && setIsPinned(answer),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return isPinned;
}

async function askAppBridge(): Promise<boolean | null> {
  const extensions = await appBridge()?.app.extensions();
  const block = extensions?.find(({ handle }) => handle === BLOCK.handle);
  return block?.activations.some((activation) => 'target' in activation && activation.target === BLOCK.target) ?? null;
}
