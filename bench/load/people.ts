import type pg from 'pg';
import { pino } from 'pino';
import { SessionService } from '../../server/src/people/auth/sessions.ts';
import { insertFriendship } from '../../server/src/people/circle/friendship.queries.ts';
import { type DemoUser, insertDemoUsers } from '../../server/src/people/users/users.public.ts';
import { openDatabase } from '../../server/src/platform/database/open-database.ts';
import type { Database } from '../../server/src/platform/database/tables.ts';
import { sampleUser } from '../../server/test/sample-user.ts';
import type { SimulatedUser } from './person.ts';

/** Neighboring pairs are connected at this interval, so that some users have several chats. */
const LINK_EVERY = 3;

const TALKERS = { login: 'talks', phone: 2_000_000 };

/** Friends in pairs. `series` keeps those of one call apart from those of another. */
export async function createUsers(
  connection: pg.PoolConfig,
  count: number,
  series = TALKERS,
  part: Partial<DemoUser> = {},
): Promise<SimulatedUser[]> {
  const { pool, db, close } = openDatabase<Database>(connection, { max: 4, log: pino({ level: 'error' }) });
  try {
    const rows = Array.from({ length: count }, (_, i) =>
      sampleUser(`${series.login}${i}`, `+7900${String(series.phone + i)}`, part),
    );
    const ids = await db.transaction().execute((tx) => insertDemoUsers(tx, rows));
    const others = new Map(ids.map((id) => [id, [] as number[]]));
    await db.transaction().execute(async (tx) => {
      for (const [one = 0, other = 0] of pairsOf(ids)) {
        await insertFriendship(tx, one, other, new Date());
        others.get(one)?.push(other);
        others.get(other)?.push(one);
      }
    });
    const sessions = new SessionService({ pool, db, clock: () => new Date(), isStaffStrong: false });
    const users: SimulatedUser[] = [];
    for (const id of ids) {
      const token = await sessions.create(db, id, { ip: '127.0.0.1', userAgent: 'load' });
      users.push({ id, token, others: others.get(id) ?? [] });
    }
    return users;
  } finally {
    await close();
  }
}

function pairsOf(ids: readonly number[]): number[][] {
  const pairs = Array.from({ length: Math.floor(ids.length / 2) }, (_, i) => ids.slice(i * 2, i * 2 + 2));
  const links = pairs.flatMap((_, i) => (i % LINK_EVERY === 0 ? [ids.slice(i * 2 + 1, i * 2 + 3)] : []));
  return [...pairs, ...links].filter(({ length }) => length === 2);
}
