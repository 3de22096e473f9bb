import { z } from 'zod';
import { bit, flag, idList, timestamp, wholeNumber } from '../platform/fields.ts';

export const LISTENING_TRACKS_MAX = 200;
const POSITION_MAX_MS = 24 * 3_600_000;

/**
 * What the participants of a call listen to together. The tracks follow each other without pauses; at `changed_at` of the
 * server's clock (see the socket's `clock`) the track `index` was at `position_ms`, and runs from there while `playing`.
 * Tracks are named by id only: each participant asks for them, and does not hear those that are not theirs to see.
 */
export const CallListening = z.object({
  /** Grows with every change in the call; the last change wins. */
  revision: z.number().int(),
  /** Who made the last change. */
  by: z.number().int(),
  tracks: z.array(z.object({ id: z.number().int(), duration_ms: z.number().int() })),
  index: z.number().int(),
  position_ms: z.number().int(),
  playing: bit,
  changed_at: timestamp,
});
export type CallListening = z.infer<typeof CallListening>;

export const LISTENING_EVENTS = ['started', 'changed', 'stopped'] as const;
export type ListeningEvent = (typeof LISTENING_EVENTS)[number];

const index = wholeNumber(0, LISTENING_TRACKS_MAX - 1);

/** `start`: with tracks that the sender sees, in place of what was listened to; `set`: another place, or a pause. */
export const listenMessage = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('start'),
    track_ids: idList(LISTENING_TRACKS_MAX).refine((ids) => ids.length > 0),
    index: index.default(0),
  }),
  z.object({ is: z.literal('set'), index, position_ms: wholeNumber(0, POSITION_MAX_MS), playing: flag }),
  z.object({ is: z.literal('stop') }),
]);
export type ListenMessage = z.input<typeof listenMessage>;
