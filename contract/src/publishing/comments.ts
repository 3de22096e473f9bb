import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, id, optionalId, requiredText, timestamp, wholeNumber } from '../platform/fields.ts';
import { pagePaging, total } from '../platform/paging.ts';

export const COMMENT_MAX = 2000;
export const COMMENTS_PAGE_SIZE = 20;
export const COMMENTS_PAGE_MAX = 100;
/** Replies included with a comment; `reply_to` loads the rest. */
export const REPLIES_SHOWN = 20;
export const RATING_MAX = 5;
/**
 * Bayesian prior of the sort rating, so that one vote of five does not outrank fifty of 4.9. The numbers are fixed, so
 * a seller's rank depends on their own votes only.
 */
export const RATING_PRIOR = { mean: 4, votes: 5 } as const;

/** Author of a comment. A deleted or suspended author is returned as «Пользователь удалён» with id 0 and no photo. */
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
  rating: z.number().int(),
  timestamp: timestamp,
  edited: bit,
  /** 1: hidden by the ad's owner; only the author, the owner and staff still see the comment. */
  hidden: bit,
  own: bit,
  /** 1: deleted by its author after others had replied; an empty comment keeps the replies together. */
  deleted: bit,
  /** Parent comment; a reply to a reply gets the same parent. */
  reply_to: z.number().int().nullable(),
  /** In lists: the viewer's muted word that the comment contains. */
  muted_by: z.string().optional(),
  /** The viewer's own comment that staff hid, with their reason; absent otherwise. */
  withheld: z.object({ reason: z.string() }).optional(),
};
export const AdReply = z.object(comment);
export type AdReply = z.infer<typeof AdReply>;
export const AdComment = z.object({ ...comment, replies: z.array(AdReply), replies_total: z.number().int() });
export type AdComment = z.infer<typeof AdComment>;

/** Forms send '' for an unset rating. */
const rating = z.union([
  z.enum(['']).transform(() => undefined),
  z.null().transform(() => undefined),
  wholeNumber(0, RATING_MAX),
]);

export const commentsApi = {
  list: endpoint('GET', ['/api/comments/{id}', '/api/comment/{id}'], 'user', {
    summary:
      'Comments of the ad `id`, newest first, replies under theirs; `reply_to` lists the replies of one, oldest first; `comment_id` answers the one comment that it is, or is a reply to.',
    standby: true,
    params: z.object({ id }),
    query: z.object({
      reply_to: optionalId,
      comment_id: optionalId,
      after_id: optionalId,
      ...pagePaging(COMMENTS_PAGE_SIZE, COMMENTS_PAGE_MAX),
    }),
    response: z.object({
      comments: z.array(AdComment),
      total,
      /** Public comments including replies: the number shown on the ad. */
      count: z.number().int(),
      /** Whether the viewer may comment, reply, and still vote here. */
      may_comment: bit,
      may_reply: bit,
      may_rate: bit,
      /**
       * Why the viewer may not comment: `circle` (friends of the owner only), `nobody` (closed by the owner) or `over`
       * (the ad has ended); '' if allowed.
       */
      closed: z.enum(['', 'circle', 'nobody', 'over']),
      /** `may_hide`: the ad's owner and staff; `may_delete`: staff, for other people's comments. */
      may_hide: bit,
      may_remove: bit,
    }),
    errors: ['not_found', 'gone'],
  }),
  add: endpoint('PUT', ['/api/comments', '/api/comment'], 'user', {
    summary: 'Comment an ad; a rating counts once per author and ad, never for its owner. `ownerid` is ignored.',
    body: z.object({
      board_id: id,
      message: requiredText(COMMENT_MAX),
      rating: rating.optional(),
      reply_to: optionalId,
      ownerid: z.unknown().optional(),
    }),
    response: AdComment,
    errors: ['not_found', 'gone', 'comments_closed', 'blocked', 'already_rated', 'own_rating'],
    limit: { max: 120, seconds: 3600 },
  }),
  edit: endpoint('POST', ['/api/comments', '/api/comment'], 'user', {
    summary: 'Change an own comment.',
    body: z.object({ id: optionalId, message: requiredText(COMMENT_MAX), rating: rating.optional() }),
    response: AdComment,
    errors: [
      'id_required',
      'forbidden',
      'not_found',
      'gone',
      'comments_closed',
      'blocked',
      'already_rated',
      'own_rating',
    ],
  }),
  hide: endpoint('POST', ['/api/comments/hide', '/api/comment/hide'], 'user', {
    summary: 'Hide a comment under an own ad, or show it again; its vote stays.',
    body: z.object({ id, hidden: flag }),
    response: AdComment,
    errors: ['forbidden', 'not_found'],
  }),
  remove: endpoint('DELETE', ['/api/comments/{id}', '/api/comment/{id}'], 'user', {
    summary: 'Delete an own comment (staff: anyone’s) with its vote.',
    params: z.object({ id }),
    response: z.object({ id: z.number().int() }),
    errors: ['forbidden', 'not_found'],
  }),
  history: endpoint('GET', ['/api/comments/history', '/api/comment/history'], 'staff', {
    summary: 'Earlier versions of a comment, the latest first.',
    query: z.object({ comment_id: id }),
    response: z.object({
      edits: z.array(z.object({ message: z.string(), rating: z.number().int(), timestamp: timestamp })),
    }),
    errors: ['not_found'],
  }),
  rating: endpoint('GET', ['/api/comments/rating', '/api/comment/rating'], 'public', {
    summary: 'The rating of a user as a seller.',
    standby: true,
    query: z.object({ user_rating: id }),
    response: z.object({
      /** Plain mean with two decimals; null without votes. */
      rating: z.number().nullable(),
      count: z.number().int(),
      /** Bayesian mean with four decimals, for sorting. */
      sort_rating: z.number(),
      recent_count: z.number().int(),
    }),
    errors: ['not_found'],
  }),
};
