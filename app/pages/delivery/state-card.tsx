import { Banner, BlockStack, InlineStack, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import type { DeliveryPageView } from './delivery-page-view.ts';
import { StateBadge } from '../delivery-state/state-badge.tsx';
import { TimeAgo, useServerTime } from '../delivery-state/time-ago.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { CardSection } from './card-section.tsx';
import type { RemedyLink } from '../../extension-api/extension-answers.ts';
import { RemedyLinks } from '../shell/remedy-links.tsx';

interface StateCardProps {
  readonly view: DeliveryPageView;
  readonly now: number;
  readonly sendAgain: { readonly onAction: () => void; readonly loading: boolean; readonly disabled: boolean };
}

/** The state of the delivery, and its problem if it has one. */
export function StateCard({ view, now: from, sendAgain }: StateCardProps) {
  const { delivery: texts, deliveries, flags: flagTexts } = useTexts();
  const now = useServerTime(from);
  const {
    state,
    stateGroup,
    phase,
    alsoSaid,
    hold,
    sendAt,
    checkedAt,
    problems,
    flags,
    skipped,
    isRecovered,
    checksAgainAt,
    canSendAgain,
  } = view;
  return (
    <CardSection title={texts.state}>
      <InlineStack gap="300" blockAlign="center">
        <StateBadge state={state} stateGroup={stateGroup} phase={phase} />
        {checkedAt !== null && (
          <Text as="span" tone="subdued">
            <TimeAgo at={checkedAt} now={now} sentence={deliveries.checked} />
          </Text>
        )}
      </InlineStack>
      {alsoSaid && <Text as="p">{texts.alsoSaid({ state: alsoSaid })}</Text>}
      {hold && (
        <BlockStack gap="100">
          <Text as="p">{hold.sentence}</Text>
          <RemedyLinks remedies={hold.remedies} />
        </BlockStack>
      )}
      {sendAt && <Text as="p">{texts.sendsAt({ time: sendAt })}</Text>}
      {checksAgainAt && <Text as="p">{texts.checksAgainAt({ time: checksAgainAt })}</Text>}
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
      {canSendAgain && (
        <Banner tone="warning" title={texts.sendAgain.title} action={{ content: texts.sendAgain.label, ...sendAgain }}>
          <Text as="p">{texts.sendAgain[canSendAgain]}</Text>
        </Banner>
      )}
      {skipped && <ExplanationBanner tone="info" explanation={skipped} />}
    </CardSection>
  );
}

interface ExplanationBannerProps {
  readonly tone: 'critical' | 'warning' | 'info';
  readonly explanation: {
    readonly sentence: ReactNode;
    readonly nextStep: string;
    readonly remedies?: readonly RemedyLink[];
  };
}

function ExplanationBanner({ tone, explanation: { sentence, nextStep, remedies = [] } }: ExplanationBannerProps) {
  return (
    <Banner tone={tone}>
      <BlockStack gap="100">
        <Text as="p" fontWeight="semibold" breakWord>
          {sentence}
        </Text>
        <Text as="p">{nextStep}</Text>
        <RemedyLinks remedies={remedies} />
      </BlockStack>
    </Banner>
  );
}
