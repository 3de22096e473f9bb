import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { id, requiredLine, timestamp, wholeNumber } from '../platform/fields.ts';

export const MUTED_WORDS_MAX = 200;
export const MUTED_WORD_MAX = 60;
/** Durations for muting a word, seconds; 0: until unmuted. */
export const MUTED_WORD_DURATIONS = [86_400, 7 * 86_400, 30 * 86_400, 0] as const;
export const MUTED_WORD_PLACES = ['feed', 'comments', 'ads'] as const;

export const MutedWord = z.object({
  id: z.number().int(),
  word: z.string(),
  places: z.array(z.enum(MUTED_WORD_PLACES)),
  until: timestamp.nullable(),
});
export type MutedWord = z.infer<typeof MutedWord>;

/** Words that a user mutes: content with one in any word form is collapsed (`muted_by`). `users/mute` mutes people. */
export const mutedWordsApi = {
  list: endpoint('GET', ['/api/users/words', '/api/user/words'], 'user', {
    summary: 'The viewer’s muted words.',
    response: z.object({ list: z.array(MutedWord) }),
  }),
  add: endpoint('PUT', ['/api/users/words', '/api/user/words'], 'user', {
    summary: 'Mute a word or a phrase, everywhere unless `places` is given; an already muted one is changed.',
    body: z.object({
      word: requiredLine(MUTED_WORD_MAX),
      places: z.array(z.enum(MUTED_WORD_PLACES)).min(1).optional(),
      seconds: wholeNumber(0, 366 * 86_400).optional(),
    }),
    response: MutedWord,
    errors: ['words_full'],
  }),
  remove: endpoint('DELETE', ['/api/users/words/{id}', '/api/user/words/{id}'], 'user', {
    summary: 'Unmute a word.',
    params: z.object({ id }),
    response: z.object({ success: z.literal(true) }),
    errors: ['not_found'],
  }),
};
