import { defineJob } from '../queue/job.ts';
import type { Texts } from '../texts.ts';
import { Letter, type LetterContent } from './letter.ts';
import { renderLetter } from './render-letter.ts';

/** Whatever brings a finished letter to its recipient. */
export interface LetterCarrier {
  deliver(letter: Letter, content: LetterContent): Promise<void>;
}

export const sendLetter = defineJob({
  name: 'send-letter',
  payload: Letter,
  run: ({ mail, texts }: { mail: LetterCarrier; texts: Texts }, letter) =>
    mail.deliver(letter, renderLetter(texts, letter)),
});
