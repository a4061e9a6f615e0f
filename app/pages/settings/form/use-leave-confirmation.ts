import { useBlocker } from '@remix-run/react';
import { useEffect } from 'react';
import { appBridge } from '../../shell/app-bridge.ts';

/** Makes the admin ask for confirmation before the merchant leaves the page with unsaved changes. */
export function useLeaveConfirmation(isDirty: boolean): void {
  const blocker = useBlocker(isDirty);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const confirmation = appBridge()?.saveBar.leaveConfirmation() ?? Promise.resolve();
    confirmation.then(
      () => blocker.proceed(),
      () => blocker.reset(),
    );
  }, [blocker]);
}
