import { useRef, useState } from 'preact/hooks';
import type { ActionAnswer } from '../../app/extension-api/extension-answers.ts';
import { askApp, type Failure } from './ask-app.ts';

/**
 * Why an action did nothing: there was nothing to do, the operator or the app could not be reached, or the shop has acted
 * too often in this minute.
 */
export type ActionNote = 'nothing-done' | 'not-read' | 'too-often' | 'failed';

/** How each is shown, with the name of its text. */
export const NOTES = {
  'nothing-done': { text: 'nothingDone', tone: 'auto' },
  'not-read': { text: 'notRead', tone: 'warning' },
  'too-often': { text: 'tooOften', tone: 'warning' },
  failed: { text: 'failed', tone: 'critical' },
} as const satisfies Record<ActionNote, { text: string; tone: 'auto' | 'warning' | 'critical' }>;

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
    if (!answer.ok) return setNote({ path, note: noteOf(answer.failure) });
    if (!answer.body.done) setNote({ path, note: answer.body.notRead ? 'not-read' : 'nothing-done' });
    keep(answer.body);
  };
  return { underWay, note, run };
}

export function noteOf(failure: Failure): 'too-often' | 'failed' {
  return failure === 'too-often' ? 'too-often' : 'failed';
}
