import { useEffect, forwardRef } from 'react';
import { appBridge, CHANGED_BY_APP_BRIDGE } from '../../shell/app-bridge.ts';
import { useTexts } from '../../shell/use-texts.ts';
import { Banner, Text, type BannerHandles } from '@shopify/polaris';
import { withinSentence } from '../../../texts/within-sentence.ts';
import type { SettingsResult } from './settings-result.ts';

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

interface ResultBannerProps {
  readonly result: SettingsResult | undefined;
  readonly changedMeanwhile: boolean;
}

/** The result of a save, when the merchant must read it and no field shows it. */
export const ResultBanner = forwardRef<BannerHandles, ResultBannerProps>(function ResultBanner(given, ref) {
  const { unreachable, changedMeanwhile, savedUnchecked } = useTexts().settings;
  const { result } = given;
  const token = result?.kind === 'saved' && result.token?.kind === 'not-checked' ? result.token : null;
  const unchecked = token && {
    title: savedUnchecked.title,
    text: savedUnchecked.text({ message: withinSentence(token.message) }),
  };
  const isUnreachable = result?.kind === 'unreachable';
  const said = isUnreachable ? unreachable : given.changedMeanwhile ? changedMeanwhile : unchecked;
  if (!said) return null;
  return (
    <Banner ref={ref} tone={isUnreachable ? 'critical' : 'warning'} title={said.title}>
      {said.text}
    </Banner>
  );
});

interface SaveResultProps {
  readonly kind: string | undefined;
  readonly isDirty: boolean;
}

/** The result of a save, next to its button. It comes late when the server is slow, and here it moves nothing. */
export function SaveResult({ kind, isDirty }: SaveResultProps) {
  const texts = useTexts().settings;
  const isSaved = kind === 'saved' && !isDirty;
  if (!isSaved && kind !== 'invalid' && kind !== 'token-refused') return null;
  return (
    <Text as="span" tone={isSaved ? 'success' : 'critical'}>
      {isSaved ? texts.saved : texts.invalid}
    </Text>
  );
}
