import { BlockStack, InlineGrid, Link, Text } from '@shopify/polaris';
import type { Slice } from '../../domain/scorecard/slice.ts';
import { CardSection } from '../delivery/cards/card-section.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { useFigureWords } from './scorecard-words.ts';
import { IntervalBar } from './figures-table.tsx';
import { listPath } from './scorecard-query.ts';
import { shareOf } from '../../domain/scorecard/scorecard.ts';

interface FailuresCardProps {
  readonly failures: readonly { readonly state: string; readonly count: number }[];
  readonly failed: number;
  readonly slice: Slice;
}

/** What the operator said first of deliveries that were not delivered at the first attempt. */
export function FailuresCard({ failures, failed, slice }: FailuresCardProps) {
  const texts = useTexts().scorecard.failures;
  const { number, percent } = useFigureWords();
  if (failures.length === 0) return null;
  return (
    <CardSection title={texts.title}>
      <BlockStack gap="200">
        <Link url={listPath({ ...slice, counted: 'failed-attempt' })}>{texts.all({ count: failed })}</Link>
        {failures.map(({ state, count }) => (
          <InlineGrid key={state} columns={{ xs: 1, sm: ['oneThird', 'twoThirds'] }} gap="200">
            <Text as="span">{texts.cause({ state, count: number(count), share: percent(count / failed) })}</Text>
            <IntervalBar share={shareOf(count, failed)} />
          </InlineGrid>
        ))}
      </BlockStack>
    </CardSection>
  );
}
