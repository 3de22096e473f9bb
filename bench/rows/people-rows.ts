import { Kysely } from 'kysely';
import type pg from 'pg';
import { pino } from 'pino';
import { buildServices } from '../../server/src/build-services.ts';
import { type Notice, notifyAll } from '../../server/src/notifications/notifications/notifications.public.ts';
import { listPeople } from '../../server/src/people/circle/list-people.ts';
import { relativesOf } from '../../server/src/people/circle/people.queries.ts';
import { searchUsers } from '../../server/src/people/users/search/search-users.ts';
import { parseConfig } from '../../server/src/platform/config.ts';
import { CommitDialect } from '../../server/src/platform/database/commit-work.ts';
import { openDatabase } from '../../server/src/platform/database/open-database.ts';
import type { Database, Db } from '../../server/src/platform/database/tables.ts';
import type { Services } from '../../server/src/platform/domain/services.ts';
import type { SignedInViewer } from '../../server/src/platform/http/viewer.ts';
import type { BareServerOptions } from '../bare-server.ts';
import { type ChildServer, startChild } from '../child-server.ts';
import type { BenchDatabases } from '../databases.ts';
import { compare, median } from '../load.ts';
import { FRIENDS, PEOPLE } from '../many-people.ts';
import { compareReaders, type ReaderRequest, recordStatements, type Statement, timed } from '../one-reader.ts';
import type { OurServerOptions } from '../our-server.ts';
import type { Row } from '../report.ts';
import { RATIO_MAX, ratioRow, SEARCH_P95_MAX_MS, waitRow } from './search-row.ts';
import { toRow } from './speed-rows.ts';

const PAGE = 24;
const FRIENDS_PATH = '/api/users/friends';
const NOTIFIED = 1000;
const NOTIFY_ROUNDS = 15;

const SEARCHED = [
  ...['', 'александр', 'Мария', 'зоя', 'иваненко', 'жук', 'ал', 'ко', 'ов', 'анна иваненко', 'Зоя Жук', 'дмитрий см'],
  ...['семенов', 'Фёдор', 'ерш', 'петр', 'мария мария', 'кузьмин тимур', 'андр', 'ъъъ', 'полина лазарь', 'н', 'льин'],
];

const log = pino({ level: 'warn' });

export async function measureNotified(databases: BenchDatabases, folder: string): Promise<Row[]> {
  return [await measureNotifying(await databases.connect('people'), `${folder}/people`)];
}

export async function measurePeople(databases: BenchDatabases, folder: string): Promise<Row[]> {
  const connection = await databases.connect('people');
  const dataDir = `${folder}/people`;
  const authorization = `Bearer ${await databases.tokenFor('people')}`;
  const [ours, bare] = await Promise.all([
    startChild('our-server.ts', { connection, dataDir, hasCache: false } satisfies OurServerOptions),
    startChild('bare-server.ts', { connection } satisfies BareServerOptions),
  ]);
  try {
    return [
      ...(await measurePages(ours, bare, { authorization })),
      ...(await measureQueries(ours, connection, { authorization })),
    ];
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
}

async function measurePages(ours: ChildServer, bare: ChildServer, headers: Record<string, string>): Promise<Row[]> {
  const first = { server: ours, path: FRIENDS_PATH, headers };
  const person = '/api/users/77?phone=masked';
  return [
    toRow(
      `Page of ${PAGE} of ${FRIENDS} friends, JSON`,
      'bare Fastify + pg, the same SQL with the session’s',
      0.8,
      await compare(first, { server: bare, path: '/friends', headers }),
    ),
    toRow(
      `A person of ${PEOPLE.toLocaleString('en')}, JSON, signed in, with friendship, presence and friends in common`,
      'bare Fastify + pg, the same SQL with the session’s',
      0.8,
      await compare({ server: ours, path: person, headers }, { server: bare, path: '/person/77', headers }),
    ),
  ];
}

async function measureQueries(
  ours: ChildServer,
  connection: pg.PoolConfig,
  headers: Record<string, string>,
): Promise<Row[]> {
  const { pool, close } = openDatabase<Database>(connection, { max: 4, log });
  const reader = { lang: 'ru', userId: PEOPLE, isStaff: false, isSuperuser: false } as SignedInViewer;
  const searches = SEARCHED.map(
    (search): ReaderRequest => ({
      path: `/api/users?${new URLSearchParams({ search, except_me: '1' })}`,
      headers,
      run: (recorder) => searchUsers(servicesOver(recorder), reader, { search, page: 1, size: 5, except_me: 1 }),
    }),
  );
  const relatives: ReaderRequest = {
    path: '/api/users/kith',
    headers,
    run: (recorder) => listPeople(servicesOver(recorder), reader, relativesOf(PEOPLE), { page: 1, size: PAGE }),
  };
  try {
    return [
      waitRow(
        `Search for people over ${PEOPLE.toLocaleString('en')}, the nearest first, p95 of ${searches.length} queries`,
        await compareReaders(ours.url, pool, searches),
        SEARCH_P95_MAX_MS,
      ),
      ratioRow(
        `Page of ${PAGE} people who have ${FRIENDS} friends each, for somebody with as many`,
        1,
        await compareReaders(ours.url, pool, [relatives]),
      ),
    ];
  } finally {
    await close();
  }
}

function servicesOver(pool: pg.Pool): Services {
  return { db: over(pool), pool, clock: () => new Date() } as Services;
}

const over = (pool: pg.Pool): Db => new Kysely<Database>({ dialect: new CommitDialect({ pool }) });

/** Compares one event that notifies many users in one transaction with the recorded statements. */
async function measureNotifying(connection: pg.PoolConfig, dataDir: string): Promise<Row> {
  const config = parseConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off', DEMO: 'off', LOG_LEVEL: 'warn' });
  const { services, close } = await buildServices({ config, log, connection });
  const sent: Statement[] = [];
  const recorder = over(recordStatements(services.pool, sent));
  const inputs = Array.from(
    { length: NOTIFIED },
    (_, i): Notice => ({ userId: 1 + i, actorId: PEOPLE, kind: 'new_ad', link: '/ad/1', values: { title: 'Лодка' } }),
  );
  const notifyEveryone = (db: Db): Promise<void> => db.transaction().execute((tx) => notifyAll(tx, services, inputs));
  const times = { ours: [] as number[], bare: [] as number[] };
  try {
    await notifyEveryone(recorder);
    for (let i = 0; i < NOTIFY_ROUNDS; i++) {
      const ours = (): Promise<number> => timed(() => notifyEveryone(services.db));
      const bare = (): Promise<number> => timed(() => replay(services.pool, sent));
      if (i % 2 === 0) times.ours.push(await ours());
      times.bare.push(await bare());
      if (i % 2 === 1) times.ours.push(await ours());
    }
  } finally {
    await close();
  }
  const ratio = median(times.ours.map((time, i) => time / (times.bare[i] ?? Number.NaN)));
  return {
    what: `An event told to ${NOTIFIED.toLocaleString('en')} bells in one transaction (median of ${NOTIFY_ROUNDS})`,
    against: 'the same statements through bare pg',
    ours: `${median(times.ours).toFixed(0)} ms`,
    theirs: `${median(times.bare).toFixed(0)} ms`,
    figure: `${ratio.toFixed(2)} ×`,
    limit: `≤ ${RATIO_MAX} ×`,
    isMet: ratio <= RATIO_MAX,
  };
}

async function replay(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect();
  try {
    for (const statement of statements) await client.query(statement as pg.QueryConfig);
  } finally {
    client.release();
  }
}
