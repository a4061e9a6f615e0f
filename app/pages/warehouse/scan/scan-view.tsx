import { Badge, Banner, BlockStack, Button, Card, InlineStack, Text, TextField } from '@shopify/polaris';
import { useNavigate } from '@remix-run/react';
import { useRef, useState } from 'react';
import { useAdminPath } from '../../shell/admin-path.ts';
import { useQuestion } from '../../shell/question.tsx';
import { Subdued } from '../../shell/subdued.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { NextPart } from '../steps.tsx';
import { packPath, printLabelsPath, printSearch, type PrintSelection } from '../print-query.ts';
import { missingBoxes, progressOf, type ExpectedDelivery, type ScanList, type ScanResult } from './scan-state.ts';
import { useCamera } from './use-camera.ts';
import { useScanning } from './use-scanning.ts';

interface ScanViewProps {
  readonly selection: PrintSelection;
  readonly list: ScanList;
  /** Names the list in the browser's memory. */
  readonly listKey: string;
}

/** Checks boxes against the list while they are handed to the courier, closes the handover and prints its sheet. */
export function ScanView({ selection, list, listKey }: ScanViewProps) {
  const { scanning: texts } = useTexts().warehouse;
  const navigate = useNavigate();
  const toPath = useAdminPath();
  const { expected, unsent, isOffline, result, enter, choose, send } = useScanning(
    listKey,
    list,
    `/app/warehouse/scans?${printSearch(selection)}`,
  );
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video, enter);
  const [typed, setTyped] = useState('');
  const { ask, question } = useQuestion();
  const progress = progressOf(expected);
  const setBoxes = (deliveryId: string, boxes: number) => {
    void send({ number: { deliveryId, boxes } });
    focusField();
  };
  const rows = (name: 'missing' | 'done') => {
    const { [name]: deliveries } = progress;
    const title = texts[name]({ count: deliveries.length });
    return deliveries.length > 0 && <DeliveryRows title={title} deliveries={deliveries} onBoxes={setBoxes} />;
  };
  const startAgain = () => {
    const count = progress.scanned;
    const { confirm, title, ...words } = texts.startAgain;
    const onConfirm = () => {
      void send({ reset: true });
      focusField();
    };
    ask({ ...words, title: title({ count }), confirm: confirm({ count }), onConfirm });
  };
  const sign = async () => {
    const answer = await send({ sign: crypto.randomUUID() });
    if (answer?.handover) navigate(toPath(packPath('sheet', { kind: 'handover', id: answer.handover })));
  };
  return (
    <BlockStack gap="400">
      {question}
      <NextPart selection={selection} step="scan" after={list.next} />
      {isOffline && (
        <Banner tone="warning">
          <p>{texts.offline({ count: unsent })}</p>
        </Banner>
      )}
      <Card>
        <BlockStack gap="400">
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void enter(typed);
              setTyped('');
            }}
          >
            <TextField
              id={FIELD}
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
          <Result
            key={result?.at}
            result={result?.last ?? null}
            delivery={expected.find(({ id }) => id === result?.last.delivery?.id)}
            onChoose={(delivery, box) => {
              choose(delivery, box);
              focusField();
            }}
          />
        </BlockStack>
      </Card>
      <Card>
        <BlockStack gap="300">
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <Text as="h2" variant="headingLg">
              {texts.progress({ scanned: progress.scanned, total: progress.total })}
            </Text>
            <InlineStack gap="200">
              <Button disabled={progress.scanned === 0} onClick={startAgain}>
                {texts.reset}
              </Button>
              <Button variant="primary" disabled={progress.scanned === 0} onClick={() => void sign()}>
                {texts.finish}
              </Button>
            </InlineStack>
          </InlineStack>
          {progress.missing.length === 0 && (
            <Text as="p" tone="success" fontWeight="semibold">
              {texts.nothingMissing}
            </Text>
          )}
          {rows('missing')}
          {rows('done')}
        </BlockStack>
      </Card>
    </BlockStack>
  );
}

const FIELD = 'scan';

/** A scanner types where the focus is: on a button, the Enter at its end would press the button. */
const focusField = () => document.getElementById(FIELD)?.focus();

/** White or black on each has a contrast of at least 4.5 to 1. */
const COLOURS: Readonly<Record<ScanResult['kind'], { readonly background: string; readonly color: string }>> = {
  good: { background: '#0a6b3b', color: '#fff' },
  double: { background: '#ffb800', color: '#1a1a1a' },
  which: { background: '#0b4f9e', color: '#fff' },
  unknown: { background: '#5b21b6', color: '#fff' },
  elsewhere: { background: '#5b21b6', color: '#fff' },
  collected: { background: '#5b21b6', color: '#fff' },
  cancelled: { background: '#b3001b', color: '#fff' },
  held: { background: '#b3001b', color: '#fff' },
  edited: { background: '#b3001b', color: '#fff' },
};

/** The last scan by colour and words, large enough to be read from where the boxes are. */
function Result({
  result,
  delivery,
  onChoose,
}: {
  readonly result: ScanResult | null;
  /** The delivery of the result, as it is now. */
  readonly delivery: ExpectedDelivery | undefined;
  readonly onChoose: (delivery: ExpectedDelivery, box: number) => void;
}) {
  const { scanning: texts, printLabels } = useTexts().warehouse;
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
      {result?.kind === 'which' && delivery && (
        <div style={{ marginTop: '1rem' }}>
          <InlineStack gap="200" align="center">
            {missingBoxes(delivery).map((box) => (
              <Button key={box} size="large" onClick={() => onChoose(delivery, box)}>
                {texts.goodOf({ number: box, count: delivery.boxes })}
              </Button>
            ))}
          </InlineStack>
        </div>
      )}
      {result?.kind === 'edited' && result.delivery?.id !== undefined && (
        <Button url={printLabelsPath([result.delivery.id])}>{printLabels}</Button>
      )}
    </div>
  );
}

type ScanTexts = ReturnType<typeof useTexts>['warehouse']['scanning'];

function wordsOf({ kind, delivery, count }: ScanResult, texts: ScanTexts): { title: string; text: string } {
  const boxes = delivery?.boxes ?? 1;
  switch (kind) {
    case 'good':
      return { title: texts.good, text: texts.goodOf({ number: count, count: boxes }) };
    case 'double':
      return { title: texts.double, text: texts.doubleText({ number: count, count: boxes }) };
    case 'which':
      return { title: texts.which, text: texts.whichText({ count: boxes }) };
    case 'cancelled':
    case 'held':
    case 'edited':
      return { title: texts.cancelled, text: texts.stops[kind] };
    case 'collected':
      return { title: texts.collected, text: texts.collectedText };
    case 'elsewhere':
    case 'unknown':
      return { title: texts.unknown, text: texts.unknownText };
  }
}

/** More rows would make each scan slow, and nobody reads them. */
const SHOWN_ROWS = 100;

function DeliveryRows({
  title,
  deliveries,
  onBoxes,
}: {
  readonly title: string;
  readonly deliveries: readonly ExpectedDelivery[];
  readonly onBoxes: (deliveryId: string, boxes: number) => void;
}) {
  const { scanning: texts } = useTexts().warehouse;
  const others = deliveries.length - SHOWN_ROWS;
  return (
    <BlockStack gap="100">
      <Text as="h3" variant="headingSm">
        {title}
      </Text>
      <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {deliveries.slice(0, SHOWN_ROWS).map(({ id, orderNumber, name, boxes, scanned, gone }) => (
          <li key={id} style={{ padding: '.25rem 0', borderBottom: '1px solid var(--p-color-border-secondary)' }}>
            <InlineStack align="space-between" gap="200">
              <Text as="span">
                <Text as="span" fontWeight="semibold">
                  {name}
                </Text>{' '}
                {orderNumber}
              </Text>
              <InlineStack gap="100" blockAlign="center">
                {boxes > 1 && <Badge>{`${scanned.length + gone.length}/${boxes}`}</Badge>}
                {boxes > 1 && boxes > scanned.length + gone.length && (
                  <Button
                    size="micro"
                    accessibilityLabel={texts.fewerBoxes({ name })}
                    onClick={() => onBoxes(id, boxes - 1)}
                  >
                    −
                  </Button>
                )}
                <Button
                  size="micro"
                  accessibilityLabel={texts.moreBoxes({ name })}
                  onClick={() => onBoxes(id, boxes + 1)}
                >
                  +
                </Button>
              </InlineStack>
            </InlineStack>
          </li>
        ))}
      </ul>
      {others > 0 && <Subdued>{texts.others({ count: others })}</Subdued>}
    </BlockStack>
  );
}
