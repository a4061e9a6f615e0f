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
  readonly sendAgain: { readonly onAction: () => void; readonly loading: boolean; readonly disabled: boolean };
}

/** The state of the delivery, and its problem if it has one. */
export function StateCard({ view, now: from, sendAgain }: StateCardProps) {
  const { delivery: texts, deliveries, review } = useTexts();
  const now = useServerTime(from);
  const {
    state,
    stateGroup,
    phase,
    alsoSaid,
    hold,
    checking,
    sendAt,
    checkedAt,
    exceptions,
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
          <Subdued as="span">
            <TimeAgo at={checkedAt} now={now} sentence={deliveries.checked} />
          </Subdued>
        )}
      </InlineStack>
      {stateGroup === 'unknown' && <Link url="/app/review#states">{review.states.ask}</Link>}
      {alsoSaid && <Text as="p">{texts.alsoSaid({ state: alsoSaid })}</Text>}
      {hold && (
        <BlockStack gap="100">
          <Text as="p">{hold.sentence}</Text>
          <RemedyLinks remedies={hold.remedies} />
        </BlockStack>
      )}
      {sendAt && <Text as="p">{texts.sendsAt({ time: sendAt })}</Text>}
      {checking && <Text as="p">{checking}</Text>}
      {checksAgainAt && <Text as="p">{texts.checksAgainAt({ time: checksAgainAt })}</Text>}
      {isRecovered && (
        <Text as="p" tone="success">
          {texts.recovered}
        </Text>
      )}
      <Explanations
        tone={exceptions.length > 0 ? 'critical' : 'info'}
        explanations={[...exceptions, ...(skipped ? [skipped] : [])]}
      />
      {canSendAgain && (
        <BlockStack gap="100" inlineAlign="start">
          <Text as="h3" variant="headingSm">
            {texts.sendAgain.title}
          </Text>
          <Text as="p">{texts.sendAgain[canSendAgain]}</Text>
          <Button onClick={sendAgain.onAction} loading={sendAgain.loading} disabled={sendAgain.disabled}>
            {texts.sendAgain.label}
          </Button>
        </BlockStack>
      )}
    </CardSection>
  );
}

interface ExplanationsProps {
  readonly tone: 'critical' | 'warning' | 'info';
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
