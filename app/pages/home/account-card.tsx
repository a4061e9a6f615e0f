import { Badge, InlineStack, Link, Text } from '@shopify/polaris';
import { CardSection } from '../delivery/cards/card-section.tsx';
import { TimeAgo } from '../delivery-state/time-ago.tsx';
import { Subdued } from '../shell/subdued.tsx';
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

interface AccountCardProps {
  readonly operatorName: string;
  /** Whether something holds all deliveries, which a banner says. */
  readonly isHeld: boolean;
  /** Deliveries that need a person. */
  readonly attention: number;
  /** Orders that cannot be sent as they are. */
  readonly early: number;
  readonly late: number;
  readonly toSend: { readonly count: number; readonly time: string } | null;
  readonly status: AccountStatus;
}

/** One sentence on whether the deliveries go well, and if not, why; and how the operator answers. */
export function AccountCard({ operatorName, isHeld, attention, early, late, toSend, status }: AccountCardProps) {
  const { home, earlyWarning } = useTexts();
  const { account: texts, going } = home;
  const { state, paused, lastAnswerAt, checking, now } = status;
  // Nobody knows that an account works before the operator has answered once.
  const isUntried = state === 'working' && lastAnswerAt === null;
  const how = howItGoes({ isHeld, account: state, attention: attention + early, late, toSend });
  const sentence = {
    held: going.held,
    attention: going.attention({ count: attention + early }),
    account: state === 'working' ? '' : texts.explanations[state],
    late: going.late({ count: late }),
    waiting: toSend ? going.waiting(toSend) : '',
    well: going.well,
  }[how];
  return (
    <CardSection title={sentence}>
      {early > 0 && (
        <Text as="p">
          {earlyWarning.title({ count: early })} {earlyWarning.text({ count: early })}
        </Text>
      )}
      {attention + early > 0 && <Link url="/app/review">{going.review}</Link>}
      <InlineStack gap="300" blockAlign="center">
        <Text as="span">{operatorName}</Text>
        {!isUntried && <Badge tone={TONES[state]}>{texts.states[state]}</Badge>}
        <Subdued as="span">
          {isUntried && !checking && texts.never}
          {lastAnswerAt !== null && <TimeAgo at={lastAnswerAt} now={now} sentence={texts.lastAnswer} />}
        </Subdued>
      </InlineStack>
      {checking && <Text as="p">{texts.checking({ count: checking.count, time: checking.until })}</Text>}
      {state !== 'working' && how !== 'account' && <Text as="p">{texts.explanations[state]}</Text>}
      {paused && (
        <Text as="p">
          {texts.pausedSince({ time: paused.since, status: paused.status === null ? '' : String(paused.status) })}
        </Text>
      )}
      {state === 'paused' && <Link url="/app/settings">{texts.openSettings}</Link>}
    </CardSection>
  );
}

/** What Home's first sentence says: what keeps the deliveries from going well, the most important first. */
export function howItGoes({ isHeld, account, attention, late, toSend }: Standing) {
  if (isHeld || account === 'paused') return 'held';
  if (attention > 0) return 'attention';
  if (account !== 'working') return 'account';
  if (late > 0) return 'late';
  return toSend ? 'waiting' : 'well';
}

interface Standing extends Pick<AccountCardProps, 'isHeld' | 'attention' | 'late'> {
  readonly account: AccountStatus['state'];
  readonly toSend: object | null;
}
