import { Banner, type BannerHandles } from '@shopify/polaris';
import { forwardRef } from 'react';
import type { SettingsResult } from '../../settings/form/settings-result.ts';
import type { PageTexts } from '../../../texts/catalogue.ts';
import { withinSentence } from '../../../texts/within-sentence.ts';
import { useTexts } from '../use-texts.ts';

interface ResultBannerProps {
  readonly result: SettingsResult | undefined;
  readonly changedMeanwhile: boolean;
}

/** The result of a save, when the merchant must read it and no field shows it. */
export const ResultBanner = forwardRef<BannerHandles, ResultBannerProps>(function ResultBanner(given, ref) {
  const banner = resultBanner(given, useTexts().settings);
  if (!banner) return null;
  return (
    <Banner ref={ref} tone={banner.tone} title={banner.title}>
      {banner.text}
    </Banner>
  );
});

interface BannerContent {
  readonly tone: 'critical' | 'warning';
  readonly title: string;
  readonly text: string;
}

function resultBanner(
  { result, changedMeanwhile }: ResultBannerProps,
  texts: PageTexts['settings'],
): BannerContent | null {
  if (result?.kind === 'unreachable') return { tone: 'critical', ...texts.unreachable };
  if (changedMeanwhile) return { tone: 'warning', ...texts.changedMeanwhile };
  if (result?.kind !== 'saved' || result.token?.kind !== 'not-checked') return null;
  const { title, text } = texts.savedUnchecked;
  return { tone: 'warning', title, text: text({ message: withinSentence(result.token.message) }) };
}
