import { commentsApi } from '@app/contract/publishing/comments';
import type { FastifyInstance } from 'fastify';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { requireFound } from '../../platform/failure.ts';
import { bind } from '../../platform/http/bind.ts';
import { addComment } from './add-comment.ts';
import { findComment, listEdits } from './comments.queries.ts';
import { deleteComment } from './delete-comment.ts';
import { editComment } from './edit-comment.ts';
import { hideComment } from './hide-comment.ts';
import { listComments } from './list-comments.ts';
import { getSellerRating } from './seller-rating.ts';

export function registerComments(app: FastifyInstance, services: Services): void {
  bind(app, services, commentsApi, {
    list: ({ viewer, params, query }) => listComments(services, viewer, params.id, query),
    add: ({ viewer, body, idempotency }) => addComment(services, viewer, body, idempotency),
    edit: ({ viewer, body }) => editComment(services, viewer, body),
    hide: ({ viewer, body }) => hideComment(services, viewer, { id: body.id, hidden: body.hidden === 1 }),
    remove: ({ viewer, params }) => deleteComment(services, viewer, params.id),
    history: async ({ viewer, query: { comment_id: id } }) => {
      const { db, clock } = services;
      const comment = requireFound(await findComment(db, id));
      const look = { action: 'moderation.read', object: `comment:${id}`, aboutUserId: comment.user_id };
      await recordStaffAction(db, viewer, clock(), look);
      const edits = await listEdits(db, id);
      return {
        edits: edits.map(({ message, rating, replaced_at }) => ({
          message,
          rating,
          timestamp: replaced_at.toISOString(),
        })),
      };
    },
    rating: ({ query }) => getSellerRating(services, query.user_rating),
  });
}
