import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, id, timestamp } from '../platform/fields.ts';

/** How many may ask for one thing: each of them is told who got it. */
export const DRAW_ENTRIES_MAX = 1000;
export const DRAW_DAYS_MAX = 30;

/**
 * A draw among those who asked for a thing that is given away. Everybody has a number in the order of asking. The server
 * takes 32 random bytes as the seed (64 hexadecimal digits) when the first person asks, and publishes the SHA-256 of these
 * digits at once; the seed itself is published with the draw. The n-th drawn number is found so: SHA-256 of `<seed>:<n>` as
 * a whole number, modulo the count of numbers that are left, is the place, from 0, among these in ascending order.
 */
export const Draw = z.object({
  board_id: z.number().int(),
  /** `none`: nobody has asked yet, or the ad gives nothing away. */
  state: z.enum(['none', 'open', 'drawn']),
  /** How many ask now, or asked when the draw was made. */
  count: z.number().int(),
  seed_hash: z.string().nullable(),
  /** Null until the draw. */
  seed: z.string().nullable(),
  /** Numbers that took part; empty until the draw. */
  numbers: z.array(z.number().int()),
  /** Drawn numbers in their order: the last one has the thing, the others refused it. */
  drawn: z.array(z.number().int()),
  /** When the draw is made by itself; null: when the owner starts it. */
  at: timestamp.nullable(),
  /** The number of the viewer. */
  mine: z.number().int().nullable(),
  /** For the owner: who has the thing now. */
  winner: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  may_join: bit,
  /** For the owner: the draw may be started now, or continued among those who are left. */
  may_draw: bit,
});
export type Draw = z.infer<typeof Draw>;

const paths = (rest: string): [string, string] => [`/api/boards/draw/${rest}`, `/api/board/draw/${rest}`];
const params = z.object({ id });
const GONE = ['not_found', 'gone'] as const;

export const drawsApi = {
  get: endpoint('GET', paths('{id}'), 'public', {
    summary: 'The draw of an ad that gives something away, with all that is needed to repeat it.',
    params,
    response: Draw,
    errors: [...GONE],
  }),
  join: endpoint('PUT', paths('{id}/entry'), 'user', {
    summary: 'Ask for the thing. Once for each person; repeating changes nothing.',
    params,
    response: Draw,
    errors: [...GONE, 'forbidden', 'blocked', 'ad_not_open', 'draw_over', 'draw_full'],
  }),
  leave: endpoint('DELETE', paths('{id}/entry'), 'user', {
    summary: 'Ask for the thing no more; repeating changes nothing.',
    params,
    response: Draw,
    errors: [...GONE],
  }),
  schedule: endpoint('POST', paths('{id}/time'), 'user', {
    summary: `Set when the draw of an own ad is made by itself, at most ${DRAW_DAYS_MAX} days ahead; null: not by itself.`,
    params,
    body: z.object({ at: z.iso.datetime({ offset: true }).nullable() }),
    response: Draw,
    errors: [...GONE, 'forbidden', 'ad_not_open', 'draw_over', 'draw_empty'],
  }),
  draw: endpoint('POST', paths('{id}'), 'user', {
    summary:
      'Make the draw of an own ad, or the next one among those who are left. While somebody has the thing, nothing changes.',
    params,
    response: Draw,
    errors: [...GONE, 'forbidden', 'ad_not_open', 'draw_empty'],
  }),
};
