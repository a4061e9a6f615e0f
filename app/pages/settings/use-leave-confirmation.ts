import { useBlocker } from '@remix-run/react';
import { useEffect } from 'react';
import { appBridge } from '../shell/app-bridge.ts';

/** Before the page is left with unsaved changes, the admin asks. */
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
