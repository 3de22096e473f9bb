import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { type Exported, inPages } from '../platform/exported.ts';

interface Row {
  id: number;
}

/** Playlists, their entries, and what the person listened to last. The audio is what they sent themselves, or somebody else's. */
export async function exportMusicOf(db: Db, userId: number): Promise<Exported> {
  const playback = await db.selectFrom('playbacks').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return {
    playlists: inPages<Row>(async (after, limit) => {
      const { rows } = await sql<Row>`
        select id, name, audience, may_share, track_count, duration_ms, created_at from playlists
        where user_id = ${userId} and id > ${after?.id ?? 0} order by id limit ${limit}`.execute(db);
      return rows;
    }),
    tracks: inPages<Row>(async (after, limit) => {
      const { rows } = await sql<Row>`
        select t.id, t.playlist_id, t.title, t.artist, t.lyrics, t.position, t.is_down as taken_down, t.created_at,
          r.mime, r.bytes, r.duration_ms
        from tracks t join recordings r on r.id = t.recording_id
        where t.user_id = ${userId} and t.id > ${after?.id ?? 0} order by t.id limit ${limit}`.execute(db);
      return rows;
    }),
    playback: playback ?? null,
  };
}
