import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

/** SQL condition over columns of the caller's query: the viewer is a co-author of the playlist. */
export const isCoAuthor = ({ userId }: Pick<Viewer, 'userId'>, playlistId: RawBuilder<unknown>): RawBuilder<boolean> =>
  userId === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (select from playlist_co_authors a where a.playlist_id = ${playlistId} and a.user_id = ${userId})`;

/**
 * Locks the co-author's row until commit, so that whoever removes the co-author waits for what is being added. False
 * when the user is no co-author.
 */
export async function lockCoAuthor(tx: Tx, playlistId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from playlist_co_authors where playlist_id = ${playlistId} and user_id = ${userId} for share`.execute(tx);
  return rows.length > 0;
}

interface CoAuthorRow {
  user_id: number;
  added_at: Date;
}

/** In the order of their invitations. */
export function listCoAuthorRows(db: Db, playlistId: number): Promise<CoAuthorRow[]> {
  return db
    .selectFrom('playlist_co_authors')
    .select(['user_id', 'added_at'])
    .where('playlist_id', '=', playlistId)
    .orderBy('added_at')
    .orderBy('user_id')
    .execute();
}

export async function deleteCoAuthor(tx: Tx, playlistId: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('playlist_co_authors')
    .where('playlist_id', '=', playlistId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
