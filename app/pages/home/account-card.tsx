import { Badge, InlineStack, Link, Text } from '@shopify/polaris';
import { CardSection } from '../delivery/cards/card-section.tsx';
import { TimeAgo } from '../delivery-state/time-ago.tsx';
import { useTexts } from '../shell/use-texts.ts';

/** The state of the shop's operator account. Times are milliseconds since 1970. */
export interface AccountStatus {
  readonly state: 'working' | 'paused' | 'throttled' | 'failing';
  /**
   * For a paused account: since when, printed in the shop's zone, and the HTTP status with which the operator refused.
   */
  readonly paused: { readonly since: string; readonly status: number | null } | null;
  /** Of any kind, also to a test of the token. */
  readonly lastAnswerAt: number | null;
  /** Deliveries of which it is checked that the operator does not have them, and until when; null when there is none. */
  readonly checking: { readonly count: number; readonly until: string } | null;
  readonly now: number;
}

const TONES = { working: 'success', paused: 'critical', throttled: 'warning', failing: 'warning' } as const;

export function AccountCard({ operatorName, status }: { operatorName: string; status: AccountStatus }) {
  const texts = useTexts().home.account;
  const { state, paused, lastAnswerAt, checking, now } = status;
  // Nobody knows that an account works before the operator has answered once.
  const isUntried = state === 'working' && lastAnswerAt === null;
  return (
    <CardSection title={operatorName}>
      <InlineStack gap="300" blockAlign="center">
        {!isUntried && <Badge tone={TONES[state]}>{texts.states[state]}</Badge>}
        <Text as="span" tone="subdued">
          {isUntried && !checking && texts.never}
          {lastAnswerAt !== null && <TimeAgo at={lastAnswerAt} now={now} sentence={texts.lastAnswer} />}
        </Text>
      </InlineStack>
      {checking && <Text as="p">{texts.checking({ count: checking.count, time: checking.until })}</Text>}
      {state !== 'working' && <Text as="p">{texts.explanations[state]}</Text>}
      {paused && (
        <Text as="p">
          {texts.pausedSince({ time: paused.since, status: paused.status === null ? '' : String(paused.status) })}
        </Text>
      )}
      {state === 'paused' && <Link url="/app/settings">{texts.openSettings}</Link>}
    </CardSection>
  );
}
