import type { Lang } from '@app/contract/platform/languages';
import type { SpeechRecognizer } from './speech-recognizer.ts';

interface RecognitionEvents {
  onWords(text: string, isFinal: boolean): void;
  onFailed(): void;
}

export interface Recognition {
  start(lang: Lang): void;
  stop(): void;
  /** The microphone of the call; recognition that runs goes on with another one. */
  setSound(sound: MediaStream | null): void;
}

/** Recognizes the viewer's microphone. Its code is loaded by the first start. */
export function createRecognition({ onWords, onFailed }: RecognitionEvents): Recognition {
  let sound: MediaStream | null = null;
  let lang: Lang | null = null;
  let recognizer: SpeechRecognizer | null = null;
  /** Counts starts and stops; code that comes after a later one has no effect. */
  let attempt = 0;

  function close(): number {
    recognizer?.close();
    recognizer = null;
    attempt += 1;
    return attempt;
  }

  async function open(spoken: Lang): Promise<void> {
    const mine = close();
    const fail = (): void => {
      if (mine === attempt) onFailed();
    };
    try {
      const { startRecognizer } = await import('./speech-recognizer.ts');
      if (mine !== attempt) return;
      const [track] = sound?.getAudioTracks() ?? [];
      if (track === undefined) fail();
      else recognizer = startRecognizer({ lang: spoken, track, onWords, onFailed: fail });
    } catch {
      fail();
    }
  }

  return {
    start(next) {
      lang = next;
      void open(next);
    },
    stop() {
      lang = null;
      close();
    },
    setSound(next) {
      if (next === sound) return;
      sound = next;
      if (lang !== null && next !== null) void open(lang);
    },
  };
}
