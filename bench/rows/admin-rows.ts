import { Kysely } from 'kysely';
import type pg from 'pg';
import { pino } from 'pino';
import { PERMISSIONS } from '../../contract/src/platform/permissions.ts';
import { listAllAds } from '../../server/src/market/ads/list-all-ads.ts';
import { searchUsers } from '../../server/src/people/users/search/search-users.ts';
import { CommitDialect } from '../../server/src/platform/database/commit-work.ts';
import { openDatabase } from '../../server/src/platform/database/open-database.ts';
import type { Database, Db } from '../../server/src/platform/database/tables.ts';
import type { Services } from '../../server/src/platform/domain/services.ts';
import type { SignedInViewer } from '../../server/src/platform/http/viewer.ts';
import { startChild } from '../child-server.ts';
import { type BenchDatabases, STAFF_ADS } from '../databases.ts';
import { PEOPLE } from '../many-people.ts';
import { compareReaders, type ReaderRequest } from '../one-reader.ts';
import type { OurServerOptions } from '../our-server.ts';
import type { Row } from '../report.ts';
import { ratioRow } from './search-row.ts';

type AdsQuery = Parameters<typeof listAllAds>[2];
type PeopleQuery = Parameters<typeof searchUsers>[2];

const ADS: readonly Omit<AdsQuery, 'size'>[] = [
  ...[0, 10, 1000, 20_000].map((offset) => ({ offset })),
  ...(['date', 'title', 'price'] as const).flatMap((sort) =>
    (['asc', 'desc'] as const).flatMap((order) => [0, 5000].map((offset) => ({ sort, order, offset }))),
  ),
  ...(['active', 'sold', 'disabled', 'blocked', 'archived'] as const).map((state) => ({ state, offset: 0 })),
  ...['велосипед', 'стол', 'диван угловой', 'нетакогослова'].map((search) => ({ search, offset: 0 })),
];

const SEARCHED_PEOPLE = ['', 'александр', 'жук', 'many77@example.com', 'анна иваненко', 'ъъъ'];

const log = pino({ level: 'warn' });

export async function measureAdmin(databases: BenchDatabases, folder: string): Promise<Row[]> {
  const connection = await databases.connect('staff');
  const headers = { authorization: `Bearer ${await databases.tokenFor('staff')}` };
  const server = await startChild('our-server.ts', {
    connection,
    dataDir: `${folder}/staff`,
    hasCache: false,
  } satisfies OurServerOptions);
  const { pool, close } = openDatabase<Database>(connection, { max: 4, log });
  try {
    const viewer = await findStaff(pool);
    const ads = ADS.map((query) => adsRequest(viewer, headers, { ...query, size: 10 }));
    const people = SEARCHED_PEOPLE.map((search) => peopleRequest(viewer, headers, search));
    return [
      ratioRow(
        `Page of ${STAFF_ADS.toLocaleString('en')} ads for staff, in every order and state`,
        ads.length,
        await compareReaders(server.url, pool, ads),
      ),
      ratioRow(
        `Page of ${PEOPLE.toLocaleString('en')} people for staff, searched`,
        people.length,
        await compareReaders(server.url, pool, people),
      ),
    ];
  } finally {
    await close();
    await server.stop();
  }
}

async function findStaff(pool: pg.Pool): Promise<SignedInViewer> {
  const { rows } = await pool.query<{ id: number }>('select id from users order by id desc limit 1');
  return {
    userId: rows[0]?.id ?? 0,
    sessionId: 1,
    isStaff: true,
    isSuperuser: true,
    permissions: new Set(PERMISSIONS),
    isPaid: false,
    lang: 'ru',
    ip: '127.0.0.1',
  };
}

const over = (pool: pg.Pool): Db => new Kysely<Database>({ dialect: new CommitDialect({ pool }) });
const clock = (): Date => new Date();
const addressOf = (query: object): string =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();

function adsRequest(viewer: SignedInViewer, headers: Record<string, string>, query: AdsQuery): ReaderRequest {
  return {
    path: `/api/boards?${addressOf(query)}`,
    headers,
    run: (pool) => listAllAds({ pool, db: over(pool), clock }, viewer, query),
  };
}

function peopleRequest(viewer: SignedInViewer, headers: Record<string, string>, search: string): ReaderRequest {
  const query: PeopleQuery = { search, page: 1, size: 10, except_me: 0 };
  return {
    path: `/api/users?${addressOf({ search, page: 1, size: 10 })}`,
    headers,
    run: (pool) => {
      const db = over(pool);
      return searchUsers({ db, clock } as Services, viewer, query);
    },
  };
}
