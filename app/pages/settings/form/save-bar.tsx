import { useEffect } from 'react';
import { appBridge, CHANGED_BY_APP_BRIDGE } from '../../shell/app-bridge.ts';
import { useTexts } from '../../shell/use-texts.ts';

const ID = 'settings-save-bar';

interface SaveBarProps {
  readonly isShown: boolean;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** The admin's bar for unsaved changes. Without App Bridge it is not shown. */
export function SaveBar({ isShown, isSaving, onSave, onDiscard }: SaveBarProps) {
  const { save, discard } = useTexts().settings;
  useEffect(() => {
    if (!isShown) return;
    const bar = appBridge()?.saveBar;
    void bar?.show(ID);
    return () => {
      bar?.hide(ID).catch(() => undefined); // the bar disappears with its page
    };
  }, [isShown]);
  return (
    <div hidden>
      <ui-save-bar id={ID} {...CHANGED_BY_APP_BRIDGE}>
        <button type="button" variant="primary" loading={isSaving ? '' : undefined} onClick={onSave}>
          {save}
        </button>
        <button type="button" disabled={isSaving} onClick={onDiscard}>
          {discard}
        </button>
      </ui-save-bar>
    </div>
  );
}
