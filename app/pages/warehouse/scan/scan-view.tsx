import { Badge, BlockStack, Button, Card, InlineStack, Text, TextField } from '@shopify/polaris';
import { useRef, useState } from 'react';
import { PAGE_PACE } from '../../page-pace.ts';
import { useAutoRefresh } from '../../shell/use-auto-refresh.ts';
import { useTexts } from '../../shell/use-texts.ts';
import type { PrintSelection } from '../print-query.ts';
import { PrintView } from '../print-view.tsx';
import { progressOf, type ExpectedDelivery, type ScannedBoxes, type ScanResult } from './scan-state.ts';
import { useCamera } from './use-camera.ts';
import { useScanning } from './use-scanning.ts';
import type { Scans } from '../use-printed-document.ts';

interface ScanViewProps {
  readonly selection: PrintSelection;
  readonly expected: readonly ExpectedDelivery[];
  /** Names the list in the browser's memory. */
  readonly listKey: string;
}

/** Checks packages against the list while they are handed to the courier, and prints the sheet with the count. */
export function ScanView({ selection, expected, listKey }: ScanViewProps) {
  const { scanning: texts } = useTexts().warehouse;
  const { boxes, result, enter, reset } = useScanning(listKey, expected);
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video, enter);
  const [typed, setTyped] = useState('');
  const [counted, setCounted] = useState<Scans | null>(null);
  const progress = progressOf(expected, boxes);
  const submit = () => {
    enter(typed);
    setTyped('');
  };
  if (counted) return <PrintView selection={selection} document="sheet" scans={counted} />;
  return (
    <BlockStack gap="400">
      {Object.keys(boxes).length === 0 && <ListRefresh />}
      <Card>
        <BlockStack gap="400">
          <form
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            <TextField
              label={texts.field}
              helpText={texts.help}
              value={typed}
              onChange={setTyped}
              autoComplete="off"
              focused
              connectedRight={
                camera.isPossible && (
                  <Button onClick={camera.toggle} pressed={camera.isOn}>
                    {camera.isOn ? texts.stopCamera : texts.camera}
                  </Button>
                )
              }
              {...(camera.hasFailed ? { error: texts.noCamera } : {})}
            />
          </form>
          <video
            ref={video}
            muted
            playsInline
            hidden={!camera.isOn}
            style={{ width: '100%', maxHeight: '40vh', objectFit: 'cover', borderRadius: 'var(--p-border-radius-200)' }}
          />
          <Result key={result?.at} result={result?.last ?? null} />
        </BlockStack>
      </Card>
      <Card>
        <BlockStack gap="300">
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <Text as="h2" variant="headingLg">
              {texts.progress({ scanned: progress.scanned, total: progress.total })}
            </Text>
            <InlineStack gap="200">
              <Button onClick={reset}>{texts.reset}</Button>
              <Button
                variant="primary"
                onClick={() => setCounted(Object.entries(boxes).map(([id, { length }]) => [id, length]))}
              >
                {texts.finish}
              </Button>
            </InlineStack>
          </InlineStack>
          {progress.missing.length === 0 ? (
            <Text as="p" tone="success" fontWeight="semibold">
              {texts.nothingMissing}
            </Text>
          ) : (
            <DeliveryRows
              title={texts.missing({ count: progress.missing.length })}
              deliveries={progress.missing}
              boxes={boxes}
            />
          )}
          {progress.done.length > 0 && (
            <DeliveryRows
              title={texts.done({ count: progress.done.length })}
              deliveries={progress.done}
              boxes={boxes}
            />
          )}
        </BlockStack>
      </Card>
    </BlockStack>
  );
}

/** Keeps the list up to date until the first scan. During a count, what the operator collects must not leave the list. */
function ListRefresh() {
  useAutoRefresh(true, PAGE_PACE.scanListMs);
  return null;
}

/** White or black on each has a contrast of at least 4.5 to 1. */
const COLOURS: Readonly<Record<ScanResult['kind'], { readonly background: string; readonly color: string }>> = {
  good: { background: '#0a6b3b', color: '#fff' },
  double: { background: '#ffb800', color: '#1a1a1a' },
  unknown: { background: '#5b21b6', color: '#fff' },
  cancelled: { background: '#b3001b', color: '#fff' },
};

/** The last scan by colour and words, large enough to be read from where the boxes are. */
function Result({ result }: { readonly result: ScanResult | null }) {
  const { scanning: texts } = useTexts().warehouse;
  const { background, color } = result ? COLOURS[result.kind] : { background: '#f1f1f1', color: '#303030' };
  const { title, text } = result ? wordsOf(result, texts) : { title: texts.ready, text: texts.help };
  return (
    <div
      role="status"
      aria-live="assertive"
      data-scan={result?.kind ?? 'ready'}
      style={{ background, color, padding: '1.5rem', borderRadius: 'var(--p-border-radius-300)', textAlign: 'center' }}
    >
      <div style={{ fontSize: '2.5rem', fontWeight: 700, lineHeight: 1.1 }}>{title}</div>
      {result && (
        <div
          style={{ fontSize: '1.5rem', fontWeight: 600, lineHeight: 1.2, marginTop: '.5rem', overflowWrap: 'anywhere' }}
        >
          {result.delivery ? `${result.delivery.name} · ${result.delivery.orderNumber}` : result.text}
        </div>
      )}
      <div style={{ fontSize: '1.1rem', lineHeight: 1.3, marginTop: '.5rem' }}>{text}</div>
    </div>
  );
}

type ScanTexts = ReturnType<typeof useTexts>['warehouse']['scanning'];

function wordsOf({ kind, delivery, count }: ScanResult, texts: ScanTexts): { title: string; text: string } {
  const packages = delivery?.packages ?? 1;
  switch (kind) {
    case 'good':
      return { title: texts.good, text: texts.goodOf({ number: count, count: packages }) };
    case 'double':
      return { title: texts.double, text: texts.doubleText({ count: packages }) };
    case 'cancelled':
      return { title: texts.cancelled, text: texts.cancelledText };
    case 'unknown':
      return { title: texts.unknown, text: texts.unknownText };
  }
}

/** More rows would make each scan slow, and nobody reads them. */
const SHOWN_ROWS = 100;

function DeliveryRows({
  title,
  deliveries,
  boxes,
}: {
  readonly title: string;
  readonly deliveries: readonly ExpectedDelivery[];
  readonly boxes: ScannedBoxes;
}) {
  const { scanning: texts } = useTexts().warehouse;
  const others = deliveries.length - SHOWN_ROWS;
  return (
    <BlockStack gap="100">
      <Text as="h3" variant="headingSm">
        {title}
      </Text>
      <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {deliveries.slice(0, SHOWN_ROWS).map(({ id, orderNumber, name, packages }) => (
          <li key={id} style={{ padding: '.25rem 0', borderBottom: '1px solid var(--p-color-border-secondary)' }}>
            <InlineStack align="space-between" gap="200">
              <Text as="span">
                <Text as="span" fontWeight="semibold">
                  {name}
                </Text>{' '}
                {orderNumber}
              </Text>
              {packages > 1 && <Badge>{`${boxes[id]?.length ?? 0}/${packages}`}</Badge>}
            </InlineStack>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <Text as="p" tone="subdued">
          {texts.others({ count: others })}
        </Text>
      )}
    </BlockStack>
  );
}
