import { Banner, BlockStack, Button, InlineStack, Text, TextField } from '@shopify/polaris';
import { useId, useState } from 'react';
import type { FulfillmentDryRun, DryRunField } from '../../../extension-api/extension-answers.ts';
import { RequestFailureBanner } from '../../shell/banners/request-failure-banner.tsx';
import { RemedyLinks } from '../../shell/remedy-links.tsx';
import { useRequest } from '../../shell/use-request.ts';
import { Subdued } from '../../shell/subdued.tsx';
import { useTexts, useLocale } from '../../shell/use-texts.ts';
import { CardSection } from './card-section.tsx';
import { foldText } from '../../../domain/mapping/clean-text.ts';
import { PlainTable, type Sorting } from './plain-table.tsx';

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

/** The fields that would be sent, in the reader's words. They can be searched and sorted by each column. */
function SentFields({ fields }: { readonly fields: readonly DryRunField[] }) {
  const texts = useTexts().delivery.sent;
  const locale = useLocale();
  const [wanted, setWanted] = useState('');
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const rows = fields
    .map(({ field, label, value, sources }) => ({ id: field, texts: [label, value, sources.join(', ')] }))
    .filter((row) => foldText(row.texts.join(' ')).includes(foldText(wanted)));
  return (
    <BlockStack gap="200">
      <TextField
        label={texts.search}
        type="search"
        autoComplete="off"
        value={wanted}
        onChange={setWanted}
        clearButton
        onClearButtonClick={() => setWanted('')}
      />
      <PlainTable
        label={texts.title}
        headings={[texts.headings.field, texts.headings.value, texts.headings.source]}
        sorting={sorting}
        onSort={setSorting}
        rows={sorted(rows, sorting, locale).map(({ id, texts: [label, value, source] }) => ({
          id,
          cells: [
            label,
            value,
            <Text key="source" as="span" tone="subdued">
              {source}
            </Text>,
          ],
        }))}
      />
      <div role="status">{rows.length === 0 && <Text as="p">{texts.noneFound}</Text>}</div>
    </BlockStack>
  );
}

type Row = { readonly id: string; readonly texts: readonly string[] };

function sorted(rows: readonly Row[], sorting: Sorting | null, locale: string): readonly Row[] {
  if (!sorting) return rows;
  const { column, direction } = sorting;
  const compare = new Intl.Collator(locale, { numeric: true }).compare;
  const inOrder = rows.toSorted((one, other) => compare(one.texts[column] ?? '', other.texts[column] ?? ''));
  return direction === 'ascending' ? inOrder : inOrder.toReversed();
}
