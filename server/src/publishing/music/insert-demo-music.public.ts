import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Audience } from '@app/contract/people/privacy';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { measureLoudness } from './audio/measure-loudness.job.ts';
import { audioKey } from './audio/object-keys.ts';

export interface DemoTrack {
  path: string;
  mime: string;
  duration_ms: number;
  title: string;
  artist: string;
  lyrics?: string;
}

export interface DemoPlaylist {
  userId: number;
  name: string;
  audience?: Audience;
  image_id?: number;
  created_at: Date;
  tracks: readonly DemoTrack[];
}

export interface InsertedPlaylist {
  id: number;
  trackIds: number[];
}

export async function insertDemoMusic(
  tx: Tx,
  services: Services,
  playlists: readonly DemoPlaylist[],
): Promise<InsertedPlaylist[]> {
  const inserted: InsertedPlaylist[] = [];
  for (const { userId, name, audience = 'all', image_id, created_at, tracks } of playlists) {
    const durationMs = tracks.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
    const row = { user_id: userId, name, audience, image_id: image_id ?? null, created_at };
    const { id } = await tx
      .insertInto('playlists')
      .values({ ...row, track_count: tracks.length, duration_ms: durationMs })
      .returning('id')
      .executeTakeFirstOrThrow();
    const recordings = await Promise.all(tracks.map((track) => storeDemo(services, track)));
    const trackIds: number[] = [];
    for (const [i, { title, artist, lyrics = '' }] of tracks.entries()) {
      const recording_id = await insertRecording(tx, services, recordings[i]);
      const values = { playlist_id: id, user_id: userId, recording_id, title, artist, lyrics, audience, created_at };
      const track = await tx
        .insertInto('tracks')
        .values({ ...values, position: i + 1, cover_image_id: null, is_sent: true })
        .returning('id')
        .executeTakeFirstOrThrow();
      trackIds.push(track.id);
    }
    inserted.push({ id, trackIds });
  }
  return inserted;
}

interface StoredDemo {
  sha256: string;
  bytes: number;
  track: DemoTrack;
}

async function storeDemo({ storage }: Services, track: DemoTrack): Promise<StoredDemo> {
  const content = await readFile(track.path);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const key = audioKey(sha256);
  if (!(await storage.has(key))) await storage.put(key, track.path, 'application/octet-stream');
  return { sha256, bytes: content.length, track };
}

async function insertRecording(tx: Tx, { queue }: Services, stored: StoredDemo | undefined): Promise<number> {
  if (stored === undefined) throw new Error('a demo track has no file');
  const { sha256, bytes, track } = stored;
  const { rows } = await sql<{ id: number }>`
    insert into recordings (sha256, storage_key, mime, bytes, duration_ms, title, artist)
    values (${sha256}, ${audioKey(sha256)}, ${track.mime}, ${bytes}, ${track.duration_ms}, ${track.title}, ${track.artist})
    on conflict (sha256) do update set seen_at = now() returning id`.execute(tx);
  const id = rows[0]?.id ?? 0;
  await queue.add(tx, measureLoudness, { recording_id: id }, { key: String(id) });
  return id;
}
