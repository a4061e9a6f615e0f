import { useState } from 'preact/hooks';
import {
  BOX_LIMIT,
  EXTENSION_DOCUMENTS,
  PRINTED_ORDER_LIMIT,
  PRINT_FORMATS,
  printPath,
  type ExtensionDocument,
  type PrintFormat,
} from '../../app/extension-api/printing.ts';
import type texts from '../print-labels/locales/en.default.json';
import { numberOf } from './ask-app.ts';
import type { TextKey, Words } from './words.ts';

export type PrintWords = Words<TextKey<typeof texts>>;

interface PrintActionProps {
  /** gids */
  readonly orderIds: readonly string[];
  readonly words: PrintWords;
}

/** What is printed of the orders, and on which paper. Shopify fetches the document, shows it and prints it. */
export function PrintAction({ orderIds, words }: PrintActionProps) {
  const [document, setDocument] = useState<ExtensionDocument>('labels');
  const [format, setFormat] = useState<PrintFormat>('100x150');
  const [boxes, setBoxes] = useState<number | null>(null);
  const orders = orderIds.map(numberOf);
  const isOfLabels = document === 'labels';
  const isPrintable = orders.length > 0 && orders.length <= PRINTED_ORDER_LIMIT;
  const src = isPrintable
    ? printPath({ document, orders, locale: words.locale, ...(isOfLabels ? { format, boxes } : {}) })
    : null;
  return (
    <s-admin-print-action {...(src === null ? {} : { src })}>
      <s-stack gap="base">
        <s-select
          label={words.t('document')}
          value={document}
          onChange={({ currentTarget: { value } }) =>
            setDocument(EXTENSION_DOCUMENTS.find((each) => each === value) ?? document)
          }
        >
          {EXTENSION_DOCUMENTS.map((value) => (
            <s-option key={value} value={value}>
              {words.t(`documents.${value}`)}
            </s-option>
          ))}
        </s-select>
        {isOfLabels && (
          <>
            <s-select
              label={words.t('format')}
              value={format}
              onChange={({ currentTarget: { value } }) =>
                setFormat(PRINT_FORMATS.find((each) => each === value) ?? format)
              }
            >
              {PRINT_FORMATS.map((value) => (
                <s-option key={value} value={value}>
                  {words.t(`formats.${value}`)}
                </s-option>
              ))}
            </s-select>
            <s-number-field
              label={words.t('boxes')}
              details={words.t('boxesHelp')}
              min={1}
              max={BOX_LIMIT}
              step={1}
              value={boxes === null ? '' : String(boxes)}
              onChange={({ currentTarget: { value } }) =>
                setBoxes(Math.min(BOX_LIMIT, Math.trunc(Number(value))) || null)
              }
            />
          </>
        )}
        {isOfLabels && isPrintable && <s-paragraph>{words.t('hint')}</s-paragraph>}
        {!isPrintable && <s-paragraph>{words.t('tooMany', { limit: PRINTED_ORDER_LIMIT })}</s-paragraph>}
        {isPrintable && <s-link href={`app:app/warehouse?orders=${orders.join(',')}`}>{words.t('pack')}</s-link>}
      </s-stack>
    </s-admin-print-action>
  );
}
