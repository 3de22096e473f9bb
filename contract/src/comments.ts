import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { bit, flag, id, moment, optionalId, requiredText, whole } from './fields.ts';
import { pagePaging, total } from './paging.ts';

export const COMMENT_MAX = 2000;
export const COMMENTS_PAGE_SIZE = 20;
export const COMMENTS_PAGE_MAX = 100;
/** Replies that come along with a comment; the rest is asked for by `reply_to`. */
export const REPLIES_SHOWN = 20;
export const RATING_MAX = 5;

const author = z.object({
  id: z.number().int(),
  firstname: z.string(),
  lastname: z.string(),
  photo: z.string().nullable(),
});

const comment = {
  id: z.number().int(),
  board_id: z.number().int(),
  user: author,
  message: z.string(),
  /** 1 to 5; 0 = no vote. */
  rating: z.number().int(),
  timestamp: moment,
  /** 1 when its author changed it. */
  edited: bit,
  /** 1 when the ad's owner hid it: only its author, the ad's owner and staff still see it. */
  hidden: bit,
  /** Whether the viewer wrote it. */
  own: bit,
  reply_to: z.number().int().nullable(),
};
export const AdReply = z.object(comment);
export type AdReply = z.infer<typeof AdReply>;
export const AdComment = z.object({ ...comment, replies: z.array(AdReply), replies_total: z.number().int() });
export type AdComment = z.infer<typeof AdComment>;

const rating = whole(0, RATING_MAX);

export const commentsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/comments/{board_id}',
    aliases: ['/api/comment/{board_id}'],
    access: 'user',
    summary:
      'Comments of an ad, newest first, replies under theirs; `reply_to` lists the replies of one, oldest first.',
    params: z.object({ board_id: id }),
    query: z.object({ reply_to: optionalId, ...pagePaging(COMMENTS_PAGE_SIZE, COMMENTS_PAGE_MAX) }),
    response: z.object({
      comments: z.array(AdComment),
      total,
      /** Whether the viewer may comment here, and may still vote. */
      may_comment: bit,
      may_rate: bit,
    }),
    errors: ['not_found', 'gone'],
  }),
  add: endpoint({
    method: 'PUT',
    path: '/api/comments',
    aliases: ['/api/comment'],
    access: 'user',
    summary: 'Comment an ad; a rating counts once per author and ad, never for its owner. `ownerid` is not believed.',
    body: z.object({
      board_id: id,
      message: requiredText(COMMENT_MAX),
      rating: rating.optional(),
      reply_to: optionalId,
      ownerid: z.unknown().optional(),
    }),
    response: AdComment,
    errors: ['not_found', 'gone', 'comments_closed', 'already_rated', 'own_rating'],
    limit: { max: 120, seconds: 3600 },
  }),
  edit: endpoint({
    method: 'POST',
    path: '/api/comments',
    aliases: ['/api/comment'],
    access: 'user',
    summary: 'Change an own comment.',
    body: z.object({ id: optionalId, message: requiredText(COMMENT_MAX), rating: rating.optional() }),
    response: AdComment,
    errors: ['id_required', 'forbidden', 'not_found', 'already_rated', 'own_rating'],
  }),
  hide: endpoint({
    method: 'POST',
    path: '/api/comments/hide',
    aliases: ['/api/comment/hide'],
    access: 'user',
    summary: 'Hide a comment under an own ad, or show it again; its vote stays.',
    body: z.object({ id, hidden: flag }),
    response: AdComment,
    errors: ['forbidden', 'not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/comments/{id}',
    aliases: ['/api/comment/{id}'],
    access: 'user',
    summary: 'Delete an own comment (staff: anyone’s) with its vote.',
    params: z.object({ id }),
    response: z.object({ id: z.number().int() }),
    errors: ['forbidden', 'not_found'],
  }),
  rating: endpoint({
    method: 'GET',
    path: '/api/comments/rating',
    aliases: ['/api/comment/rating'],
    access: 'public',
    summary: 'How a person is rated as a seller.',
    query: z.object({ user_rating: id }),
    response: z.object({
      /** Plain mean with two decimals; null without votes. */
      rating: z.number().nullable(),
      count: z.number().int(),
      /** Bayesian mean, for sorting. */
      sort_rating: z.number(),
      /** Votes of the last twelve months. */
      recent_count: z.number().int(),
    }),
    errors: ['not_found'],
  }),
};
