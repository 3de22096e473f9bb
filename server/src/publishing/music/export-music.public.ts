import { sql } from 'kysely';
import { audioExtension } from '../../files/media/audio.public.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { ExportedFile } from '../../platform/domain/domain.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { SENDER } from './present-music.ts';

interface Row {
  id: number;
}

interface TrackRow extends Row {
  recording_id: number;
  mime: string;
  is_archived: boolean;
}

export async function exportMusicOf(db: Db, userId: number): Promise<ExportedData> {
  const playback = await db.selectFrom('playbacks').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return {
    playlists: iteratePages<Row>(async (after, limit) => {
      const { rows } = await sql<Row>`
        select id, name, audience, may_share, track_count, duration_ms, created_at from playlists
        where user_id = ${userId} and id > ${after?.id ?? 0} order by id limit ${limit}`.execute(db);
      return rows;
    }),
    co_authored_playlists: iteratePages<Row>(async (after, limit) => {
      const { rows } = await sql<Row>`
        select p.id, p.name, p.user_id as owner_id, a.added_at from playlist_co_authors a join playlists p on p.id = a.playlist_id
        where a.user_id = ${userId} and p.id > ${after?.id ?? 0} order by p.id limit ${limit}`.execute(db);
      return rows;
    }),
    tracks: describeTracks(db, userId),
    playback: playback ?? null,
  };
}

async function* describeTracks(db: Db, userId: number) {
  const tracks = iteratePages<TrackRow>(async (after, limit) => {
    const { rows } = await sql<TrackRow>`
      select t.id, t.playlist_id, t.title, t.artist, t.lyrics, t.position, t.is_down as taken_down, t.created_at,
        r.mime, r.bytes, r.duration_ms, r.id as recording_id, t.is_sent and r.state = 'active' as is_archived
      from tracks t join recordings r on r.id = t.recording_id
      where (t.user_id = ${userId} and t.added_by is null or t.added_by = ${userId}) and t.id > ${after?.id ?? 0} order by t.id limit ${limit}`.execute(
      db,
    );
    return rows;
  });
  for await (const { recording_id, is_archived, ...track } of tracks) {
    yield { ...track, file: is_archived ? nameInArchive({ id: recording_id, mime: track.mime }) : null };
  }
}

const nameInArchive = ({ id, mime }: { id: number; mime: string }): string =>
  `media/audio-${id}.${audioExtension(mime)}`;

/** Uploaded content, each once, without what was taken down. Served by tracks_sent_by. */
const SENT = (userId: number) => sql`
  r.state = 'active' and r.id in (
    select t.recording_id from tracks t where ${SENDER} = ${userId} and t.is_sent)`;

export async function countAudioBytes(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(r.bytes), 0)::bigint as bytes from recordings r where ${SENT(userId)}`.execute(db);
  return rows[0]?.bytes ?? 0;
}

interface SentRow extends Row {
  mime: string;
  bytes: number;
  storage_key: string;
  created_at: Date;
}

export async function* listAudioFilesOf(
  { db, storage }: { db: Db; storage: Storage },
  userId: number,
): AsyncGenerator<ExportedFile> {
  const recordings = iteratePages<SentRow>(async (after, limit) => {
    const { rows } = await sql<SentRow>`
      select r.id, r.mime, r.bytes, r.storage_key, r.created_at from recordings r
      where ${SENT(userId)} and r.id > ${after?.id ?? 0} order by r.id limit ${limit}`.execute(db);
    return rows;
  });
  for await (const row of recordings) {
    const { bytes, storage_key, created_at: createdAt } = row;
    yield { name: nameInArchive(row), createdAt, bytes, open: async () => (await storage.open(storage_key))?.stream };
  }
}
