import type { QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import type { AdComment, commentsApi } from '@app/contract/publishing/comments';
import { type CommentableAd, getCommentableAd } from '../../market/ads/ad-comments.public.ts';
import { findMutedWords } from '../../people/muted-words/muted-words.public.ts';
import { isBlockedBetween } from '../../people/relationships/relationships.public.ts';
import { bit } from '../../platform/bit.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { texts } from '../../platform/texts.ts';
import { findHideReasons } from '../../trust/moderation/hide-sanctions.public.ts';
import { commentsClosedReason, mayComment, mayHide, mayRate, mayReply, mayViewComment } from './comments.policy.ts';
import { findComment, listReplies, listThreads, type Reader } from './comments.queries.ts';
import { findVote } from './vote.ts';

type List = ResponseOf<typeof commentsApi.list>;

export async function listComments(
  { db, pool }: Services,
  viewer: SignedInViewer,
  adId: number,
  { reply_to, comment_id, after_id, size, page }: QueryOf<typeof commentsApi.list>,
): Promise<List> {
  const ad = await getCommentableAd(db, viewer, adId);
  const reader: Reader = { viewer, mayViewHidden: mayHide(viewer, ad) };
  const offset = after_id ? 0 : (page - 1) * size;
  const find = async () => {
    if (reply_to) {
      await requireThread(db, reader, ad, reply_to);
      return listReplies(db, texts, reader, { threadId: reply_to, size, offset, afterId: after_id ?? null });
    }
    const onlyId = comment_id ? await findThreadId(db, adId, comment_id) : null;
    return listThreads(db, texts, reader, { adId, size, offset, beforeId: after_id, onlyId });
  };
  const [found, vote] = await Promise.all([find(), findVote(db, adId, viewer.userId)]);
  await Promise.all([markMutedComments({ pool }, viewer, found.comments), nameHideReasons(db, viewer, found.comments)]);
  return {
    ...found,
    count: ad.commentsCount,
    may_comment: bit(mayComment(viewer, ad)),
    may_reply: bit(mayReply(viewer, ad)),
    may_rate: bit(mayComment(viewer, ad) && mayRate(viewer, ad) && vote === undefined),
    closed: commentsClosedReason(viewer, ad),
    may_hide: bit(reader.mayViewHidden),
    may_remove: bit(viewer.isStaff),
  };
}

async function markMutedComments(
  services: Pick<Services, 'pool'>,
  viewer: SignedInViewer,
  comments: readonly AdComment[],
): Promise<void> {
  const others = comments.flatMap((comment) => [comment, ...comment.replies]).filter(({ own }) => own === 0);
  const words = await findMutedWords(
    services,
    viewer,
    'comments',
    others.map(({ message }) => message),
  );
  for (const [i, comment] of others.entries()) if (words[i]) comment.muted_by = words[i];
}

async function nameHideReasons(db: Db, viewer: SignedInViewer, comments: readonly AdComment[]): Promise<void> {
  const withheld = comments
    .flatMap((comment) => [comment, ...comment.replies])
    .flatMap(({ id, withheld }) => (withheld === undefined ? [] : [{ object: `comment:${id}`, withheld }]));
  const objects = withheld.map(({ object }) => object);
  const reasons = await findHideReasons(db, viewer.userId, objects);
  for (const { object, withheld: why } of withheld) why.reason = reasons.get(object) ?? '';
}

async function requireThread(db: Db, { viewer, mayViewHidden }: Reader, ad: CommentableAd, id: number): Promise<void> {
  const thread = await findComment(db, id);
  if (thread?.ad_id !== ad.id || thread.parent_id !== null || !mayViewComment(viewer, ad, thread))
    throw new Failure('not_found');
  if (!mayViewHidden && viewer.userId !== null && (await isBlockedBetween(db, viewer.userId, thread.user_id)))
    throw new Failure('not_found');
}

/** Returns the id of the top-level comment, or 0 for a comment on another ad. */
async function findThreadId(db: Db, adId: number, id: number): Promise<number> {
  const comment = await findComment(db, id);
  return comment?.ad_id === adId ? (comment.parent_id ?? comment.id) : 0;
}
