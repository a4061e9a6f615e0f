import { Banner, BlockStack, InlineStack, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import type { DeliveryPageView } from '../delivery-page-view.ts';
import { StateBadge } from '../state-badge.tsx';
import { TimeAgo, useServerTime } from '../time-ago.tsx';
import { useTexts } from '../use-texts.ts';
import { CardSection } from './card-section.tsx';

/** Where the delivery stands, and what is the matter with it. */
export function StateCard({ view, now: from }: { readonly view: DeliveryPageView; readonly now: number }) {
  const { delivery: texts, deliveries, flags: flagTexts } = useTexts();
  const now = useServerTime(from);
  const { label, stateGroup, phase, alsoSaid, hold, sendAt, checkedAt, problems, flags, skipped, isRecovered } = view;
  return (
    <CardSection title={texts.state}>
      <InlineStack gap="300" blockAlign="center">
        <StateBadge state={stateGroup === null ? null : label} stateGroup={stateGroup} phase={phase} />
        {checkedAt !== null && (
          <Text as="span" tone="subdued">
            <TimeAgo at={checkedAt} now={now} sentence={deliveries.checked} />
          </Text>
        )}
      </InlineStack>
      {alsoSaid && <Text as="p">{texts.alsoSaid(alsoSaid)}</Text>}
      {hold && <Text as="p">{hold}</Text>}
      {sendAt && <Text as="p">{texts.sendsAt(sendAt)}</Text>}
      {isRecovered && (
        <Text as="p" tone="success">
          {texts.recovered}
        </Text>
      )}
      {problems.map((problem) => (
        <ExplanationBanner key={problem.sentence} tone="critical" explanation={problem} />
      ))}
      {flags.map(({ code, since }) => (
        <ExplanationBanner
          key={code}
          tone="warning"
          explanation={{
            sentence: <TimeAgo at={since} now={now} sentence={flagTexts[code].since} />,
            nextStep: flagTexts[code].nextStep,
          }}
        />
      ))}
      {skipped && <ExplanationBanner tone="info" explanation={skipped} />}
    </CardSection>
  );
}

interface ExplanationBannerProps {
  readonly tone: 'critical' | 'warning' | 'info';
  readonly explanation: { readonly sentence: ReactNode; readonly nextStep: string };
}

function ExplanationBanner({ tone, explanation: { sentence, nextStep } }: ExplanationBannerProps) {
  return (
    <Banner tone={tone}>
      <BlockStack gap="100">
        <Text as="p" fontWeight="semibold" breakWord>
          {sentence}
        </Text>
        <Text as="p">{nextStep}</Text>
      </BlockStack>
    </Banner>
  );
}
