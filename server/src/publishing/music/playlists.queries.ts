import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { lockCoAuthor } from './co-authors.queries.ts';
import { PLAYLIST_JOINS, type PlaylistRow, playlistColumns, playlistVisibleTo } from './present-music.ts';

/** A playlist locked until the transaction ends, so that its tracks, order and counters change one after another. */
export interface LockedPlaylist {
  id: number;
  user_id: number;
  image_id: number | null;
  audience: PlaylistRow['audience'];
  track_count: number;
}

export async function findPlaylist(db: Db, viewer: Viewer, id: number): Promise<PlaylistRow | undefined> {
  const { rows } = await sql<PlaylistRow>`
    select ${playlistColumns(viewer)} from playlists p ${PLAYLIST_JOINS} where p.id = ${id} and ${playlistVisibleTo(viewer)}`.execute(
    db,
  );
  return rows[0];
}

export async function getPlaylist(db: Db, viewer: Viewer, id: number): Promise<PlaylistRow> {
  return requireFound(await findPlaylist(db, viewer, id));
}

/** Fails with not_found for an invisible playlist and with forbidden for another user's. */
export async function requireOwnPlaylist(db: Db, viewer: Viewer, id: number): Promise<PlaylistRow> {
  const row = await getPlaylist(db, viewer, id);
  if (row.user_id !== viewer.userId) throw new Failure('forbidden');
  return row;
}

/** Like {@link requireOwnPlaylist}, for what co-authors may do as well. */
export async function requireAuthoredPlaylist(db: Db, viewer: Viewer, id: number): Promise<PlaylistRow> {
  const row = await getPlaylist(db, viewer, id);
  if (row.user_id !== viewer.userId && !row.is_co_author) throw new Failure('forbidden');
  return row;
}

/** The caller has checked the owner; fails when the playlist was deleted since. */
export async function lockPlaylist(tx: Tx, userId: number, id: number): Promise<LockedPlaylist> {
  const { rows } = await sql<LockedPlaylist>`
    select id, user_id, image_id, audience, track_count from playlists
    where id = ${id} and user_id = ${userId} for no key update`.execute(tx);
  if (rows[0] === undefined) throw new Failure('not_found');
  return rows[0];
}

/** For the owner or a co-author; fails when the playlist was deleted, or the co-author removed, since the check. */
export async function lockAuthoredPlaylist(tx: Tx, userId: number, id: number): Promise<LockedPlaylist> {
  const { rows } = await sql<LockedPlaylist>`
    select id, user_id, image_id, audience, track_count from playlists where id = ${id} for no key update`.execute(tx);
  const [row] = rows;
  if (row === undefined || (row.user_id !== userId && !(await lockCoAuthor(tx, id, userId))))
    throw new Failure('not_found');
  return row;
}

export async function adjustTrackCount(tx: Tx, id: number, tracks: number, durationMs: number): Promise<void> {
  await sql`update playlists set track_count = track_count + ${tracks}, duration_ms = duration_ms + ${durationMs}
    where id = ${id}`.execute(tx);
}

export async function listPlaylistRows(
  db: Db,
  viewer: Viewer,
  where: RawBuilder<boolean>,
  size: number,
  offset: number,
): Promise<{ rows: PlaylistRow[]; total: number }> {
  const [page, counted] = await Promise.all([
    sql<PlaylistRow>`
      select ${playlistColumns(viewer)} from playlists p ${PLAYLIST_JOINS}
      where ${where} order by p.id desc limit ${size} offset ${offset}`.execute(db),
    sql<{ total: number }>`
      select count(*) as total from playlists p join users u on u.id = p.user_id where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 };
}
