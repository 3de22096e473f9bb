import { Kysely } from 'kysely';
import type pg from 'pg';
import { pino } from 'pino';
import { SessionService } from '../../server/src/people/auth/sessions.ts';
import { CommitDialect } from '../../server/src/platform/database/commit-work.ts';
import { openDatabase } from '../../server/src/platform/database/open-database.ts';
import type { Database } from '../../server/src/platform/database/tables.ts';
import type { Services } from '../../server/src/platform/domain/services.ts';
import type { SignedInViewer } from '../../server/src/platform/http/viewer.ts';
import { searchMusic } from '../../server/src/publishing/music/search-music.ts';
import { startChild } from '../child-server.ts';
import type { BenchDatabases } from '../databases.ts';
import { LISTENERS, MUSIC_SEARCHES, TRACKS } from '../many-tracks.ts';
import { compareReaders, type ReaderRequest } from '../one-reader.ts';
import type { OurServerOptions } from '../our-server.ts';
import type { Row } from '../report.ts';
import { SEARCH_P95_MAX_MS, waitRow } from './search-row.ts';

const reader = { lang: 'ru', userId: LISTENERS } as SignedInViewer;

export async function measureMusic(databases: BenchDatabases, folder: string): Promise<Row[]> {
  const connection = await databases.connect('music');
  const server = await startChild('our-server.ts', {
    connection,
    dataDir: `${folder}/music`,
    hasCache: false,
  } satisfies OurServerOptions);
  const { pool, db, close } = openDatabase<Database>(connection, { max: 4, log: pino({ level: 'warn' }) });
  const sessions = new SessionService({ pool, db, clock: () => new Date(), isStaffStrong: false });
  const token = await sessions.create(db, LISTENERS, { ip: '127.0.0.1', userAgent: 'bench' });
  const searches = MUSIC_SEARCHES.map((search): ReaderRequest => {
    const body = { search, page: 1, size: 12 };
    return {
      path: '/api/audio/search',
      headers: { authorization: `Bearer ${token}` },
      method: 'PUT',
      body,
      run: (recorder) => searchMusic(servicesOver(recorder), reader, body),
    };
  });
  try {
    const what = `Search for music over ${TRACKS.toLocaleString('en')} tracks, their playlists with it`;
    const waits = await compareReaders(server.url, pool, searches);
    return [waitRow(`${what}, p95 of ${searches.length} queries`, waits, SEARCH_P95_MAX_MS)];
  } finally {
    await close();
    await server.stop();
  }
}

function servicesOver(pool: pg.Pool): Services {
  const db = new Kysely<Database>({ dialect: new CommitDialect({ pool }) });
  return { db, pool } as Services;
}
