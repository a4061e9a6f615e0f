import type { PreviewField } from '../../../app/web/extension-view/extension-answers.ts';
import { fieldLabel } from './field-label.ts';
import type { ActionWords } from './words.ts';

/** The delivery order that would be sent, field by field, with where each came from. */
export function PreviewTable({
  fields,
  words,
}: {
  readonly fields: readonly PreviewField[];
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
        {fields.map(({ field, value, sources }) => (
          <s-table-row key={field}>
            <s-table-cell>{fieldLabel(field, words)}</s-table-cell>
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
