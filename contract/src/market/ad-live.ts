import { z } from 'zod';
import { id } from '../platform/fields.ts';
import { socket } from '../platform/socket.ts';

/** Comments changed, and the page has to reload them. */
export const CommentEvent = z.object({
  type: z.literal('comment'),
  action: z.enum(['added', 'changed', 'removed', 'hidden', 'shown']),
  id: z.number().int(),
  reply_to: z.number().int().nullable(),
  count: z.number().int(),
});
export type CommentEvent = z.infer<typeof CommentEvent>;

export const adSocket = socket({
  path: '/ws/ads/{board_id}/',
  summary: 'Events of an ad, live, for signed-in users who may see it.',
  params: z.object({ board_id: id }),
  events: CommentEvent,
});
