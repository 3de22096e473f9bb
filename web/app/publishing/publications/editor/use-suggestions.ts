import { useEffect, useState } from 'react';
import { publicationsApi } from '#contract/publishing/publications';
import { call } from '../../../platform/call.ts';

const PAUSE_MS = 180;
const SHOWN = 6;

/** The hashtag or mention that is being typed before the caret. */
export interface StartedWord {
  sign: '#' | '@';
  typed: string;
  /** Index of the `#` or `@` sign. */
  from: number;
}

const STARTED_WORD = /(?:^|[^\p{L}\p{N}_@#.])([#@])([\p{L}\p{N}_.-]{1,60})$/u;

export function startedAt(text: string, caret: number): StartedWord | null {
  const [, sign, typed] = STARTED_WORD.exec(text.slice(0, caret)) ?? [];
  if ((sign !== '#' && sign !== '@') || typed === undefined) return null;
  if (sign === '#' && /[.-]/.test(typed)) return null;
  return { sign, typed, from: caret - typed.length - 1 };
}

/** Replaces the started word by the chosen one plus a space; returns the text and the new caret position. */
export function complete(text: string, started: StartedWord, whole: string): { text: string; caret: number } {
  const end = started.from + 1 + started.typed.length;
  const rest = text.slice(end);
  const inserted = `${started.sign}${whole}${/^\s/.test(rest) ? '' : ' '}`;
  const caret = started.from + inserted.length + (/^\s/.test(rest) ? 1 : 0);
  return { text: text.slice(0, started.from) + inserted + rest, caret };
}

export type Suggestion =
  | { kind: 'tag'; key: string; whole: string; count: number }
  | { kind: 'person'; key: string; whole: string; user: { firstname: string; lastname: string; photo: string | null } };

async function load({ sign, typed }: StartedWord, signal: AbortSignal): Promise<Suggestion[]> {
  if (sign === '#') {
    const { list } = await call(publicationsApi.tags, { query: { search: typed }, signal });
    return list.slice(0, SHOWN).map(({ tag, count }) => ({ kind: 'tag', key: tag, whole: tag, count }));
  }
  const { list } = await call(publicationsApi.people, { query: { search: typed }, signal });
  return list
    .slice(0, SHOWN)
    .map(({ login, ...user }) => ({ kind: 'person', key: String(user.id), whole: login, user }));
}

/** Requests suggestions when typing pauses; a failed request gives none. */
export function useSuggestions(started: StartedWord | null): readonly Suggestion[] {
  const [found, setFound] = useState<{ for: string; list: readonly Suggestion[] }>({ for: '', list: [] });
  const asked = started === null ? '' : `${started.sign}${started.typed}`;

  useEffect(() => {
    if (asked === '') return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      const sign = asked.startsWith('#') ? '#' : '@';
      load({ sign, typed: asked.slice(1), from: 0 }, asking.signal).then(
        (list) => setFound({ for: asked, list }),
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [asked]);

  // Suggestions for the shorter word stay visible until the response for the longer one arrives.
  return asked !== '' && found.for !== '' && asked.startsWith(found.for.slice(0, 2)) ? found.list : [];
}
