import type pg from 'pg';
import { pino } from 'pino';
import { SessionService } from '../../server/src/people/auth/sessions.ts';
import { hashPassword } from '../../server/src/people/users/passwords/passwords.public.ts';
import { insertDemoUsers } from '../../server/src/people/users/users.public.ts';
import { openDatabase } from '../../server/src/platform/database/open-database.ts';
import type { Database } from '../../server/src/platform/database/tables.ts';
import { sampleUser } from '../../server/test/sample-user.ts';
import { KNOWN_IDS, KNOWN_PASSWORD } from '../../server/test/trust/hostile/hostile-input.ts';
import type { Sender } from '../../server/test/trust/hostile/hostile-requests.ts';

/** Whoever has a session. */
export type Member = Exclude<Sender, 'nobody'>;

export interface FuzzPerson {
  id: number;
  token: string;
}

export interface FuzzPeople {
  /** The person who sends the request of this number as a member of this kind. */
  find(who: Member, index: number): Promise<FuzzPerson>;
  /** Another subscriber. */
  make(): Promise<FuzzPerson>;
  /** A session that may end. */
  openSession(person: FuzzPerson): Promise<string>;
  /** Whoever was shut out gets a new session, or where that does not help another person. */
  renew(who: Member, index: number): Promise<void>;
  replaced(): number;
  close(): Promise<void>;
}

const DEVICE = { ip: '127.0.0.1', userAgent: 'fuzz' };
const DAY_MS = 86_400_000;

const KINDS: Readonly<Record<Member, { paid: boolean; is_superuser?: boolean; groups?: string[] }>> = {
  person: { paid: false },
  subscriber: { paid: true },
  manager: { paid: false, groups: ['manager'] },
  superuser: { paid: false, is_superuser: true },
};

/** People of the demo data send as persons, because they own what requests name; the others are made here. */
export async function openPeople(connection: pg.PoolConfig): Promise<FuzzPeople> {
  const { pool, db, close } = openDatabase<Database>(connection, { max: 8, log: pino({ level: 'error' }) });
  const sessions = new SessionService({ pool, db, clock: () => new Date(), isStaffStrong: false });
  const current = new Map<string, FuzzPerson>();
  const passwordHash = await hashPassword(KNOWN_PASSWORD);
  let made = 0;
  let replaced = 0;

  const { rows } = await pool.query<{ id: number }>(
    'select id from users where not is_superuser and id <= $1 order by id',
    [KNOWN_IDS],
  );
  const demoIds = rows.map(({ id }) => id);

  const createSession = (id: number): Promise<string> =>
    db.transaction().execute((tx) => sessions.create(tx, id, DEVICE));

  async function makePerson(who: Member): Promise<FuzzPerson> {
    made += 1;
    const { paid, ...rights } = KINDS[who];
    const row = sampleUser(`fuzzed${made}`, `+7901${String(1_000_000 + made)}`, {
      password_hash: passwordHash,
      lastname: `Пробин ${made}`,
      paid_until: paid ? new Date(Date.now() + 300 * DAY_MS) : null,
      ...rights,
    });
    const [id = 0] = await db.transaction().execute((tx) => insertDemoUsers(tx, [row]));
    return { id, token: await createSession(id) };
  }

  const placeOf = (who: Member, index: number): string => (who === 'person' ? `${who} ${index % demoIds.length}` : who);

  async function find(who: Member, index: number): Promise<FuzzPerson> {
    const place = placeOf(who, index);
    const known = current.get(place);
    if (known !== undefined) return known;
    const demoId = who === 'person' ? demoIds[index % demoIds.length] : undefined;
    const person = demoId === undefined ? await makePerson(who) : { id: demoId, token: await createSession(demoId) };
    current.set(place, person);
    return person;
  }

  return {
    find,
    make: () => makePerson('subscriber'),
    openSession: ({ id }) => createSession(id),
    async renew(who, index) {
      const person = await find(who, index);
      if ((await sessions.identify(person.token)) !== undefined) return;
      const token = await createSession(person.id).catch(() => undefined);
      const isBack = token !== undefined && (await sessions.identify(token)) !== undefined;
      if (!isBack) replaced += 1;
      current.set(placeOf(who, index), isBack ? { id: person.id, token } : await makePerson(who));
    },
    replaced: () => replaced,
    close,
  };
}
