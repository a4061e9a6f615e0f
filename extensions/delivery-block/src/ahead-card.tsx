import { useState } from 'preact/hooks';
import { askApp, numberOf } from '../../shared/ask-app.ts';
import { Explanations } from '../../shared/delivery-card/explanations.tsx';
import { noteOf, NOTES } from '../../shared/use-actions.ts';
import type { AheadPart, HoldReleased } from '../../../app/extension-api/extension-answers.ts';
import type { BlockWords } from './words.ts';

interface AheadCardProps {
  /** gid */
  readonly orderId: string;
  readonly part: AheadPart;
  readonly words: BlockWords;
}

/** A part of the order that is not fulfilled yet: that it is ready, or the problem with its remedy. */
export function AheadCard({ orderId, part: { plan, location, isHeld }, words }: AheadCardProps) {
  switch (plan.kind) {
    case 'hand-over': {
      const { service } = plan.promise;
      return (
        <s-text>
          {location === null ? words.t('ahead.ready', { service }) : words.t('ahead.readyFrom', { service, location })}
        </s-text>
      );
    }
    case 'problem':
      return (
        <s-stack gap="small-300" alignItems="start">
          <s-badge tone="critical">{words.t('ahead.wouldNotGoOut')}</s-badge>
          <Explanations explanations={plan.problems} tone="critical" />
          {isHeld && <Held orderId={orderId} words={words} />}
        </s-stack>
      );
    case 'skip':
      return <Explanations explanations={[plan.reason]} />;
    case 'not-checked':
      return <s-text color="subdued">{words.t('notChecked')}</s-text>;
  }
}

function Held({ orderId, words }: Omit<AheadCardProps, 'part'>) {
  const [state, setState] = useState<'held' | 'releasing' | 'released' | 'too-often' | 'failed'>('held');
  const release = async () => {
    setState('releasing');
    const path = `/api/orders/${numberOf(orderId)}/release-hold?locale=${words.locale}`;
    const answer = await askApp<HoldReleased>(path, 'done', {});
    setState(answer.ok ? 'released' : noteOf(answer.failure));
  };
  if (state === 'released') return <s-text>{words.t('ahead.released')}</s-text>;
  return (
    <s-stack gap="small-300" alignItems="start">
      <s-text color="subdued">{words.t('ahead.held')}</s-text>
      <s-button loading={state === 'releasing'} onClick={() => void release()}>
        {words.t('ahead.release')}
      </s-button>
      {(state === 'too-often' || state === 'failed') && (
        <s-text tone={NOTES[state].tone}>{words.t(NOTES[state].text)}</s-text>
      )}
    </s-stack>
  );
}
