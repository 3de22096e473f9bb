import type { QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import type { publicationsApi } from '@app/contract/publishing/publications';
import { isBlockedBetween } from '../../../people/relationships/relationships.public.ts';
import { recordStaffAction } from '../../../platform/audit-log/record-staff-action.public.ts';
import { bit } from '../../../platform/bit.ts';
import type { Db } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure, requireFound } from '../../../platform/failure.ts';
import type { SignedInViewer, Viewer } from '../../../platform/http/viewer.ts';
import { EDITS_MAX } from '../edits-max.ts';
import { getReadablePublication } from '../lock-publication.ts';
import { commentsClosedReason, mayComment, mayViewHidden } from '../publications.policy.ts';
import { findComment, listReplies, listThreads, type Reader } from './comments.queries.ts';

export async function listComments(
  services: Services,
  viewer: Viewer,
  publishId: number,
  { reply_to, comment_id, after_id, size, page }: QueryOf<typeof publicationsApi.comments>,
): Promise<ResponseOf<typeof publicationsApi.comments>> {
  const { db } = services;
  const publication = await getReadablePublication(db, viewer, publishId);
  const reader: Reader = { viewer, mayViewHidden: mayViewHidden(viewer, publication) };
  const offset = after_id ? 0 : (page - 1) * size;
  const find = async () => {
    if (reply_to) {
      await requireThread(db, reader, publishId, reply_to);
      return listReplies(services, reader, { threadId: reply_to, size, offset, afterId: after_id ?? null });
    }
    const onlyId = comment_id ? await findThreadId(db, publishId, comment_id) : null;
    return listThreads(services, reader, { publishId, size, offset, beforeId: after_id, onlyId });
  };
  return {
    ...(await find()),
    count: publication.comments_count,
    may_comment: bit(publication.is_public && mayComment(viewer, publication)),
    closed: publication.is_public ? commentsClosedReason(viewer, publication) : 'withheld',
    may_hide: bit(publication.is_public && reader.mayViewHidden),
  };
}

async function requireThread(db: Db, { viewer, mayViewHidden }: Reader, publishId: number, id: number): Promise<void> {
  const thread = await findComment(db, id);
  const isSeen = thread !== undefined && (!thread.hidden || mayViewHidden || thread.user_id === viewer.userId);
  if (thread?.publish_id !== publishId || thread.parent_id !== null || !isSeen) throw new Failure('not_found');
  if (!mayViewHidden && viewer.userId !== null && (await isBlockedBetween(db, viewer.userId, thread.user_id)))
    throw new Failure('not_found');
}

/** Returns the id of the top-level comment, or 0 for a comment on another publication. */
async function findThreadId(db: Db, publishId: number, id: number): Promise<number> {
  const comment = await findComment(db, id);
  return comment?.publish_id === publishId ? (comment.parent_id ?? comment.id) : 0;
}

/** For staff; each view is audited. */
export async function listCommentEdits(
  { db, clock }: Services,
  viewer: SignedInViewer,
  id: number,
): Promise<ResponseOf<typeof publicationsApi.commentHistory>> {
  const comment = requireFound(await findComment(db, id));
  const object = `publication_comment:${id}`;
  await recordStaffAction(db, viewer, clock(), { action: 'moderation.read', object, aboutUserId: comment.user_id });
  const rows = await db
    .selectFrom('publication_comment_edits')
    .select(['message', 'replaced_at'])
    .where('comment_id', '=', id)
    .orderBy('id', 'desc')
    .limit(EDITS_MAX)
    .execute();
  return { list: rows.map(({ message, replaced_at }) => ({ message, timestamp: replaced_at.toISOString() })) };
}
