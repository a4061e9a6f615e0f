import { Button, InlineStack, Text, Banner } from '@shopify/polaris';
import { useTexts } from '../shell/use-texts.ts';
import { PACK_STEPS, packPath, type PackStep, type PrintSelection } from './print-query.ts';

interface StepsProps {
  readonly selection: PrintSelection;
  /** The step that the page shows; null for none. */
  readonly current: PackStep | null;
  /** The step that is the primary action; null for none. */
  readonly next: PackStep | null;
}

/** The way of deliveries from the shelf to the courier. */
export function Steps({ selection, current, next }: StepsProps) {
  const { steps } = useTexts().warehouse;
  return (
    <InlineStack gap="200" align="start" blockAlign="center">
      {PACK_STEPS.map((step, index) =>
        step === current ? (
          <span key={step} aria-current="step">
            <Text as="span" fontWeight="bold">
              {index + 1}. {steps[step]}
            </Text>
          </span>
        ) : (
          <Button key={step} url={packPath(step, selection)} variant={step === next ? 'primary' : 'secondary'}>
            {`${index + 1}. ${steps[step]}`}
          </Button>
        ),
      )}
    </InlineStack>
  );
}

interface NextPartProps {
  readonly selection: PrintSelection;
  readonly step: PackStep;
  /** Where the next part begins; null at the end of the list. */
  readonly after: string | null;
}

/** Leads to what a step leaves of a long list. */
export function NextPart({ selection, step, after }: NextPartProps) {
  const texts = useTexts().warehouse;
  if (after === null || selection.kind !== 'waiting') return null;
  return (
    <Banner tone="info" action={{ content: texts.nextPart, url: packPath(step, { ...selection, after }) }}>
      <p>{texts.more}</p>
    </Banner>
  );
}
