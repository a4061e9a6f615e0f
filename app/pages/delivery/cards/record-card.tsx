import { Banner, Button, InlineStack, Text } from '@shopify/polaris';
import type { RecordNow } from '../../../deliveries/merchant-actions/read-record.ts';
import { RequestFailureBanner } from '../../shell/banners/request-failure-banner.tsx';
import { useRequest } from '../../shell/use-request.ts';
import { useTexts } from '../../shell/use-texts.ts';
import { CardSection } from './card-section.tsx';
import { PlainTable } from './plain-table.tsx';

/** The record is null when the operator did not answer. */
export interface OperatorRecordAnswer {
  readonly record: RecordNow | null;
}

/** The operator's notes and packages. The operator is asked for them only when the merchant opens the card. */
export function RecordCard({ path }: { readonly path: string }) {
  const texts = useTexts().delivery.record;
  const { body, failure, isAsking, ask } = useRequest<OperatorRecordAnswer>(path, 'record');
  return (
    <CardSection title={texts.title} text={texts.text}>
      {body?.record && <Record record={body.record} />}
      {body?.record === null && <Banner tone="warning">{texts.notRead}</Banner>}
      {failure && <RequestFailureBanner failure={failure} />}
      <InlineStack>
        <Button onClick={() => void ask()} loading={isAsking}>
          {body?.record ? texts.reload : texts.show}
        </Button>
      </InlineStack>
    </CardSection>
  );
}

function Record({ record: { notes, packages } }: { readonly record: RecordNow }) {
  const { record: texts, none } = useTexts().delivery;
  return (
    <>
      <Text as="p" breakWord>
        {notes === null ? texts.noNotes : texts.notes({ notes })}
      </Text>
      {packages.length > 0 && (
        <PlainTable
          label={texts.title}
          headings={[texts.headings.package, texts.headings.quantity, texts.headings.price]}
          rows={packages.map(({ name, qty, price }, index) => ({
            id: `${index}`,
            cells: [name, qty ?? none, price ?? none],
          }))}
        />
      )}
    </>
  );
}
