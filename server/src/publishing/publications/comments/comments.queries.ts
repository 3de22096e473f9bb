import { IMAGE_SRC_WIDTH, imageUrl } from '@app/contract/files/media';
import {
  PUBLISH_REPLIES_SHOWN,
  type PublicationComment,
  type PublicationReply,
} from '@app/contract/publishing/publications';
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { findMutedWords } from '../../../people/muted-words/muted-words.public.ts';
import { isBlockBetween } from '../../../people/relationships/relationships.public.ts';
import { IS_ACTIVE_USER } from '../../../people/users/search/name-search.public.ts';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { texts } from '../../../platform/texts.ts';
import { findHideReasons } from '../../../trust/moderation/hide-sanctions.public.ts';
import { parseMentions } from '../parse-tags.ts';
import type { PublicationCommentsTable } from '../publications.tables.ts';

export type CommentRow = Selectable<PublicationCommentsTable>;

interface CommentViewRow extends CommentRow {
  firstname: string;
  lastname: string;
  avatar: string | null;
  is_gone: boolean;
  liked: boolean;
  replies_total: number;
}

const MENTIONS_SHOWN_MAX = 500;

export interface Reader {
  viewer: Viewer;
  mayViewHidden: boolean;
}

const columns = ({ viewer }: Reader): RawBuilder<unknown> => sql`
  c.id, c.publish_id, c.parent_id, c.user_id, c.message, c.replies_count, c.like_count, c.hidden, c.blocked_at, c.created_at, c.edited_at,
  c.deleted_at, u.firstname, u.lastname, avatar.base_key as avatar, (u.deleted_at is not null or u.status = 'suspended') as is_gone,
  exists (select from publication_comment_likes l where l.comment_id = c.id and l.user_id = ${viewer.userId}::bigint) as liked`;
const AUTHOR_JOINS = sql`join users u on u.id = c.user_id left join media_images avatar on avatar.id = u.photo_image_id`;

/** A block hides two users' comments from each other, except for the publication's author and staff, who see all. */
function visibleToReader({ viewer, mayViewHidden }: Reader): RawBuilder<boolean> {
  const reader = sql`${viewer.userId}::bigint`;
  const own = viewer.userId === null ? sql`false` : sql`c.user_id = ${reader}`;
  const isBlocked = viewer.userId === null ? sql`false` : isBlockBetween(sql`c.user_id`, reader);
  return sql`(${mayViewHidden} or ${own} or (not c.hidden and not ${isBlocked}))`;
}

/** A deleted comment is listed only while it has replies. */
const hasContent = ({ mayViewHidden }: Reader): RawBuilder<boolean> => sql`
  (c.deleted_at is null or c.replies_count > 0
    or (${mayViewHidden} and exists (select from publication_comments r where r.parent_id = c.id)))`;

interface ThreadsQuery {
  publishId: number;
  size: number;
  offset: number;
  beforeId?: number | null | undefined;
  onlyId?: number | null | undefined;
}

interface CommentList {
  list: PublicationComment[];
  total: number;
}

/** Returns comments with their first replies, newest first, and the number of comments without replies. */
export async function listThreads(
  services: Services,
  reader: Reader,
  { publishId, size, offset, beforeId = null, onlyId = null }: ThreadsQuery,
): Promise<CommentList> {
  const { db } = services;
  const there = sql`c.publish_id = ${publishId} and c.parent_id is null and ${visibleToReader(reader)} and ${hasContent(reader)}`;
  const narrower = sql`${there} ${beforeId === null ? sql`` : sql`and c.id < ${beforeId}`}
    ${onlyId === null ? sql`` : sql`and c.id = ${onlyId}`}`;
  const [threads, counted] = await Promise.all([
    sql<CommentViewRow>`select ${columns(reader)}, 0 as replies_total from publication_comments c ${AUTHOR_JOINS} where ${narrower}
      order by c.id desc limit ${size} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from publication_comments c where ${there}`.execute(db),
  ]);
  const replies = await findFirstReplies(
    db,
    reader,
    threads.rows.map(({ id }) => id),
  );
  return { list: await presentThreads(services, reader, threads.rows, replies), total: counted.rows[0]?.total ?? 0 };
}

async function findFirstReplies(
  db: Db,
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, CommentViewRow[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<CommentViewRow>`
    select reply.* from unnest(${[...ids]}::bigint[]) thread (id) cross join lateral (
      select ${columns(reader)}, count(*) over () as replies_total from publication_comments c ${AUTHOR_JOINS}
      where c.parent_id = thread.id and ${visibleToReader(reader)} order by c.id limit ${PUBLISH_REPLIES_SHOWN}
    ) reply`.execute(db);
  return Map.groupBy(rows, ({ parent_id }) => parent_id ?? 0);
}

interface RepliesQuery {
  threadId: number;
  size: number;
  offset: number;
  afterId?: number | null;
}

export async function listReplies(
  services: Services,
  reader: Reader,
  { threadId, size, offset, afterId = null }: RepliesQuery,
): Promise<CommentList> {
  const { db } = services;
  const there = sql`c.parent_id = ${threadId} and ${visibleToReader(reader)}`;
  const [replies, counted] = await Promise.all([
    sql<CommentViewRow>`select ${columns(reader)}, 0 as replies_total from publication_comments c ${AUTHOR_JOINS}
      where ${there} ${afterId === null ? sql`` : sql`and c.id > ${afterId}`}
      order by c.id limit ${size} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from publication_comments c where ${there}`.execute(db),
  ]);
  return { list: await presentThreads(services, reader, replies.rows, new Map()), total: counted.rows[0]?.total ?? 0 };
}

export async function findCommentForReader(
  services: Services,
  reader: Reader,
  id: number,
): Promise<PublicationComment | undefined> {
  const { rows } =
    await sql<CommentViewRow>`select ${columns(reader)}, 0 as replies_total from publication_comments c ${AUTHOR_JOINS}
    where c.id = ${id} and ${visibleToReader(reader)}`.execute(services.db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const replies = row.parent_id === null ? await findFirstReplies(services.db, reader, [id]) : new Map();
  return (await presentThreads(services, reader, [row], replies))[0];
}

const objectOf = ({ id }: CommentViewRow): string => `publication_comment:${id}`;

async function presentThreads(
  services: Services,
  { viewer }: Reader,
  threads: readonly CommentViewRow[],
  replies: ReadonlyMap<number, readonly CommentViewRow[]>,
): Promise<PublicationComment[]> {
  const repliesOf = ({ id }: CommentViewRow) => replies.get(id) ?? [];
  const all = [...threads, ...threads.flatMap(repliesOf)];
  const others = all.filter(({ user_id, message }) => user_id !== viewer.userId && message !== '');
  const ownBlocked = all.filter(({ user_id, blocked_at }) => user_id === viewer.userId && blocked_at !== null);
  const [words, mentions, reasons] = await Promise.all([
    findMutedWords(
      services,
      viewer,
      'comments',
      others.map(({ message }) => message),
    ),
    findMentions(services.db, all),
    findHideReasons(services.db, viewer.userId ?? 0, ownBlocked.map(objectOf)),
  ]);
  const muted = new Map(others.map(({ id }, i) => [id, words[i] ?? '']));
  const presentReply = (row: CommentViewRow): PublicationReply => {
    const names = mentions.get(row.id);
    return {
      ...presentComment(row, viewer, muted.get(row.id) ?? ''),
      ...(names && { mentions: names }),
      ...(ownBlocked.includes(row) && { withheld: { reason: reasons.get(objectOf(row)) ?? '' } }),
    };
  };
  return threads.map((row) => ({
    ...presentReply(row),
    replies: repliesOf(row).map(presentReply),
    replies_total: repliesOf(row)[0]?.replies_total ?? 0,
  }));
}

/** Returns the active users mentioned in each comment: comment id -> login -> user id. */
async function findMentions(db: Db, rows: readonly CommentViewRow[]): Promise<Map<number, Record<string, number>>> {
  const written = rows
    .map(({ id, message }) => ({ id, logins: parseMentions(message) }))
    .filter(({ logins }) => logins.length > 0);
  const logins = [...new Set(written.flatMap((comment) => comment.logins))].slice(0, MENTIONS_SHOWN_MAX);
  if (logins.length === 0) return new Map();
  const { rows: people } = await sql<{ id: number; login: string }>`
    select u.id, named.login from unnest(${logins}::text[]) named (login)
    join users u on lower(u.login) = lower(named.login) where ${IS_ACTIVE_USER}`.execute(db);
  const idOf = new Map(people.map(({ login, id }) => [login, id]));
  return new Map(
    written.flatMap(({ id, logins: named }) => {
      const known = named.flatMap((login) => {
        const userId = idOf.get(login);
        return userId === undefined ? [] : [[login, userId] as const];
      });
      return known.length === 0 ? [] : [[id, Object.fromEntries(known)] as const];
    }),
  );
}

function presentComment(row: CommentViewRow, viewer: Viewer, mutedBy: string): PublicationReply {
  const isDeleted = row.deleted_at !== null;
  const user = isDeleted ? { id: 0, firstname: '', lastname: '', photo: null } : presentAuthor(row, viewer);
  return {
    id: row.id,
    publish_id: row.publish_id,
    message: row.message,
    user_id: user.id,
    user,
    firstname: user.firstname,
    lastname: user.lastname,
    user_photo: user.photo,
    timestamp: row.created_at.toISOString(),
    edited: row.edited_at === null || isDeleted ? 0 : 1,
    hidden: row.hidden ? 1 : 0,
    own: !isDeleted && row.user_id === viewer.userId ? 1 : 0,
    deleted: isDeleted ? 1 : 0,
    like_count: row.like_count,
    liked: row.liked ? 1 : 0,
    reply_to: row.parent_id,
    muted_by: mutedBy,
  };
}

function presentAuthor(row: CommentViewRow, viewer: Viewer): PublicationReply['user'] {
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
  return db.selectFrom('publication_comments').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function updateComment(tx: Tx, id: number, change: Updateable<PublicationCommentsTable>): Promise<void> {
  await tx.updateTable('publication_comments').set(change).where('id', '=', id).execute();
}

/** Replies and likes are deleted by cascade. */
export async function deleteRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('publication_comments').where('id', '=', id).execute();
}

export async function hasReplies(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from publication_comments where parent_id = ${id} limit 1`.execute(tx);
  return rows.length > 0;
}
