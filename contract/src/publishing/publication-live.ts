import { z } from 'zod';
import { id } from '../platform/fields.ts';
import { socket } from '../platform/socket.ts';
import type { CommentEvent } from './comments.ts';

export const publicationSocket = socket({
  path: '/ws/publications/{publish_id}/',
  summary: 'Events under a publication, live, for signed-in users who may see it.',
  params: z.object({ publish_id: id }),
});

/** Events are hints: clients reload the comments themselves. */
export type PublicationEvent =
  | CommentEvent
  /** One came or went that this reader does not see: how many there are now. */
  | { type: 'comments'; count: number }
  /** How many like the publication now. */
  | { type: 'likes'; count: number }
  /** How many like a comment, or a reply to `reply_to`, now. */
  | { type: 'comment_likes'; id: number; reply_to: number | null; count: number };
