import type { DryRunField } from '../../../app/extension-api/extension-answers.ts';
import type { ActionWords } from './words.ts';

/** The delivery order that would be sent, field by field, each with its source. */
export function DryRunTable({
  fields,
  words,
}: {
  readonly fields: readonly DryRunField[];
  readonly words: ActionWords;
}) {
  return (
    <s-table>
      <s-table-header-row>
        <s-table-header listSlot="primary">{words.t('columns.field')}</s-table-header>
        <s-table-header listSlot="labeled">{words.t('columns.value')}</s-table-header>
        <s-table-header listSlot="secondary">{words.t('columns.source')}</s-table-header>
      </s-table-header-row>
      <s-table-body>
        {fields.map(({ field, label, value, sources }) => (
          <s-table-row key={field}>
            <s-table-cell>{label}</s-table-cell>
            <s-table-cell>{value}</s-table-cell>
            <s-table-cell>
              <s-text color="subdued">{sources.join(', ')}</s-text>
            </s-table-cell>
          </s-table-row>
        ))}
      </s-table-body>
    </s-table>
  );
}
