import { pino } from 'pino';
import { SessionService } from '../../server/src/people/auth/sessions.ts';
import { openDatabase } from '../../server/src/platform/database/open-database.ts';
import type { Database } from '../../server/src/platform/database/tables.ts';
import { type ChildServer, startChild } from '../child-server.ts';
import type { BenchDatabases } from '../databases.ts';
import { type Contender, compare } from '../load.ts';
import { AUTHORS, FEW_SUBSCRIPTIONS, PUBLICATIONS, SUBSCRIPTIONS } from '../many-publications.ts';
import type { OurServerOptions } from '../our-server.ts';
import type { Row } from '../report.ts';
import { GROWTH_SHARE_MIN, toRow } from './speed-rows.ts';

const LIST = '/api/boards/enabled';
const PAGE = 12;
const FEED_SHARE_MIN = 0.8;
/** The servers are new, and answer their first 1,200 requests while V8 compiles their code. */
const FROM_THE_START = { warmUpSeconds: 3, rounds: 7 };

const log = pino({ level: 'warn' });

export async function measureFeed(databases: BenchDatabases, folder: string): Promise<Row[]> {
  const start = async (name: 'posts' | 'large'): Promise<ChildServer> =>
    startChild('our-server.ts', {
      connection: await databases.connect(name),
      dataDir: `${folder}/feed-${name}`,
      hasCache: false,
    } satisfies OurServerOptions);
  const [posts, ads] = [await start('posts'), await start('large')];
  const headersOf = await signIn(databases);
  const feed = (userId: number, query = ''): Contender => ({
    server: posts,
    path: `/api/publish/subscribed/get/${userId}?size=${PAGE}${query}`,
    headers: headersOf(userId),
  });
  const authorization = `Bearer ${await databases.tokenFor('large')}`;
  const list: Contender = { server: ads, path: LIST, headers: { authorization } };
  const [many, few] = [AUTHORS, AUTHORS - 1];
  const after = `&counts=0&after=${await findCursor(posts, feed(many, '&page=20'))}`;
  try {
    return [
      toRow(
        `Feed page of ${PAGE} of ${PUBLICATIONS.toLocaleString('en')} publications, ${SUBSCRIPTIONS.toLocaleString('en')} subscriptions`,
        'the list of 12 of 1,000,000 ads, signed in',
        FEED_SHARE_MIN,
        await compare(feed(many), list, FROM_THE_START),
      ),
      toRow(
        `The same, ${FEW_SUBSCRIPTIONS} subscriptions`,
        'the list of ads, signed in',
        FEED_SHARE_MIN,
        await compare(feed(few), list),
      ),
      toRow(
        'A page further down, by cursor, as the feed asks for it',
        'its first page',
        GROWTH_SHARE_MIN,
        await compare(feed(many, after), feed(many)),
      ),
      toRow(
        'Publications of one person',
        'the list of ads, signed in',
        FEED_SHARE_MIN,
        await compare(
          { server: posts, path: `/api/publish/get/by/user?user_id=77&size=${PAGE}`, headers: headersOf(many) },
          list,
        ),
      ),
    ];
  } finally {
    await Promise.all([posts.stop(), ads.stop()]);
  }
}

async function signIn(databases: BenchDatabases): Promise<(id: number) => Record<string, string>> {
  const { pool, db, close } = openDatabase<Database>(await databases.connect('posts'), { max: 1, log });
  const sessions = new SessionService({ pool, db, clock: () => new Date(), isStaffStrong: false });
  const tokens = new Map<number, string>();
  for (const id of [AUTHORS, AUTHORS - 1])
    tokens.set(id, await sessions.create(db, id, { ip: '127.0.0.1', userAgent: 'bench' }));
  await close();
  return (id) => ({ authorization: `Bearer ${tokens.get(id) ?? ''}` });
}

async function findCursor(server: ChildServer, { path, headers }: Contender): Promise<string> {
  const answer = await fetch(server.url + path, { headers: headers ?? {} });
  const { next } = (await answer.json()) as { next: string | null };
  if (next === null) throw new Error('The feed ends too early');
  return next;
}
