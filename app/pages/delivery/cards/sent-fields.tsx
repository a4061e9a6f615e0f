import { BlockStack, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { foldText } from '../../../domain/mapping/clean-text.ts';
import type { DryRunField } from '../../../extension-api/extension-answers.ts';
import { useLocale, useTexts } from '../../shell/use-texts.ts';
import { PlainTable, type Sorting } from './plain-table.tsx';

/** The fields that would be sent, in the reader's words. They can be searched and sorted by each column. */
export function SentFields({ fields }: { readonly fields: readonly DryRunField[] }) {
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
