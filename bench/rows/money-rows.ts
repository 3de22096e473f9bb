import { Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { CommitDialect } from '../../server/src/platform/database/commit-work.ts';
import { openDatabase } from '../../server/src/platform/database/open-database.ts';
import type { Database, Db } from '../../server/src/platform/database/tables.ts';
import { startChild } from '../child-server.ts';
import type { BenchDatabases } from '../databases.ts';
import { compare } from '../load.ts';
import type { OurServerOptions } from '../our-server.ts';
import type { Row } from '../report.ts';
import { toRow } from './speed-rows.ts';

const LIST = '/api/boards/enabled';
const PROMOTED = 300;
/** A page of 12 with three promoted ones between them. */
const CARDS = 15;
const PROMOTED_SHARE_MIN = 0.8;
const LANES = 8;

const log = pino({ level: 'warn' });

export async function measureMoney(databases: BenchDatabases, folder: string): Promise<Row[]> {
  const connection = await databases.connect('small');
  const { pool, close } = openDatabase<Database>(connection, { max: LANES, log });
  const db = new Kysely<Database>({ dialect: new CommitDialect({ pool }) });
  try {
    await promote(db);
    const server = await startChild('our-server.ts', {
      connection,
      dataDir: `${folder}/money`,
      hasCache: false,
    } satisfies OurServerOptions);
    try {
      return [
        toRow(
          `List of ads with ${PROMOTED} of them promoted, \`promoted=1\`, computed for each request`,
          'the same list without them, as many cards',
          PROMOTED_SHARE_MIN,
          await compare({ server, path: `${LIST}?promoted=1` }, { server, path: `${LIST}?size=${CARDS}` }),
        ),
      ];
    } finally {
      await server.stop();
    }
  } finally {
    await sql`delete from promotions`.execute(db);
    await close();
  }
}

async function promote(db: Db): Promise<void> {
  await sql`
    insert into promotions (user_id, ad_id, ad_title, kind, days, price_kopecks, guaranteed_views, starts_at, ends_at)
    select owner_id, id, title, case when id % 2 = 0 then 'raise' else 'highlight' end, 7, 22900, 70, now(), now() + interval '7 days'
    from ads where is_public order by id desc limit ${PROMOTED}`.execute(db);
}
