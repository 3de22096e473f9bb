import { z } from 'zod';
import { CommentEvent } from '../market/ad-live.ts';
import { id } from '../platform/fields.ts';
import { socket } from '../platform/socket.ts';

/** Events are hints: clients reload the comments themselves. */
export const PublicationEvent = z.discriminatedUnion('type', [
  CommentEvent,
  /** One came or went that this reader does not see: how many there are now. */
  z.object({ type: z.literal('comments'), count: z.number().int() }),
  /** How many like the publication now. */
  z.object({ type: z.literal('likes'), count: z.number().int() }),
  /** How many like a comment, or a reply to `reply_to`, now. */
  z.object({
    type: z.literal('comment_likes'),
    id: z.number().int(),
    reply_to: z.number().int().nullable(),
    count: z.number().int(),
  }),
]);
export type PublicationEvent = z.infer<typeof PublicationEvent>;

export const publicationSocket = socket({
  path: '/ws/publications/{publish_id}/',
  summary: 'Events under a publication, live, for signed-in users who may see it.',
  params: z.object({ publish_id: id }),
  events: PublicationEvent,
});
