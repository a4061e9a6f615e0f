import { useRef, useState } from 'preact/hooks';
import type { Asked } from '../../app/web/extension-view/extension-answers.ts';
import { askApp } from './ask-app.ts';

/** What became of a wish: nothing was to be done, or the app could not be asked. */
export type WishNote = 'nothing-done' | 'failed';

export interface Wishes {
  /** The path that is being asked now. */
  readonly underWay: string | null;
  /** Of the last wish, unless it was taken. */
  readonly note: { readonly path: string; readonly note: WishNote } | null;
  /** Asks the app to do something, one thing at a time: a second click meanwhile asks nothing. */
  readonly wish: (path: string, body?: object) => Promise<void>;
}

/** @param locale of the sentences in the answer */
export function useWishes(locale: string, keep: (asked: Asked) => void): Wishes {
  const [underWay, setUnderWay] = useState<string | null>(null);
  const [note, setNote] = useState<Wishes['note']>(null);
  const isBusy = useRef(false);
  const wish = async (path: string, body: object = {}) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setUnderWay(path);
    setNote(null);
    const answer = await askApp<Asked>(`${path}?locale=${locale}`, 'delivery', body);
    isBusy.current = false;
    setUnderWay(null);
    if (!answer.ok) return setNote({ path, note: 'failed' });
    if (!answer.body.taken) setNote({ path, note: 'nothing-done' });
    keep(answer.body);
  };
  return { underWay, note, wish };
}
