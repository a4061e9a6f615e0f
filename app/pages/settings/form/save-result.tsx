import { Banner, Text, type BannerHandles } from '@shopify/polaris';
import { forwardRef } from 'react';
import { withinSentence } from '../../../texts/within-sentence.ts';
import { useTexts } from '../../shell/use-texts.ts';
import type { SettingsResult } from './settings-result.ts';

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
