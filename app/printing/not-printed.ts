import { textsIn } from '../texts/choose-texts.ts';
import type { Locale } from '../texts/locale.ts';
import { markup, type Markup } from './html.ts';
import { NOT_PRINTED_REASONS, type NotPrinted } from './printed-delivery.ts';

/** The end of a document: which deliveries it lacks, and which have labels that are no longer good. Null without any. */
export function notPrintedPart(left: readonly NotPrinted[], locale: Locale): Markup | null {
  if (left.length === 0) return null;
  const texts = textsIn(locale).print;
  const isMissing = left.some(({ reason }) => reason !== 'old-labels');
  const groups = NOT_PRINTED_REASONS.map((reason) => ({
    reason,
    names: left.filter((each) => each.reason === reason).map(({ name }) => name),
  })).filter(({ names }) => names.length > 0);
  return markup`<section class="sheet">
    <div class="left">
      <h2>${isMissing ? texts.notPrinted : texts.remarks}</h2>
      ${groups.map(({ reason, names }) => markup`<p>${texts.reasons[reason]} <b dir="auto">${names.join(', ')}</b></p>`)}
    </div>
  </section>`;
}
