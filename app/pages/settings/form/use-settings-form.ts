import { useFetcher, useBlocker } from '@remix-run/react';
import type { BannerHandles } from '@shopify/polaris';
import { useEffect, useRef, useState } from 'react';
import { showToast, appBridge } from '../../shell/app-bridge.ts';
import { useTexts } from '../../shell/use-texts.ts';
import { errorTexts, type SettingsResult } from './settings-result.ts';
import { changed, isSameAt, rebase } from './typed-values.ts';

interface Saved<Values> {
  readonly version: number;
  readonly values: Values;
}

/**
 * A form of settings: what is typed by the settings' names, its save, and the result of that. What is typed stays until
 * it is saved or discarded, even when the settings change elsewhere. The admin asks before the merchant leaves the page
 * with it.
 */
export function useSettingsForm<Values extends object>(view: Saved<Values>) {
  const texts = useTexts().settings;
  const { saved: savedText } = texts;
  const { state, data, submit } = useFetcher<SettingsResult>();
  const [saved, setSaved] = useState(view);
  const [values, setValues] = useState(view.values);
  /** The values with what the last save contained. */
  const [submitted, setSubmitted] = useState(view.values);
  const [isChangedElsewhere, setChangedElsewhere] = useState(false);
  if (saved.version !== view.version) {
    const isOwnSave = data?.kind === 'saved' && data.version === view.version;
    setSaved(view);
    setValues(rebase(values, isOwnSave ? submitted : saved.values, view.values));
    setChangedElsewhere(!isOwnSave);
  }
  const isSaving = state !== 'idle';
  const result = isSaving ? undefined : data;
  const banner = useRef<BannerHandles>(null);
  useEffect(() => {
    if (!result) return;
    if (result.kind === 'saved') showToast(savedText);
    const firstError = document.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (firstError) firstError.focus();
    else banner.current?.focus();
  }, [result, savedText]);
  const changes = changed(values, saved.values);
  const isDirty = Object.keys(changes).length > 0;
  useLeaveConfirmation(isDirty);
  const errors = Object.entries(errorTexts(result, texts)).filter(([at]) => isSameAt(at, values, submitted));
  return {
    saved,
    values,
    /** What is typed and not saved yet. */
    changes,
    isDirty,
    isSaving,
    isChangedElsewhere,
    result,
    banner,
    errorAt: (path: string) => errors.find(([at]) => at === path || at.startsWith(`${path}.`))?.[1],
    change: (change: Partial<Values>) => setValues((present) => ({ ...present, ...change })),
    discard: () => {
      setValues(saved.values);
      setChangedElsewhere(false);
    },
    /**
     * @param typed what is saved of the values; what else is typed stays after the save
     * @param part what is posted, where that is not what is typed
     */
    save: (typed: Partial<Values>, part: object = typed) => {
      if (isSaving) return;
      setSubmitted({ ...saved.values, ...typed });
      submit(JSON.stringify({ version: saved.version, part }), { method: 'post', encType: 'application/json' });
    },
  };
}

/** Makes the admin ask for confirmation before the merchant leaves the page with unsaved changes. */
function useLeaveConfirmation(isDirty: boolean): void {
  const blocker = useBlocker(isDirty);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const confirmation = appBridge()?.saveBar.leaveConfirmation() ?? Promise.resolve();
    confirmation.then(
      () => blocker.proceed(),
      () => blocker.reset(),
    );
  }, [blocker]);
}
