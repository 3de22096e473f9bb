import type { PublicationComment } from '@app/contract/publishing/publications';
import { sql } from 'kysely';
import { notify } from '../../../notifications/notifications/notifications.public.ts';
import { findBlocked } from '../../../people/relationships/relationships.public.ts';
import { recordActionOnOthers } from '../../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { CommentThreads, countThread, requireExisting } from '../../comments/comment-threads.public.ts';
import {
  adjustCommentCount,
  getCommentablePublication,
  lockCommentablePublication,
  lockExistingPublication,
} from '../lock-publication.ts';
import { mayDelete, mayViewHidden } from '../publications.policy.ts';
import { publishReaderEvent } from '../publish-reader-event.ts';
import { commentLink, getCommentForViewer } from './comment.ts';
import { type CommentRow, deleteRow, findComment, hasReplies, updateComment } from './comments.queries.ts';

export const commentThreads = new CommentThreads({
  find: findComment,
  update: updateComment,
  remove: deleteRow,
  hasReplies,
  lockThing: (tx, { publish_id }) => lockExistingPublication(tx, publish_id),
  adjustCount: (tx, { publish_id }, change) => adjustCommentCount(tx, publish_id, change),
});

/** Deletes the viewer's own comment; staff delete any. A comment with replies stays as an empty placeholder. */
export async function deleteComment(
  services: Services,
  viewer: SignedInViewer,
  id: number,
): Promise<{ comment_id: number }> {
  const { db, clock } = services;
  const known = requireDeletable(viewer, await findComment(db, id));
  await db.transaction().execute(async (tx) => {
    if (!(await lockExistingPublication(tx, known.publish_id))) throw new Failure('not_found');
    const comment = requireDeletable(viewer, await findComment(tx, id));
    await recordActionOnOthers(tx, viewer, clock(), {
      action: 'publications.delete_comment',
      object: `publication_comment:${id}`,
      aboutUserId: comment.user_id,
    });
    await adjustCommentCount(tx, comment.publish_id, await removeComment(tx, comment, clock()));
  });
  services.publicCache.invalidate();
  const { publish_id, parent_id: reply_to, user_id: by } = known;
  publishReaderEvent(services, publish_id, { type: 'comment', action: 'removed', id, reply_to, by });
  return { comment_id: id };
}

async function removeComment(tx: Tx, comment: CommentRow, now: Date): Promise<number> {
  if (comment.parent_id !== null) return commentThreads.removeReply(tx, comment, comment.parent_id);
  if (!(await hasReplies(tx, comment.id))) {
    await deleteRow(tx, comment.id);
    return -countThread(comment);
  }
  await tx.deleteFrom('publication_comment_edits').where('comment_id', '=', comment.id).execute();
  await tx.deleteFrom('publication_comment_likes').where('comment_id', '=', comment.id).execute();
  await updateComment(tx, comment.id, { message: '', like_count: 0, edited_at: null, deleted_at: now });
  return countThread({ ...comment, deleted_at: now }) - countThread(comment);
}

function requireDeletable(viewer: SignedInViewer, comment: CommentRow | undefined): CommentRow {
  const existing = requireExisting(comment);
  if (!mayDelete(viewer, existing)) throw new Failure('forbidden');
  return existing;
}

/** Hides a comment from everybody but its author, or shows it again; allowed to the publication's author and staff. */
export async function hideComment(
  services: Services,
  viewer: SignedInViewer,
  { id, hidden }: { id: number; hidden: boolean },
): Promise<PublicationComment> {
  const { db } = services;
  const known = requireExisting(await findComment(db, id));
  const publication = await getCommentablePublication(db, viewer, known.publish_id);
  if (!mayViewHidden(viewer, publication)) throw new Failure('forbidden');
  const isChanged = await db.transaction().execute(async (tx) => {
    await lockCommentablePublication(tx, viewer, publication.id);
    const comment = requireExisting(await findComment(tx, id));
    if (comment.hidden === hidden) return false;
    if (comment.blocked_at !== null) throw new Failure('forbidden', { text: 'errors.comment_blocked' });
    await updateComment(tx, id, { hidden });
    if (viewer.userId !== publication.user_id)
      await recordActionOnOthers(tx, viewer, services.clock(), {
        action: hidden ? 'publications.hide_comment' : 'publications.show_comment',
        object: `publication_comment:${id}`,
        aboutUserId: comment.user_id,
      });
    await adjustCommentCount(tx, publication.id, await commentThreads.countChange(tx, comment, hidden));
    return true;
  });
  services.publicCache.invalidate();
  const { parent_id: reply_to, user_id: by } = known;
  const action = hidden ? 'hidden' : 'shown';
  if (isChanged) publishReaderEvent(services, publication.id, { type: 'comment', action, id, reply_to, by });
  return getCommentForViewer(services, viewer, publication, id);
}

/** Likes or unlikes a comment; its row is locked, so that the counter is exact. */
export async function likeComment(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  isLiked: boolean,
): Promise<{ liked: 0 | 1; count: number }> {
  const { db, clock } = services;
  const known = requireExisting(await findComment(db, id));
  const publication = await getCommentablePublication(db, viewer, known.publish_id);
  let isChanged = false;
  const count = await db.transaction().execute(async (tx) => {
    const comment = requireExisting(await lockComment(tx, id));
    const thread = comment.parent_id === null ? comment : await findComment(tx, comment.parent_id);
    const isSeen = (one: CommentRow | undefined) =>
      one !== undefined && (!one.hidden || one.user_id === viewer.userId || mayViewHidden(viewer, publication));
    if (!isSeen(comment) || !isSeen(thread)) throw new Failure('not_found');
    const blocked = await findBlocked(tx, viewer.userId, [comment.user_id, publication.user_id]);
    if (blocked.size > 0) throw new Failure('blocked');
    const change = await setLike(tx, viewer.userId, id, isLiked, clock());
    isChanged = change !== 0;
    if (!isChanged) return comment.like_count;
    await updateComment(tx, id, { like_count: comment.like_count + change });
    if (isLiked && comment.user_id !== viewer.userId)
      await notify(tx, services, {
        userId: comment.user_id,
        kind: 'like',
        actorId: viewer.userId,
        link: commentLink(publication, id),
        values: { what: 'comment' },
        dedupe: `like:publication-comment:${id}:${viewer.userId}`,
      });
    return comment.like_count + change;
  });
  const { publish_id, parent_id: reply_to, user_id: by } = known;
  if (isChanged) publishReaderEvent(services, publish_id, { type: 'comment_likes', id, reply_to, count, by });
  return { liked: isLiked ? 1 : 0, count };
}

const lockComment = (tx: Tx, id: number): Promise<CommentRow | undefined> =>
  tx.selectFrom('publication_comments').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

async function setLike(tx: Tx, userId: number, commentId: number, isLiked: boolean, now: Date): Promise<-1 | 0 | 1> {
  if (isLiked) {
    const { rows } = await sql`
      insert into publication_comment_likes (comment_id, user_id, created_at) values (${commentId}, ${userId}, ${now})
      on conflict do nothing returning 1`.execute(tx);
    return rows.length > 0 ? 1 : 0;
  }
  const { numDeletedRows } = await tx
    .deleteFrom('publication_comment_likes')
    .where('comment_id', '=', commentId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n ? -1 : 0;
}
