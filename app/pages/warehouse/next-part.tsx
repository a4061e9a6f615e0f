import { Banner } from '@shopify/polaris';
import { useTexts } from '../shell/use-texts.ts';
import { packPath, type PackStep, type PrintSelection } from './print-query.ts';

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
