import { useFetcher } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { withinSentence } from '../../../texts/within-sentence.ts';
import type { SettingsResult } from '../../settings/input/settings-result.ts';
import { differs, rebase, withCard, type SettingsValues } from '../../settings/input/settings-values.ts';
import type { SettingsView } from '../../settings/settings-view.ts';
import { useLeaveConfirmation } from '../../settings/form/use-leave-confirmation.ts';
import { showToast } from '../../shell/app-bridge.ts';
import { useNotice } from '../../shell/banners/notice.tsx';
import { useTexts } from '../../shell/use-texts.ts';

/**
 * What is typed in the steps, and its saving. What is typed stays when another step is opened, and when the settings
 * change elsewhere. The admin asks before the merchant leaves the page with it.
 */
export function useSetUpTyping(view: SettingsView) {
  const saving = useStepSaving();
  const [base, setBase] = useState(view);
  const [values, setValues] = useState(view.values);
  const [submitted, setSubmitted] = useState<{ readonly part: Intent; readonly values: SettingsValues } | null>(null);
  if (base.version !== view.version) {
    const own = saving.savedVersion === view.version ? submitted : null;
    const before = own && own.part !== 'handOver' ? withCard(base.values, own.values, own.part) : base.values;
    setBase(view);
    setValues(rebase(values, before, view.values));
  }
  useLeaveConfirmation(differs(values, base.values));
  return {
    saved: base,
    values,
    submitted: submitted?.values ?? base.values,
    isSaving: saving.isSaving,
    resultOf: (part: Intent) => (submitted?.part === part ? saving.result : undefined),
    change: (change: Partial<SettingsValues>) => setValues((present) => ({ ...present, ...change })),
    discard: (part: StepPart) => setValues((present) => withCard(present, base.values, part)),
    save: (part: Intent, given: SettingsValues) => {
      setSubmitted({ part, values: given });
      saving.submit({ intent: `save-${part}`, version: String(base.version), ...given });
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
