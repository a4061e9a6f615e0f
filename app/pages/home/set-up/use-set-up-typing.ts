import { useEffect, useState } from 'react';
import { withinSentence } from '../../../texts/within-sentence.ts';
import { pick } from '../../settings/form/typed-values.ts';
import { useSettingsForm } from '../../settings/form/use-settings-form.ts';
import type { SettingsValues, SettingsView } from '../../settings/settings-view.ts';
import { useNotice } from '../../shell/banners/notice.tsx';
import { useTexts } from '../../shell/use-texts.ts';

/** The settings of each step that is filled in. */
export const STEP_SETTINGS = {
  token: ['account'],
  pickup: ['pickup.default'],
  service: ['service.default', 'service.methods'],
} as const satisfies Readonly<Record<string, readonly (keyof SettingsValues)[]>>;
export type FilledStep = keyof typeof STEP_SETTINGS;
type SavedStep = FilledStep | 'switch';

export type SetUpTyping = ReturnType<typeof useSetUpTyping>;

/**
 * What is typed in the steps, and its saving, one step at a time. What is typed stays when another step is opened. A
 * warning about a saved token is a notice, because its step closes.
 */
export function useSetUpTyping(view: SettingsView) {
  const texts = useTexts().settings;
  const { tell } = useNotice();
  const { result, save, ...form } = useSettingsForm(view);
  const [last, setLast] = useState<SavedStep | null>(null);
  const unchecked = result?.kind === 'saved' && result.token?.kind === 'not-checked' ? result.token : null;
  useEffect(() => {
    if (!unchecked) return;
    const { title, text } = texts.savedUnchecked;
    tell({ tone: 'warning', title, lines: [text({ message: withinSentence(unchecked.message) })] });
  }, [unchecked, texts, tell]);
  return {
    ...form,
    resultOf: (step: SavedStep) => (last === step && result?.kind !== 'saved' ? result : undefined),
    discardStep: (step: FilledStep) => form.change(pick(form.saved.values, STEP_SETTINGS[step])),
    saveStep: (step: FilledStep) => {
      setLast(step);
      save(pick(form.values, STEP_SETTINGS[step]));
    },
    switchOn: () => {
      setLast('switch');
      save({}, { handOverOn: true });
    },
  };
}
