import type { FetcherWithComponents } from '@remix-run/react';
import type { BannerHandles } from '@shopify/polaris';
import { useEffect, useRef } from 'react';
import { showToast } from '../../shell/app-bridge.ts';
import { useTexts } from '../../shell/use-texts.ts';
import { useTypedSettings } from './use-typed-settings.ts';

type Result = { readonly kind: 'saved'; readonly version: number } | { readonly kind: string };

/** A page with a form of settings: what is typed, its save, and the result of that. */
export function useSettingsForm<Shown extends Result, View extends Parameters<typeof useTypedSettings>[0]>(
  view: View,
  saving: FetcherWithComponents<Shown>,
) {
  const { saved: savedText } = useTexts().settings;
  const isSaving = saving.state !== 'idle';
  const { data } = saving;
  const typed = useTypedSettings(view, data && 'version' in data ? data.version : null);
  const result = isSaving ? undefined : data;
  const banner = useRef<BannerHandles>(null);
  useEffect(() => {
    if (!result) return;
    if (result.kind === 'saved') showToast(savedText);
    const firstError = document.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (firstError) firstError.focus();
    else banner.current?.focus();
  }, [result, savedText]);
  return {
    ...typed,
    isSaving,
    result,
    banner,
    /** @param submitted the values with what the body contains; what else is typed stays after the save */
    submit: (
      submitted: View['values'],
      body: string | Readonly<Record<string, string>>,
      encType?: 'application/json',
    ): void => {
      if (isSaving) return;
      typed.setSubmitted(submitted);
      saving.submit(body, { method: 'post', ...(encType && { encType }) });
    },
  };
}
