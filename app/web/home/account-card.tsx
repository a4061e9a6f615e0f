import { Badge, InlineStack, Link, Text } from '@shopify/polaris';
import { CardSection } from '../delivery-page/card-section.tsx';
import { TimeAgo } from '../time-ago.tsx';
import { useTexts } from '../use-texts.ts';

/** How the operator's service is for this shop. Times are milliseconds since 1970. */
export interface AccountStatus {
  readonly state: 'working' | 'paused' | 'throttled' | 'failing';
  readonly lastSuccessAt: number | null;
  readonly now: number;
}

const TONES = { working: 'success', paused: 'critical', throttled: 'warning', failing: 'warning' } as const;

export function AccountCard({ operatorName, status }: { operatorName: string; status: AccountStatus }) {
  const texts = useTexts().home.account;
  const { state, lastSuccessAt, now } = status;
  return (
    <CardSection title={operatorName}>
      <InlineStack gap="300" blockAlign="center">
        <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
        <Text as="span" tone="subdued">
          {lastSuccessAt === null ? texts.never : <TimeAgo at={lastSuccessAt} now={now} sentence={texts.lastSuccess} />}
        </Text>
      </InlineStack>
      {state !== 'working' && <Text as="p">{texts.explanations[state]}</Text>}
      {state === 'paused' && <Link url="/app/settings">{texts.openSettings}</Link>}
    </CardSection>
  );
}
