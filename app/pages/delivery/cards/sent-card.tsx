import { Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useId, useState } from 'react';
import type { FulfillmentDryRun } from '../../../extension-api/extension-answers.ts';
import { RequestFailureBanner } from '../../shell/banners/request-failure-banner.tsx';
import { RemedyLinks } from '../../shell/remedy-links.tsx';
import { useRequest } from '../../shell/use-request.ts';
import { Subdued } from '../../shell/subdued.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { CardSection } from './card-section.tsx';
import { SentFields } from './sent-fields.tsx';

/**
 * The dry run: each field of the delivery order with its source. It is loaded only when the merchant opens the card.
 */
export function SentCard({ path }: { readonly path: string }) {
  const texts = useTexts().delivery.sent;
  const { body: dryRun, failure, isAsking, ask } = useRequest<FulfillmentDryRun>(path, 'plan');
  return (
    <CardSection title={texts.title} text={texts.text}>
      {dryRun && <Sent dryRun={dryRun} />}
      {failure && <RequestFailureBanner failure={failure} />}
      <InlineStack>
        <Button onClick={() => void ask()} loading={isAsking}>
          {dryRun && dryRun.plan.kind !== 'not-checked' ? texts.reload : texts.show}
        </Button>
      </InlineStack>
    </CardSection>
  );
}

/** A dry run: what would be sent, or why it would not be. */
export function Sent({ dryRun: { plan, fields, request, anywayProblems } }: { readonly dryRun: FulfillmentDryRun }) {
  const texts = useTexts().delivery.sent;
  if (plan.kind === 'not-checked') return <Banner tone="warning">{texts.notRead}</Banner>;
  const reasons =
    plan.kind === 'problem' ? plan.problems : plan.kind === 'skip' ? [plan.reason, ...anywayProblems] : [];
  return (
    <>
      {fields.length === 0 && <Text as="p">{texts.nothing}</Text>}
      {reasons.map(({ sentence, nextStep, remedies }) => (
        <BlockStack key={sentence} gap="100">
          <Text as="p" breakWord>
            {sentence}
          </Text>
          {nextStep !== '' && <Subdued>{nextStep}</Subdued>}
          <RemedyLinks remedies={remedies} />
        </BlockStack>
      ))}
      {fields.length > 0 && <SentFields fields={fields} />}
      {request !== null && <Request body={request} />}
    </>
  );
}

/** The raw body of the call to the operator. */
function Request({ body }: { readonly body: string }) {
  const texts = useTexts().delivery.sent;
  const [isShown, setShown] = useState(false);
  const id = useId();
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Button
        variant="plain"
        disclosure={isShown ? 'up' : 'down'}
        ariaExpanded={isShown}
        ariaControls={id}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? texts.hideRequest : texts.showRequest}
      </Button>
      <div id={id}>{isShown && <pre style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{body}</pre>}</div>
    </BlockStack>
  );
}
