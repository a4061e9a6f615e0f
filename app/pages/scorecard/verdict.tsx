import { Banner, Text } from '@shopify/polaris';
import { useTexts } from '../shell/use-texts.ts';
import { useFigureWords } from './figure-words.ts';
import type { ScorecardRow } from './scorecard-view.ts';

/** Which group is the worst, and whether luck can explain it. It renders nothing where there is nothing to compare. */
export function Verdict({ worst, name }: { readonly worst: ScorecardRow | undefined; readonly name: string }) {
  const { verdict: texts } = useTexts().scorecard;
  const { percent, interval } = useFigureWords();
  if (!worst || worst.others.is === 'too-few') return null;
  const { onTime, others } = worst;
  const isLuck = others.is !== 'lower';
  const facts = {
    name,
    share: percent(onTime.share),
    interval: interval(onTime),
    others: percent(others.share.share),
    othersInterval: interval(others.share),
  };
  return (
    <Banner tone={isLuck ? 'info' : 'warning'} title={isLuck ? texts.luck(facts) : texts.notLuck(facts)}>
      <Text as="p">{isLuck ? texts.luckText(facts) : texts.notLuckText(facts)}</Text>
    </Banner>
  );
}
