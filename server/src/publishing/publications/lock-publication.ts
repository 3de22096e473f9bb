import { type Selectable, sql } from 'kysely';
import { isBlockBetween, isFriend } from '../../people/relationships/relationships.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { requireFound } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { publicationReviewableBy, publicationVisibleTo } from './may-view-publication.public.ts';
import type { CommentAccess } from './publications.policy.ts';
import type { PublicationsTable } from './publications.tables.ts';

export type PublicationRow = Omit<Selectable<PublicationsTable>, 'search'>;

export type CommentablePublication = CommentAccess &
  Pick<PublicationRow, 'id' | 'description' | 'audience' | 'like_count' | 'comments_count'>;

const selectCommentable = (viewer: Viewer) => sql`
  select p.id, p.user_id, p.description, p.audience, p.commenters, p.like_count, p.comments_count, p.is_public,
    (select may_comment from users where users.id = p.user_id) as reach,
    ${isFriend(sql`p.user_id`, sql`${viewer.userId}::bigint`)} as is_friend,
    ${isBlockBetween(sql`p.user_id`, sql`${viewer.userId}::bigint`)} as is_blocked
  from publications p`;

/** As `getCommentablePublication`, also for a withheld publication: its author and staff still read it. */
export async function getReadablePublication(
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<CommentablePublication & { is_public: boolean }> {
  const { rows } = await sql<CommentablePublication & { is_public: boolean }>`
    ${selectCommentable(viewer)} where p.id = ${id} and (p.is_public or p.state = 'published')
      and (${publicationVisibleTo(viewer)} or ${publicationReviewableBy(viewer)})`.execute(db);
  return requireFound(rows[0]);
}

/** Fails with not_found unless the publication is published and visible to the viewer. */
export async function getCommentablePublication(db: Db, viewer: Viewer, id: number): Promise<CommentablePublication> {
  const { rows } = await sql<CommentablePublication>`
    ${selectCommentable(viewer)} where p.id = ${id} and p.is_public and ${publicationVisibleTo(viewer)}`.execute(db);
  return requireFound(rows[0]);
}

/**
 * Locks the publication until the transaction ends, so that likes and comments match their counters. Neither readers
 * nor rows that reference the publication wait.
 */
export async function lockCommentablePublication(tx: Tx, viewer: Viewer, id: number): Promise<CommentablePublication> {
  const { rows } = await sql<CommentablePublication>`
    ${selectCommentable(viewer)} where p.id = ${id} and p.is_public and ${publicationVisibleTo(viewer)} for no key update of p`.execute(
    tx,
  );
  return requireFound(rows[0]);
}

/** Locks, visible or not: people may delete their content anywhere. Returns false once the publication is gone. */
export async function lockExistingPublication(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from publications where id = ${id} for no key update`.execute(tx);
  return rows.length > 0;
}

export async function lockPublication(tx: Tx, id: number): Promise<PublicationRow | undefined> {
  const { rows } = await sql<PublicationRow>`
    select id, user_id, type, is_text, description, audience, commenters, may_share, state, publish_at, published_at, changed_at, edited_at,
      deleted_at, author_hidden, held_at, blocked_at, withheld_reason, board_id, like_count, comments_count, tags, is_public
    from publications where id = ${id} and deleted_at is null for no key update`.execute(tx);
  return rows[0];
}

export async function adjustCommentCount(tx: Tx, publishId: number, delta: number): Promise<number> {
  const { comments_count } = await tx
    .updateTable('publications')
    .set({ comments_count: sql<number>`comments_count + ${delta}` })
    .where('id', '=', publishId)
    .returning('comments_count')
    .executeTakeFirstOrThrow();
  return comments_count;
}
