import { IMAGE_SRC_WIDTH, imageUrl } from '@app/contract/files/media';
import { type AdComment, type AdReply, REPLIES_SHOWN } from '@app/contract/publishing/comments';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { isBlockBetween } from '../../people/relationships/relationships.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { trimToNewest } from '../../platform/database/trim-to-newest.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Texts } from '../../platform/texts.ts';
import type { CommentEditsTable, CommentsTable } from './comments.tables.ts';

export type CommentRow = Selectable<CommentsTable>;

interface CommentViewRow extends CommentRow {
  firstname: string;
  lastname: string;
  avatar: string | null;
  is_gone: boolean;
  replies_total: number;
}

export interface Reader {
  viewer: Viewer;
  mayViewHidden: boolean;
}

const COLUMNS = sql`
  c.id, c.ad_id, c.parent_id, c.user_id, c.message, c.rating, c.replies_count, c.hidden, c.blocked_at, c.created_at, c.edited_at, c.deleted_at,
  u.firstname, u.lastname, avatar.base_key as avatar, (u.deleted_at is not null or u.status = 'suspended') as is_gone`;
const AUTHOR_JOINS = sql`join users u on u.id = c.user_id left join media_images avatar on avatar.id = u.photo_image_id`;

/** A block hides two users' comments from each other, except for the ad's owner and staff, who see all. */
function visibleToReader({ viewer, mayViewHidden }: Reader): RawBuilder<boolean> {
  const reader = sql`${viewer.userId}::bigint`;
  return sql`(${mayViewHidden} or c.user_id = ${reader} or (not c.hidden and not ${isBlockBetween(sql`c.user_id`, reader)}))`;
}

/** A deleted comment is listed only while it has replies. */
const hasContent = ({ mayViewHidden }: Reader): RawBuilder<boolean> => sql`
  (c.deleted_at is null or c.replies_count > 0
    or (${mayViewHidden} and exists (select from comments r where r.parent_id = c.id)))`;

interface ThreadsQuery {
  adId: number;
  size: number;
  offset: number;
  beforeId?: number | null | undefined;
  onlyId?: number | null | undefined;
}

/** Returns the ad's comments with their first replies, newest first, and the number of comments without replies. */
export async function listThreads(
  db: Db,
  texts: Texts,
  reader: Reader,
  { adId, size, offset, beforeId = null, onlyId = null }: ThreadsQuery,
): Promise<{ comments: AdComment[]; total: number }> {
  const there = sql`c.ad_id = ${adId} and c.parent_id is null and ${visibleToReader(reader)} and ${hasContent(reader)}`;
  const { rows, total } = await readPage(db, {
    name: ['comment-threads', beforeId !== null && 'before', onlyId !== null && 'one'].filter(Boolean).join('-'),
    there,
    narrower: sql`${there} ${beforeId === null ? sql`` : sql`and c.id < ${beforeId}`}
      ${onlyId === null ? sql`` : sql`and c.id = ${onlyId}`}`,
    order: sql`desc`,
    limit: sql`limit ${size} offset ${offset}`,
  });
  const replies = await findFirstReplies(
    db,
    reader,
    rows.map(({ id }) => id),
  );
  return {
    comments: rows.map((row) => presentThread(row, replies.get(row.id) ?? [], texts, reader.viewer)),
    total,
  };
}

interface PageStatement {
  name: string;
  /** Conditions of the comments that are counted, and of those that are read. */
  there: RawBuilder<unknown>;
  narrower: RawBuilder<unknown>;
  /** By their ids. */
  order: RawBuilder<unknown>;
  limit: RawBuilder<unknown>;
}

async function readPage(
  db: Db,
  { name, there, narrower, order, limit }: PageStatement,
): Promise<{ rows: CommentViewRow[]; total: number }> {
  type Row = { total: number } & (CommentViewRow | { id: null });
  const { rows } = await sql<Row>`-- named ${sql.raw(name)}
    with counted as materialized (select count(*) as total from comments c where ${there}),
    page as (select ${COLUMNS}, 0 as replies_total from comments c ${AUTHOR_JOINS} where ${narrower}
      order by c.id ${order} ${limit})
    select counted.total, page.* from counted left join page on true order by page.id ${order}`.execute(db);
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

async function findFirstReplies(
  db: Db,
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, CommentViewRow[]>> {
  const byThread = new Map<number, CommentViewRow[]>();
  if (ids.length === 0) return byThread;
  const { rows } = await sql<CommentViewRow>`-- named comment-first-replies
    select reply.* from unnest(${ids}::bigint[]) thread (id) cross join lateral (
      select ${COLUMNS}, count(*) over () as replies_total from comments c ${AUTHOR_JOINS}
      where c.parent_id = thread.id and ${visibleToReader(reader)} order by c.id limit ${REPLIES_SHOWN}
    ) reply`.execute(db);
  for (const row of rows) {
    const thread = row.parent_id ?? 0;
    byThread.set(thread, [...(byThread.get(thread) ?? []), row]);
  }
  return byThread;
}

export async function listReplies(
  db: Db,
  texts: Texts,
  reader: Reader,
  {
    threadId,
    size,
    offset,
    afterId = null,
  }: { threadId: number; size: number; offset: number; afterId?: number | null },
): Promise<{ comments: AdComment[]; total: number }> {
  const there = sql`c.parent_id = ${threadId} and ${visibleToReader(reader)}`;
  const { rows, total } = await readPage(db, {
    name: afterId === null ? 'comment-replies' : 'comment-replies-after',
    there,
    narrower: sql`${there} ${afterId === null ? sql`` : sql`and c.id > ${afterId}`}`,
    order: sql`asc`,
    limit: sql`limit ${size} offset ${offset}`,
  });
  return { comments: rows.map((row) => presentThread(row, [], texts, reader.viewer)), total };
}

export async function findCommentForReader(
  db: Db,
  texts: Texts,
  reader: Reader,
  id: number,
): Promise<AdComment | undefined> {
  const { rows } = await sql<CommentViewRow>`select ${COLUMNS}, 0 as replies_total from comments c ${AUTHOR_JOINS}
    where c.id = ${id} and ${visibleToReader(reader)}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const replies =
    row.parent_id === null ? await findFirstReplies(db, reader, [id]) : new Map<number, CommentViewRow[]>();
  return presentThread(row, replies.get(id) ?? [], texts, reader.viewer);
}

function presentThread(
  row: CommentViewRow,
  replies: readonly CommentViewRow[],
  texts: Texts,
  viewer: Viewer,
): AdComment {
  return {
    ...presentComment(row, texts, viewer),
    replies: replies.map((reply) => presentComment(reply, texts, viewer)),
    replies_total: replies[0]?.replies_total ?? 0,
  };
}

function presentComment(row: CommentViewRow, texts: Texts, viewer: Viewer): AdReply {
  const isDeleted = row.deleted_at !== null;
  return {
    id: row.id,
    board_id: row.ad_id,
    user: isDeleted ? { id: 0, firstname: '', lastname: '', photo: null } : presentAuthor(row, texts, viewer),
    message: row.message,
    rating: row.rating,
    timestamp: row.created_at.toISOString(),
    edited: row.edited_at === null || isDeleted ? 0 : 1,
    hidden: row.hidden ? 1 : 0,
    own: !isDeleted && row.user_id === viewer.userId ? 1 : 0,
    deleted: isDeleted ? 1 : 0,
    reply_to: row.parent_id,
    ...(row.blocked_at !== null && row.user_id === viewer.userId && { withheld: { reason: '' } }),
  };
}

function presentAuthor(row: CommentViewRow, texts: Texts, viewer: Viewer): AdReply['user'] {
  if (row.is_gone && !viewer.isStaff)
    return { id: 0, firstname: texts.t(viewer.lang, 'comments.author.gone'), lastname: '', photo: null };
  return {
    id: row.user_id,
    firstname: row.firstname,
    lastname: row.lastname,
    photo: row.avatar === null ? null : imageUrl(row.avatar, IMAGE_SRC_WIDTH.avatar),
  };
}

export function findComment(db: Db, id: number): Promise<CommentRow | undefined> {
  return db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertComment(tx: Tx, row: Insertable<CommentsTable>): Promise<number> {
  const { id } = await tx.insertInto('comments').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateComment(tx: Tx, id: number, change: Updateable<CommentsTable>): Promise<void> {
  await tx.updateTable('comments').set(change).where('id', '=', id).execute();
}

export async function deleteComment(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('comments').where('id', '=', id).execute();
}

export async function hasReplies(tx: Tx, id: number): Promise<boolean> {
  return (await tx.selectFrom('comments').select('id').where('parent_id', '=', id).limit(1).execute()).length > 0;
}

export async function insertCommentEdit(tx: Tx, edit: Insertable<CommentEditsTable>): Promise<void> {
  await tx.insertInto('comment_edits').values(edit).execute();
  await trimToNewest(tx, { table: 'comment_edits', column: 'comment_id', value: edit.comment_id, max: EDITS_KEPT });
}

const EDITS_KEPT = 100;

export function listEdits(db: Db, commentId: number): Promise<Selectable<CommentEditsTable>[]> {
  return db
    .selectFrom('comment_edits')
    .selectAll()
    .where('comment_id', '=', commentId)
    .orderBy('id', 'desc')
    .limit(EDITS_KEPT)
    .execute();
}

export async function deleteEdits(tx: Tx, commentId: number): Promise<void> {
  await tx.deleteFrom('comment_edits').where('comment_id', '=', commentId).execute();
}

/** Runs before the authors are erased: comments stay, earlier versions are deleted. */
export async function deleteEditsOf(tx: Tx, userId: number): Promise<void> {
  await tx
    .deleteFrom('comment_edits')
    .where('comment_id', 'in', tx.selectFrom('comments').select('id').where('user_id', '=', userId))
    .execute();
}
