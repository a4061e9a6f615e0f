import { BlockStack, Card } from '@shopify/polaris';
import { useState } from 'react';
import { PACK_STEPS } from './print-query.ts';
import { PrintView } from './print-view.tsx';
import type { PackPage } from './read-print-query.ts';
import type { ScanList } from './scan/scan-state.ts';
import { ScanView } from './scan/scan-view.tsx';
import { Steps } from './steps.tsx';

interface PackPanelProps extends PackPage {
  /** Null for another step than the scan. */
  readonly list: ScanList | null;
}

/** One step of a batch. When it is done, the next one is the primary action. */
export function PackPanel({ selection, step, list }: PackPanelProps) {
  const [isPrinted, setPrinted] = useState(false);
  const next = (isPrinted && PACK_STEPS[PACK_STEPS.indexOf(step) + 1]) || null;
  return (
    <BlockStack gap="400">
      {selection.kind !== 'handover' && (
        <Card>
          <Steps selection={selection} current={step} next={next} />
        </Card>
      )}
      {step !== 'scan' && (
        <PrintView selection={selection} document={step} isPrinted={next !== null} onPrinted={() => setPrinted(true)} />
      )}
      {list && <ScanView selection={selection} list={list} listKey={JSON.stringify(selection)} />}
    </BlockStack>
  );
}
