import { Banner, BlockStack, Button, InlineStack, Link, Text } from '@shopify/polaris';
import type { DeliveryPageView, ExceptionView } from '../delivery-page-view.ts';
import { StateBadge } from '../../delivery-state/state-badge.tsx';
import { TimeAgo, useServerTime } from '../../delivery-state/time-ago.tsx';
import { Subdued } from '../../shell/subdued.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { CardSection } from './card-section.tsx';
import type { Explanation } from '../../../extension-api/extension-answers.ts';
import { RemedyLinks } from '../../shell/remedy-links.tsx';

interface StateCardProps {
  readonly view: DeliveryPageView;
  readonly now: number;
  readonly sendAgain: { readonly onClick: () => void; readonly loading: boolean; readonly disabled: boolean };
}

/** The state of the delivery, and its problem if it has one. */
export function StateCard({ view, now: from, sendAgain }: StateCardProps) {
  const { delivery: texts, deliveries, review } = useTexts();
  const now = useServerTime(from);
  return (
    <CardSection title={texts.state}>
      <InlineStack gap="300" blockAlign="center">
        <StateBadge {...view} />
        {view.checkedAt !== null && (
          <Subdued as="span">
            <TimeAgo at={view.checkedAt} now={now} sentence={deliveries.checked} />
          </Subdued>
        )}
      </InlineStack>
      {view.stateGroup === 'unknown' && <Link url="/app/review#states">{review.states.ask}</Link>}
      {view.alsoSaid && <Text as="p">{texts.alsoSaid({ state: view.alsoSaid })}</Text>}
      {view.hold && (
        <BlockStack gap="100">
          <Text as="p">{view.hold.sentence}</Text>
          <RemedyLinks remedies={view.hold.remedies} />
        </BlockStack>
      )}
      {view.sendAt && <Text as="p">{texts.sendsAt({ time: view.sendAt })}</Text>}
      {view.checking && <Text as="p">{view.checking}</Text>}
      {view.checksAgainAt && <Text as="p">{texts.checksAgainAt({ time: view.checksAgainAt })}</Text>}
      {view.isRecovered && (
        <Text as="p" tone="success">
          {texts.recovered}
        </Text>
      )}
      <Explanations
        tone={view.exceptions.length > 0 ? 'critical' : 'info'}
        explanations={[...view.exceptions, ...(view.skipped ? [view.skipped] : [])]}
      />
      {view.canSendAgain && (
        <BlockStack gap="100" inlineAlign="start">
          <Text as="h3" variant="headingSm">
            {texts.sendAgain.title}
          </Text>
          <Text as="p">{texts.sendAgain[view.canSendAgain]}</Text>
          <Button {...sendAgain}>{texts.sendAgain.label}</Button>
        </BlockStack>
      )}
    </CardSection>
  );
}

interface ExplanationsProps {
  readonly tone: 'critical' | 'info';
  readonly explanations: readonly (Explanation & Partial<ExceptionView>)[];
}

/** Everything that a person should know or do about the delivery, in one banner. */
function Explanations({ tone, explanations }: ExplanationsProps) {
  if (explanations.length === 0) return null;
  return (
    <Banner tone={tone}>
      <BlockStack gap="300">
        {explanations.map(({ sentence, nextStep, remedies, ...exception }) => (
          <BlockStack key={sentence} gap="100">
            <Text as="p" fontWeight="semibold" breakWord>
              {sentence}
            </Text>
            <Text as="p">{nextStep}</Text>
            <WhoAndUntil {...exception} />
            <RemedyLinks remedies={remedies} />
          </BlockStack>
        ))}
      </BlockStack>
    </Banner>
  );
}

/** Who must act, since when, and what ends it. */
function WhoAndUntil({ actor, since, end }: Partial<ExceptionView>) {
  const { exceptions: texts } = useTexts();
  if (!actor || !end) return null;
  return (
    <Text as="p" tone="subdued" variant="bodySm">
      {texts.actors[actor]}
      {since && `, ${texts.since({ since })}`}. {texts.ends[end]}
    </Text>
  );
}
