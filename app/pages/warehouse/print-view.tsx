import {
  Banner,
  BlockStack,
  Button,
  Card,
  Checkbox,
  InlineStack,
  Link,
  Select,
  Spinner,
  Text,
  TextField,
} from '@shopify/polaris';
import { useRef, useState } from 'react';
import { BOUNDS } from '../../bounds.ts';
import { PRINT_FORMATS } from '../../printing/format.ts';
import { useTexts } from '../shell/use-texts.ts';
import { useChosenFormat } from './chosen-format.ts';
import { PRINT_DOCUMENTS, printSearch, type PrintDocument, type PrintSelection } from './print-query.ts';
import { usePrintedDocument } from './use-printed-document.ts';

interface PrintViewProps {
  readonly selection: PrintSelection;
  readonly document: PrintDocument;
}

/**
 * A document as it will be printed, with a choice of the paper. A long list is printed in parts: each says where the next
 * one begins, and another document begins with its own first part, because a sheet lists more than labels.
 */
export function PrintView({ selection, document: first }: PrintViewProps) {
  const { settingsGroups, warehouse } = useTexts();
  const { print: texts } = warehouse;
  const chooseFormat = (value: string) => {
    const chosen = PRINT_FORMATS.find((each) => each === value);
    if (chosen) setFormat(chosen);
  };
  const start = { part: 1, after: selection.kind === 'waiting' ? selection.after : null };
  const [{ document, part, after }, setShown] = useState({ document: first, ...start });
  const [format, setFormat] = useChosenFormat(document);
  const chooseDocument = (value: string) => {
    const chosen = PRINT_DOCUMENTS.find((each) => each === value);
    if (chosen) setShown({ document: chosen, ...start });
  };
  const [boxes, setBoxes] = useState('');
  const takesBoxes = document === 'labels' && (selection.kind === 'deliveries' || selection.kind === 'orders');
  const takesCollected = document === 'sheet' && selection.kind === 'waiting' && selection.day !== null;
  const frame = useRef<HTMLIFrameElement>(null);
  const [collected, setCollected] = useState(false);
  const shown = selection.kind === 'waiting' ? { ...selection, after, collected } : selection;
  const path =
    format &&
    `/print/${document}?${printSearch({ selection: shown, format, boxes: takesBoxes ? boxesOf(boxes) : null })}`;
  const { document: fetched, reload } = usePrintedDocument(path);
  const next = fetched.kind === 'ready' ? fetched.next : null;
  return (
    <BlockStack gap="400">
      <Card>
        <BlockStack gap="300">
          <InlineStack gap="300" blockAlign="end">
            {selection.kind !== 'handover' && (
              <Select
                label={texts.document}
                options={PRINT_DOCUMENTS.map((value) => ({ value, label: texts[value] }))}
                value={document}
                onChange={chooseDocument}
              />
            )}
            <Select
              label={texts.format}
              options={PRINT_FORMATS.map((value) => ({ value, label: texts.formats[value] }))}
              value={format ?? ''}
              onChange={(value) => chooseFormat(value)}
            />
            {takesBoxes && (
              <TextField
                type="number"
                min={1}
                label={texts.boxes}
                placeholder={texts.boxesHelp}
                autoComplete="off"
                value={boxes}
                onChange={setBoxes}
              />
            )}
            {takesCollected && <Checkbox label={texts.collected} checked={collected} onChange={setCollected} />}
            <Button
              variant="primary"
              loading={fetched.kind === 'loading'}
              disabled={fetched.kind !== 'ready'}
              onClick={() => frame.current?.contentWindow?.print()}
            >
              {texts.button}
            </Button>
          </InlineStack>
          <Text as="p" tone="subdued">
            {texts.hint}
          </Text>
          {document === 'labels' && (
            <Text as="p" tone="subdued">
              {texts.packages} <Link url="/app/settings/mapping">{settingsGroups.mapping.packages}</Link>
            </Text>
          )}
          {(next || part > 1) && (
            <InlineStack gap="300" blockAlign="center">
              <Text as="span" fontWeight="semibold">
                {texts.part({ part })}
              </Text>
              {next && <Text as="span">{texts.more({ count: next.more })}</Text>}
              {next && (
                <Button onClick={() => setShown({ document, part: part + 1, after: next.after })}>{texts.next}</Button>
              )}
            </InlineStack>
          )}
        </BlockStack>
      </Card>
      {fetched.kind === 'failed' && (
        <Banner tone="warning" title={texts.failedTitle} action={{ content: texts.retry, onAction: reload }}>
          <p>{texts.failures[fetched.failure]}</p>
        </Banner>
      )}
      {fetched.kind === 'loading' && (
        <InlineStack align="center">
          <Spinner accessibilityLabel={texts.loading} />
        </InlineStack>
      )}
      {fetched.kind === 'ready' && (
        <iframe
          ref={frame}
          title={texts.frame}
          srcDoc={fetched.html}
          // no scripts run in it; the page around it may ask it to print
          sandbox="allow-same-origin allow-modals"
          style={{ width: '100%', height: '75vh', border: 0, borderRadius: 'var(--p-border-radius-300)' }}
        />
      )}
    </BlockStack>
  );
}

/** Null for anything else than a number of boxes. */
function boxesOf(typed: string): number | null {
  const boxes = Number(typed);
  return Number.isInteger(boxes) && boxes >= 1 && boxes <= BOUNDS.printedLabels ? boxes : null;
}
