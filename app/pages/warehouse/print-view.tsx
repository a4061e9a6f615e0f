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
  TextField,
} from '@shopify/polaris';
import { useRef, useState } from 'react';
import { BOUNDS } from '../../bounds.ts';
import { PRINT_FORMATS } from '../../printing/format.ts';
import { Subdued } from '../shell/subdued.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { NextPart } from './steps.tsx';
import { useChosenFormat, usePrintedDocument } from './use-printed-document.ts';
import { printSearch, type PrintDocument, type PrintSelection } from './print-query.ts';

interface PrintViewProps {
  readonly selection: PrintSelection;
  readonly document: PrintDocument;
  /** Whether another step is the next one, so that printing is no longer the primary action. */
  readonly isPrinted: boolean;
  readonly onPrinted: () => void;
}

/** A document as it will be printed. Labels can be printed on several papers, lists on the one of the shop's country. */
export function PrintView({ selection, document, isPrinted, onPrinted }: PrintViewProps) {
  const { settingsGroups, warehouse } = useTexts();
  const { print: texts } = warehouse;
  const [format, setFormat] = useChosenFormat();
  const [boxes, setBoxes] = useState('');
  const [collected, setCollected] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const isOfLabels = document === 'labels';
  const takesBoxes = isOfLabels && (selection.kind === 'deliveries' || selection.kind === 'orders');
  const takesCollected = document === 'sheet' && selection.kind === 'waiting' && selection.day !== null;
  const search = printSearch(takesCollected ? { ...selection, collected } : selection, {
    format: isOfLabels ? format : null,
    boxes: takesBoxes ? boxesOf(boxes) : null,
  });
  const { document: fetched, reload } = usePrintedDocument(format && `/print/${document}?${search}`);
  const print = () => {
    frame.current?.contentWindow?.print();
    onPrinted();
  };
  return (
    <BlockStack gap="400">
      <Card>
        <BlockStack gap="300">
          <InlineStack gap="300" blockAlign="end">
            {isOfLabels && (
              <Select
                label={texts.format}
                options={PRINT_FORMATS.map((value) => ({ value, label: texts.formats[value] }))}
                value={format ?? ''}
                onChange={setFormat}
              />
            )}
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
              variant={isPrinted ? 'secondary' : 'primary'}
              loading={fetched.kind === 'loading'}
              disabled={fetched.kind !== 'ready'}
              onClick={print}
            >
              {texts.button}
            </Button>
          </InlineStack>
          {isOfLabels && (
            <Subdued>
              {texts.hint} {texts.packages} <Link url="/app/settings/mapping">{settingsGroups.mapping.packages}</Link>
            </Subdued>
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
        <>
          <NextPart selection={selection} step={document} after={fetched.next} />
          <iframe
            ref={frame}
            title={texts.frame}
            srcDoc={fetched.html}
            // no scripts run in it; the page around it may ask it to print
            sandbox="allow-same-origin allow-modals"
            style={{ width: '100%', height: '75vh', border: 0, borderRadius: 'var(--p-border-radius-300)' }}
          />
        </>
      )}
    </BlockStack>
  );
}

/** Null for anything else than a number of boxes. */
function boxesOf(typed: string): number | null {
  const boxes = Number(typed);
  return Number.isInteger(boxes) && boxes >= 1 && boxes <= BOUNDS.printedLabels ? boxes : null;
}
