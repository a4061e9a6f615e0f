import type { Explanation } from '../../../app/extension-api/extension-answers.ts';
import { RemedyLinks } from './remedy-links.tsx';

/** What the problem is, and what to do about it. */
export function Explanations({
  explanations,
  tone = 'auto',
}: {
  readonly explanations: readonly Explanation[];
  readonly tone?: 'auto' | 'critical';
}) {
  return (
    <>
      {explanations.map(({ sentence, nextStep, remedies }) => (
        <s-stack key={sentence} gap="none">
          <s-text tone={tone}>{sentence}</s-text>
          <s-text color="subdued">{nextStep}</s-text>
          <RemedyLinks remedies={remedies} />
        </s-stack>
      ))}
    </>
  );
}
