import { CAPTION_MAX } from '#contract/messaging/calls';

/** Milliseconds between two captions: well below the server's limit, which a busy network would otherwise exceed. */
export const CAPTION_EVERY_MS = 300;
const WAITING_MAX = 10;

interface Caption {
  text: string;
  isFinal: boolean;
}

export interface CaptionPacer {
  push(text: string, isFinal: boolean): void;
  clear(): void;
}

/** The end of what was said, in the length that the server accepts, from the beginning of a word. */
export function fitCaption(words: string): string {
  const text = words.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  if (text.length <= CAPTION_MAX) return text;
  const end = text.slice(-CAPTION_MAX);
  return end.slice(end.indexOf(' ') + 1).trim();
}

/** Sends captions one at a time. A guess is replaced by what comes after it, while final words all go out. */
export function createCaptionPacer(send: (caption: Caption) => void): CaptionPacer {
  let waiting: readonly Caption[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function sendNext(): void {
    const [next, ...rest] = waiting;
    waiting = rest;
    timer = next === undefined ? undefined : setTimeout(sendNext, CAPTION_EVERY_MS);
    if (next !== undefined) send(next);
  }

  return {
    push(words, isFinal) {
      const text = fitCaption(words);
      if (text === '') return;
      const before = waiting.at(-1)?.isFinal === false ? waiting.slice(0, -1) : waiting;
      waiting = [...before, { text, isFinal }].slice(-WAITING_MAX);
      if (timer === undefined) sendNext();
    },
    clear() {
      waiting = [];
    },
  };
}
