import { useFetcher } from '@remix-run/react';
import { Banner, Button, InlineStack, Text } from '@shopify/polaris';
import { useAdminPath } from '../admin-path.ts';
import type { FulfillmentPreview } from '../extension-view/extension-answers.ts';
import { useTexts } from '../use-texts.ts';
import { CardSection } from './card-section.tsx';
import { PlainTable } from './plain-table.tsx';

/** The dry run: each field of the delivery order with its source. It is read when somebody asks for it. */
export function SentCard({ path }: { readonly path: string }) {
  const texts = useTexts().delivery.sent;
  const toPath = useAdminPath();
  const fetcher = useFetcher<FulfillmentPreview>();
  const preview = fetcher.data;
  return (
    <CardSection title={texts.title}>
      <Text as="p" tone="subdued">
        {texts.text}
      </Text>
      {preview && <Sent preview={preview} />}
      {(!preview || preview.plan.kind === 'not-checked') && (
        <InlineStack>
          <Button onClick={() => fetcher.load(toPath(path))} loading={fetcher.state !== 'idle'}>
            {texts.show}
          </Button>
        </InlineStack>
      )}
    </CardSection>
  );
}

/** A dry run: what would be sent, or why it would not be. */
export function Sent({ preview: { plan, fields, anywayProblems } }: { readonly preview: FulfillmentPreview }) {
  const texts = useTexts().delivery.sent;
  if (plan.kind === 'not-checked') return <Banner tone="warning">{texts.notRead}</Banner>;
  const reasons =
    plan.kind === 'problem' ? plan.problems : plan.kind === 'skip' ? [plan.reason, ...anywayProblems] : [];
  return (
    <>
      {fields.length === 0 && <Text as="p">{texts.nothing}</Text>}
      {reasons.map(({ sentence }) => (
        <Text as="p" key={sentence} breakWord>
          {sentence}
        </Text>
      ))}
      {fields.length > 0 && (
        <PlainTable
          label={texts.title}
          headings={texts.headings}
          rows={fields.map(({ field, value, sources }) => ({
            id: field,
            cells: [
              field,
              value,
              <Text key="source" as="span" tone="subdued">
                {sources.join(', ')}
              </Text>,
            ],
          }))}
        />
      )}
    </>
  );
}
