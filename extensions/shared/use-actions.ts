import { useRef, useState } from 'preact/hooks';
import type { ActionAnswer } from '../../app/extension-api/extension-answers.ts';
import { askApp } from './ask-app.ts';

/** Why an action did nothing: there was nothing to do, or the operator or the app could not be reached. */
export type ActionNote = 'nothing-done' | 'not-read' | 'failed';

export interface ActionRunner {
  /** The path of the action that is under way. */
  readonly underWay: string | null;
  /** The problem of the last action; null when it was done. */
  readonly note: { readonly path: string; readonly note: ActionNote } | null;
  /** Runs one action at a time: a second click is ignored until the first action has ended. */
  readonly run: (path: string, body?: object) => Promise<void>;
}

/** @param locale the language of the sentences in the answer */
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
    if (!answer.body.done) setNote({ path, note: answer.body.notRead ? 'not-read' : 'nothing-done' });
    keep(answer.body);
  };
  return { underWay, note, run };
}
