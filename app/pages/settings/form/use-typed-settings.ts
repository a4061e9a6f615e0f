import { useState } from 'react';
import { differs, rebase } from '../input/settings-values.ts';
import { useLeaveConfirmation } from './use-leave-confirmation.ts';

interface Saved<Values> {
  readonly version: number;
  readonly values: Values;
}

/**
 * What is typed into a form of settings. It stays until it is saved or discarded, even when the settings change
 * elsewhere. The admin asks before the merchant leaves the page with it.
 *
 * @param savedVersion the version that the form's own last save made; null when it has saved nothing
 */
export function useTypedSettings<View extends Saved<object>>(view: View, savedVersion: number | null) {
  type Values = View['values'];
  const [saved, setSaved] = useState(view);
  const [values, setValues] = useState<Values>(view.values);
  const [submitted, setSubmitted] = useState<Values>(view.values);
  const [isChangedElsewhere, setChangedElsewhere] = useState(false);
  if (saved.version !== view.version) {
    const isOwnSave = savedVersion === view.version;
    setSaved(view);
    setValues(rebase(values, isOwnSave ? submitted : saved.values, view.values));
    setChangedElsewhere(!isOwnSave);
  }
  const isDirty = differs(values, saved.values);
  useLeaveConfirmation(isDirty);
  return {
    saved,
    values,
    /** The values with what the last save contained. */
    submitted,
    setSubmitted,
    isDirty,
    isChangedElsewhere,
    change: (change: Partial<Values>) => setValues((present) => ({ ...present, ...change })),
    discard: () => {
      setValues(saved.values);
      setChangedElsewhere(false);
    },
  };
}
