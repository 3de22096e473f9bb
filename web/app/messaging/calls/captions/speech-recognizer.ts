import type { Lang } from '@app/contract/platform/languages';
import { createSpeech, findDeviceSpeech } from './device-speech.ts';

interface RecognizerOptions {
  lang: Lang;
  track: MediaStreamTrack;
  /** Words until `isFinal` are a guess, which the next words replace. */
  onWords(text: string, isFinal: boolean): void;
  /** Speech cannot be recognized; nothing is tried any more. */
  onFailed(): void;
}

export interface SpeechRecognizer {
  close(): void;
}

/** Errors that a new session would only repeat. */
const FATAL: ReadonlySet<string> = new Set(['not-allowed', 'service-not-allowed', 'language-not-supported']);
/** Milliseconds before the next session; doubled with every session that failed, up to the longest pause. */
const PAUSE_MS = 250;
const FAILURES_MAX = 5;

/** Recognizes the speech of a track until it is closed. Browsers end a session after silence: a new one follows. */
export function startRecognizer({ lang, track, onWords, onFailed }: RecognizerOptions): SpeechRecognizer {
  const speech = findDeviceSpeech();
  let failures = 0;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let abort = (): void => undefined;

  function fail(): undefined {
    close();
    onFailed();
  }

  function close(): void {
    isClosed = true;
    clearTimeout(timer);
    abort();
  }

  function listen(): undefined {
    if (speech === null) return fail();
    const session = createSpeech(speech, lang);
    let isOver = false;
    const end = (error?: string): undefined => {
      if (isOver || isClosed) return;
      isOver = true;
      if (error !== undefined && error !== 'no-speech' && error !== 'aborted') failures += 1;
      if (failures >= FAILURES_MAX || (error !== undefined && FATAL.has(error))) return fail();
      timer = setTimeout(listen, PAUSE_MS * 2 ** failures);
    };
    session.onresult = ({ resultIndex, results }) => {
      if (isClosed) return;
      failures = 0;
      let guess = '';
      for (const result of [...results].slice(resultIndex)) {
        const { transcript = '' } = result[0] ?? {};
        if (result.isFinal) onWords(transcript, true);
        else guess += transcript;
      }
      if (guess !== '') onWords(guess, false);
    };
    // A session that was refused reports an error, and not every browser its end.
    session.onerror = ({ error }) => end(error);
    session.onend = () => end();
    abort = () => {
      session.onresult = session.onerror = session.onend = null;
      session.abort();
    };
    try {
      session.start(track);
    } catch {
      end('audio-capture');
    }
  }

  listen();
  return { close };
}
