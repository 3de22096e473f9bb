import type { BodyOf } from '@app/contract/platform/endpoint';
import type { PublicationComment, publicationsApi } from '@app/contract/publishing/publications';
import { type Notice, notifyAll } from '../../../notifications/notifications/notifications.public.ts';
import { findBlocked } from '../../../people/relationships/relationships.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import { trimToNewest } from '../../../platform/database/trim-to-newest.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { excerpt } from '../../../platform/text/excerpt.ts';
import { checkContent } from '../../../trust/content-rules/check-content.public.ts';
import { EDITS_MAX } from '../edits-max.ts';
import { adjustCommentCount, type CommentablePublication, lockCommentablePublication } from '../lock-publication.ts';
import { mayUserViewPublication } from '../may-view-publication.public.ts';
import { parseMentions } from '../parse-tags.ts';
import { commentErrorCode, mayComment, mayViewHidden } from '../publications.policy.ts';
import { findMentionedUsers, publicationLink } from '../publish-publication.ts';
import { publishReaderEvent } from '../publish-reader-event.ts';
import { type CommentRow, findComment, findCommentForReader, updateComment } from './comments.queries.ts';

type Draft = BodyOf<typeof publicationsApi.addComment>;

/** Adds a comment or reply. Every change of a publication's comments locks the publication. */
export async function addComment(
  services: Services,
  viewer: SignedInViewer,
  draft: Draft,
  idempotency: IdempotencyKey | undefined,
): Promise<PublicationComment> {
  const { db } = services;
  const { id, publication, reply_to } = await db.transaction().execute(async (tx) => {
    const publication = await lockCommentablePublication(tx, viewer, draft.publish_id);
    let reply_to: number | null | undefined;
    const { id } = await runIdempotent(tx, idempotency, async () => {
      if (!mayComment(viewer, publication)) throw new Failure(commentErrorCode(publication));
      const answered = draft.reply_to ? await requireReplyTarget(tx, viewer, publication, draft.reply_to) : undefined;
      reply_to = answered?.thread.id ?? null;
      return insertComment(services, tx, viewer, publication, { message: draft.message, answered });
    });
    return { id, publication, reply_to };
  });
  services.publicCache.invalidate();
  // A repeated call has added nothing, so nothing is counted or notified.
  if (reply_to !== undefined)
    publishReaderEvent(services, publication.id, { type: 'comment', action: 'added', id, reply_to, by: viewer.userId });
  return getCommentForViewer(services, viewer, publication, id);
}

interface ReplyTarget {
  comment: CommentRow;
  thread: CommentRow;
}

async function requireReplyTarget(
  tx: Tx,
  viewer: SignedInViewer,
  publication: CommentablePublication,
  id: number,
): Promise<ReplyTarget> {
  const comment = await findComment(tx, id);
  const thread = comment?.parent_id ? await findComment(tx, comment.parent_id) : comment;
  const isSeen = (one: CommentRow) =>
    !one.hidden || one.user_id === viewer.userId || mayViewHidden(viewer, publication);
  const isThere = comment?.publish_id === publication.id && comment.deleted_at === null && isSeen(comment);
  if (!isThere || thread === undefined || !isSeen(thread)) throw new Failure('not_found');
  const blocked = await findBlocked(tx, viewer.userId, [comment.user_id, thread.user_id]);
  if (blocked.size > 0) throw new Failure('blocked');
  return { comment, thread };
}

async function insertComment(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  publication: CommentablePublication,
  { message, answered }: { message: string; answered: ReplyTarget | undefined },
): Promise<number> {
  const thread = answered?.thread;
  const { id } = await tx
    .insertInto('publication_comments')
    .values({
      publish_id: publication.id,
      parent_id: thread?.id ?? null,
      user_id: viewer.userId,
      message,
      created_at: services.clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (thread) await updateComment(tx, thread.id, { replies_count: thread.replies_count + 1 });
  await adjustCommentCount(tx, publication.id, thread?.hidden ? 0 : 1);
  await checkComment(services, tx, viewer, { id, message });
  await notifyOfComment(services, tx, viewer, publication, { id, message, answered });
  return id;
}

/** A content rule may open a case for staff; the comment stays visible meanwhile. */
async function checkComment(
  services: Services,
  tx: Tx,
  { userId, ip }: SignedInViewer,
  { id, message }: CommentText,
): Promise<void> {
  const object = `publication_comment:${id}`;
  await checkContent(services, tx, { subject: 'comment', object, userId, ip, title: '', text: message });
}

export const commentLink = (publication: Pick<CommentablePublication, 'id' | 'user_id'>, commentId: number): string =>
  `${publicationLink(publication)}?comment=${commentId}#comments`;

interface CommentText {
  id: number;
  message: string;
}

/** A comment notifies each user at most once, however often it is edited. */
const toNotification = (viewer: SignedInViewer, publication: CommentablePublication, id: number) => ({
  actorId: viewer.userId,
  link: commentLink(publication, id),
  publishId: publication.id,
  dedupe: `publication-comment:${id}`,
});

async function mentionNotifications(
  tx: Tx,
  viewer: SignedInViewer,
  publication: CommentablePublication,
  { id, message }: CommentText,
): Promise<Notice[]> {
  const mentioned = await findMentionedUsers(
    tx,
    viewer.userId,
    publication.audience,
    parseMentions(message),
    publication.user_id,
  );
  return mentioned
    .filter((user) => user.is_addressed)
    .map((user) => ({
      ...toNotification(viewer, publication, id),
      userId: user.id,
      kind: 'mention',
      values: { title: excerpt(message) },
    }));
}

/**
 * Notifies the author of a comment, the answered user of a reply and mentioned users of the mention; nobody about their
 * own comment, nobody twice.
 */
async function notifyOfComment(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  publication: CommentablePublication,
  { id, message, answered }: CommentText & { answered: ReplyTarget | undefined },
): Promise<void> {
  const common = toNotification(viewer, publication, id);
  const title = excerpt(publication.description);
  const mentions = await mentionNotifications(tx, viewer, publication, { id, message });
  const notifications = new Map<number, Notice>(mentions.map((each) => [each.userId, each]));
  if (publication.user_id !== viewer.userId)
    notifications.set(publication.user_id, {
      ...common,
      userId: publication.user_id,
      kind: 'comment',
      values: { title, about: 'publication' },
    });
  const answeredId = answered?.comment.user_id;
  // Users who can no longer see the publication are not notified of replies.
  const isReplyToOther = answeredId !== undefined && answeredId !== viewer.userId;
  if (isReplyToOther && (await mayUserViewPublication(tx, answeredId, publication.id)))
    notifications.set(answeredId, {
      ...common,
      userId: answeredId,
      kind: 'reply',
      values: { title, about: 'publication' },
    });
  await notifyAll(tx, services, [...notifications.values()]);
}

/**
 * Edits the viewer's comment where the viewer may still comment. The earlier version is stored for staff; newly
 * mentioned users are notified.
 */
export async function editComment(
  services: Services,
  viewer: SignedInViewer,
  { comment_id, message }: BodyOf<typeof publicationsApi.editComment>,
): Promise<PublicationComment> {
  const { db, clock } = services;
  const known = requireOwn(viewer, await findComment(db, comment_id));
  const publication = await db.transaction().execute(async (tx) => {
    const locked = await lockCommentablePublication(tx, viewer, known.publish_id);
    const comment = requireOwn(viewer, await findComment(tx, comment_id));
    if (comment.message === message) return locked;
    if (!mayComment(viewer, locked)) throw new Failure(commentErrorCode(locked));
    const now = clock();
    await tx
      .insertInto('publication_comment_edits')
      .values({ comment_id, message: comment.message, replaced_at: now })
      .execute();
    await trimToNewest(tx, {
      table: 'publication_comment_edits',
      column: 'comment_id',
      value: comment_id,
      max: EDITS_MAX,
    });
    await updateComment(tx, comment_id, { message, edited_at: now });
    await checkComment(services, tx, viewer, { id: comment_id, message });
    if (!(await isHidden(tx, comment)))
      await notifyAll(tx, services, await mentionNotifications(tx, viewer, locked, { id: comment_id, message }));
    return locked;
  });
  services.publicCache.invalidate();
  const { parent_id: reply_to, user_id: by } = known;
  publishReaderEvent(services, publication.id, { type: 'comment', action: 'changed', id: comment_id, reply_to, by });
  return getCommentForViewer(services, viewer, publication, comment_id);
}

async function isHidden(tx: Tx, { hidden, parent_id }: CommentRow): Promise<boolean> {
  return hidden || (parent_id !== null && (await findComment(tx, parent_id))?.hidden === true);
}

function requireOwn(viewer: SignedInViewer, comment: CommentRow | undefined): CommentRow {
  if (comment === undefined || comment.deleted_at !== null) throw new Failure('not_found');
  if (comment.user_id !== viewer.userId) throw new Failure('forbidden');
  return comment;
}

export async function getCommentForViewer(
  services: Services,
  viewer: SignedInViewer,
  publication: { user_id: number },
  id: number,
): Promise<PublicationComment> {
  const shown = await findCommentForReader(services, { viewer, mayViewHidden: mayViewHidden(viewer, publication) }, id);
  if (shown === undefined) throw new Failure('not_found');
  return shown;
}
