import { useRef, useState } from 'preact/hooks';
import type { ActionAnswer } from '../../app/extension-api/extension-answers.ts';
import { askApp } from './ask-app.ts';

/** Why an action did nothing: nothing was to be done, or the app could not be asked. */
export type ActionNote = 'nothing-done' | 'failed';

export interface ActionRunner {
  /** The path of the action that is under way. */
  readonly underWay: string | null;
  /** Of the last action, unless it was done. */
  readonly note: { readonly path: string; readonly note: ActionNote } | null;
  /** Runs one action at a time: a second click meanwhile does nothing. */
  readonly run: (path: string, body?: object) => Promise<void>;
}

/** @param locale of the sentences in the answer */
export function useActions(locale: string, keep: (answer: ActionAnswer) => void): ActionRunner {
  const [underWay, setUnderWay] = useState<string | null>(null);
  const [note, setNote] = useState<ActionRunner['note']>(null);
  const isBusy = useRef(false);
  const run = async (path: string, body: object = {}) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setUnderWay(path);
    setNote(null);
    const answer = await askApp<ActionAnswer>(`${path}?locale=${locale}`, 'delivery', body);
    isBusy.current = false;
    setUnderWay(null);
    if (!answer.ok) return setNote({ path, note: 'failed' });
    if (!answer.body.done) setNote({ path, note: 'nothing-done' });
    keep(answer.body);
  };
  return { underWay, note, run };
}
