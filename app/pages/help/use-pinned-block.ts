import { useEffect, useState } from 'react';
import { appBridge } from '../shell/app-bridge.ts';

/**
 * Whether the merchant has pinned the block to the pages of orders. Null until App Bridge has answered, and where it
 * does not know: it has told since January 2026.
 */
export function usePinnedBlock(): boolean | null {
  const [isPinned, setIsPinned] = useState<boolean | null>(null);
  useEffect(() => {
    askAppBridge().then(setIsPinned, () => undefined);
  }, []);
  return isPinned;
}

/** The block has one target, so it is pinned where it is active at all. */
async function askAppBridge(): Promise<boolean | null> {
  const extensions = await appBridge()?.app.extensions();
  const block = extensions?.find(({ handle }) => handle === 'delivery-block');
  return block ? block.activations.length > 0 : null;
}
