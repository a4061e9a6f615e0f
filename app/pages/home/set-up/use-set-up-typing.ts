import { useFetcher } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { withinSentence } from '../../../texts/within-sentence.ts';
import type { SettingsResult } from '../../settings/input/settings-result.ts';
import { withCard, type SettingsValues } from '../../settings/input/settings-values.ts';
import type { SettingsView } from '../../settings/settings-view.ts';
import { useTypedSettings } from '../../settings/form/use-typed-settings.ts';
import { showToast } from '../../shell/app-bridge.ts';
import { useNotice } from '../../shell/banners/notice.tsx';
import { useTexts } from '../../shell/use-texts.ts';

/** What is typed in the steps, and its saving. What is typed stays when another step is opened. */
export function useSetUpTyping(view: SettingsView) {
  const saving = useStepSaving();
  const { saved, values, change, ...typed } = useTypedSettings(view, saving.savedVersion);
  const [part, setPart] = useState<Intent | null>(null);
  return {
    saved,
    values,
    submitted: typed.submitted,
    isSaving: saving.isSaving,
    resultOf: (asked: Intent) => (part === asked ? saving.result : undefined),
    change,
    discard: (step: StepPart) => change(withCard(values, saved.values, step)),
    save(step: Intent, given: SettingsValues) {
      setPart(step);
      typed.setSubmitted(step === 'handOver' ? saved.values : withCard(saved.values, given, step));
      saving.submit({ intent: `save-${step}`, version: String(saved.version), ...given });
    },
  };
}

export type StepPart = 'account' | 'pickup' | 'service';
type Intent = StepPart | 'handOver';
export type SetUpTyping = ReturnType<typeof useSetUpTyping>;

/** Saves one step at a time. A warning about a saved token is a notice, because its step closes. */
function useStepSaving() {
  const texts = useTexts().settings;
  const { tell } = useNotice();
  const fetcher = useFetcher<SettingsResult>();
  const isSaving = fetcher.state !== 'idle';
  const { data } = fetcher;
  useEffect(() => {
    if (isSaving || data?.kind !== 'saved') return;
    showToast(texts.saved);
    if (data.token?.kind !== 'not-checked') return;
    const { title, text } = texts.savedUnchecked;
    tell({ tone: 'warning', title, lines: [text({ message: withinSentence(data.token.message) })] });
  }, [isSaving, data, texts, tell]);
  return {
    isSaving,
    result: isSaving || data?.kind === 'saved' ? undefined : data,
    savedVersion: data?.kind === 'saved' ? data.version : null,
    submit: (values: Readonly<Record<string, string>>) => {
      if (!isSaving) fetcher.submit(values, { method: 'post' });
    },
  };
}
