import { useEffect, useRef, useState } from 'react';
import { personNotesApi } from '#contract/people/person-notes';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { useLeaving } from '../../../ui/hooks/use-leaving.ts';

/** Typing rests this long before the note is saved. */
const SAVE_AFTER_MS = 1000;

export type NoteState = 'untouched' | 'saved' | 'typed' | 'saving' | 'failed';

export interface Note {
  text: string;
  state: NoteState;
  /** The server's message, when saving failed. */
  problem: string;
  type(text: string): void;
  save(): void;
}

/** Saves a note while it is typed, and when the field, the page or the tab is left. The last text wins. */
export function usePersonNote(userId: number, first: string): Note {
  const [text, setText] = useState(first);
  const [state, setState] = useState<NoteState>('untouched');
  const [problem, setProblem] = useState('');
  const latest = useRef(first);
  const saved = useRef(first.trim());
  const sending = useRef<string | null>(null);

  async function save(isLeaving = false): Promise<void> {
    const note = latest.current.trim();
    // One after the other, so that an older text never arrives last; what was typed meanwhile follows.
    if (note === saved.current || (sending.current !== null && !isLeaving)) return;
    sending.current = note;
    setState('saving');
    try {
      await call(personNotesApi.set, {
        params: { id: userId },
        body: { note },
        keepalive: isLeaving,
        isQuiet: isLeaving,
      });
      saved.current = note;
      sending.current = null;
      if (latest.current.trim() === note) setState('saved');
      else await save();
    } catch (error) {
      if (!isApiError(error)) throw error;
      setProblem(error.body.message);
      setState('failed');
    } finally {
      if (sending.current === note) sending.current = null;
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each key pressed starts the wait again
  useEffect(() => {
    if (state !== 'typed') return;
    const timer = setTimeout(() => void save(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, state]);

  useLeaving(
    () => void save(true),
    () => void save(true),
  );

  return {
    text,
    state,
    problem,
    type(typed) {
      latest.current = typed;
      setText(typed);
      setState(typed.trim() === saved.current ? 'saved' : 'typed');
    },
    save: () => void save(),
  };
}
