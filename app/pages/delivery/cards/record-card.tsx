import { useFetcher } from '@remix-run/react';
import { Banner, Button, InlineStack, Text } from '@shopify/polaris';
import { useAdminPath } from '../../shell/admin-path.ts';
import { useTexts } from '../../shell/use-texts.ts';
import { CardSection } from './card-section.tsx';
import type { OperatorRecord } from '../operator-record.ts';
import { PlainTable } from './plain-table.tsx';

/** The operator's notes and packages. The operator is asked for them only when the merchant opens the card. */
export function RecordCard({ path }: { readonly path: string }) {
  const texts = useTexts().delivery.record;
  const toPath = useAdminPath();
  const fetcher = useFetcher<OperatorRecord | 'not-read'>();
  const record = fetcher.data;
  return (
    <CardSection title={texts.title}>
      <Text as="p" tone="subdued">
        {texts.text}
      </Text>
      {record === 'not-read' && <Banner tone="warning">{texts.notRead}</Banner>}
      {record && record !== 'not-read' ? (
        <Record record={record} />
      ) : (
        <InlineStack>
          <Button onClick={() => fetcher.load(toPath(path))} loading={fetcher.state !== 'idle'}>
            {texts.show}
          </Button>
        </InlineStack>
      )}
    </CardSection>
  );
}

function Record({ record: { notes, packages } }: { readonly record: OperatorRecord }) {
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
