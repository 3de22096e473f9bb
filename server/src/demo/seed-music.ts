import path from 'node:path';
import type { Tx } from '../platform/database/tables.ts';
import type { Services } from '../platform/domain/services.ts';
import {
  type DemoTrack,
  type InsertedPlaylist,
  insertDemoMusic,
} from '../publishing/music/insert-demo-music.public.ts';
import { DEMO_PLAYLISTS, DEMO_TUNES } from './demo-tunes.ts';
import type { DemoWorld } from './seed-activity.ts';

const DAY_MS = 86_400_000;

export function seedMusic(tx: Tx, services: Services, { today, personId }: DemoWorld): Promise<InsertedPlaylist[]> {
  return insertDemoMusic(
    tx,
    services,
    DEMO_PLAYLISTS.map(({ by, name, daysAgo, files }) => ({
      userId: personId(by),
      name,
      created_at: new Date(today - daysAgo * DAY_MS),
      tracks: files.map(trackOf),
    })),
  );
}

function trackOf(file: string): DemoTrack {
  const tune = DEMO_TUNES.find((one) => one.file === file);
  if (tune === undefined) throw new Error(`There is no tune ${file}`);
  const { title, artist, seconds, lyrics } = tune;
  const where = path.join(import.meta.dirname, 'tunes', file);
  return { path: where, mime: 'audio/mp4', duration_ms: seconds * 1000, title, artist, ...(lyrics && { lyrics }) };
}
