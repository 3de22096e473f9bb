import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DataExport, exportsApi } from '@app/contract/people/exports';
import { securityApi } from '@app/contract/people/security';
import { usersApi } from '@app/contract/people/users';
import type pg from 'pg';
import { pino } from 'pino';
import { buildServices } from '../../server/src/build-services.ts';
import { createRandom } from '../../server/src/demo/random.ts';
import { domains } from '../../server/src/domains.ts';
import { listJobs } from '../../server/src/jobs.ts';
import { erasePeople } from '../../server/src/people/auth/erase-people.job.ts';
import { buildExport } from '../../server/src/people/data-export/build-export.job.ts';
import { hashPassword } from '../../server/src/people/users/passwords/passwords.public.ts';
import { parseConfig } from '../../server/src/platform/config.ts';
import { registerDomains } from '../../server/src/platform/domain/domain.ts';
import { listUserDataExporters } from '../../server/src/platform/domain/user-data.ts';
import { unzip } from '../../server/test/formats/unzip.ts';
import { PATIENT_LIMITS } from '../../server/test/patient-limits.ts';
import { runQueuedJobs } from '../../server/test/queued-jobs.ts';
import { findInFiles, findTraces } from '../../server/test/trust/erasure/find-traces.ts';
import { checkLog } from '../load/check-log.ts';
import { createUsers } from '../load/people.ts';
import type { SimulatedUser } from '../load/person.ts';
import type { Stage } from '../load/stage.ts';
import { fillAccount } from './fill-account.ts';
import { countTriedAgain, insist, insistJson } from './insist.ts';
import { describeKills, judgeHits, liveThroughKills, openBalanced } from './kills.ts';
import { checkPersonalData, type LeftOver, type PersonTruth } from './personal-data-checks.ts';
import type { Trial } from './trial.ts';
import { isRunning, withDatabase } from './with-database.ts';

const NUMBERS = { people: 200, kills: 10 };
const LANES = 6;
const PASSWORD = 'parol-kanareiki-1';
const DAY_MS = 86_400_000;
/** After this time somebody who left is erased, and nothing that waits for a sweep waits any longer. */
const MONTH_DAYS = 31;
const PATIENCE_MS = 180_000;
const LOOK_EVERY_MS = 200;
/** Words that stand in everything of those who leave, and of nobody else. */
const WORDS = ['kanareika', 'Канарейка'];
const LEAVERS = { login: 'kanareika', phone: 6_000_000 };
const STAYERS = { login: 'snegir', phone: 7_000_000 };

const SABOTAGES: Readonly<Record<string, string>> = {
  row: `insert into feedback (user_id, email, message) select max(id), '', 'kanareika' from users`,
  person: `update users set firstname = 'Канарейка' where id = (select max(id) from users where firstname = 'Пользователь')`,
  archive: '',
};

interface Person {
  user: SimulatedUser;
  login: string;
  leaves: boolean;
  /** Of the files that the person uploaded. */
  sha256: string[];
  archiveProblems: string[];
}

/** People ask for their archive, half of them leave and are erased, while the process of jobs is killed in the middle of it. */
export const personalData: Trial = {
  numbers: NUMBERS,
  sabotages: Object.keys(SABOTAGES),
  minutes: ({ people = 0, kills = 0 }) => people / 80 + kills / 5 + 2,
  async run({ dataDir, numbers, seed, sabotage }) {
    const { people: count, kills } = { ...NUMBERS, ...numbers };
    registerDomains(domains);
    const random = createRandom(seed);
    const { stage, origin, close } = await openBalanced(dataDir);
    try {
      const people = await createPeople(stage.connection, count);
      return await withDatabase(stage.connection, async (database) => {
        const killed = await liveThroughKills({
          ...{ stage, random, kills },
          items: people,
          lanes: LANES,
          targets: ['jobs'],
          isInTheMiddle: (index) => isRunning(database, [index % 2 === 0 ? buildExport.name : erasePeople.name]),
          live: (person) => liveOn(origin, database, person, sabotage === 'archive'),
        });
        if (sabotage !== undefined && SABOTAGES[sabotage] !== '') await database.query(SABOTAGES[sabotage] ?? '');
        const erased = await listErased(database);
        const truth = people.map(
          ({ user: { id }, leaves, archiveProblems }): PersonTruth => ({
            ...{ id, leaves, archiveProblems, isErased: erased.has(id) },
          }),
        );
        await stage.jobs.kill();
        const left = await letMonthPass(stage, people);
        const leavers = people.filter(({ leaves }) => leaves).length;
        return {
          scene: `${count} people ask for their archive, ${leavers} of them leave and are erased, ${kills} kills, seed ${seed}; two web nodes, a process for jobs, ${stage.redis.what}`,
          checks: [
            ...checkPersonalData(truth, left),
            checkLog(stage.said(), [PASSWORD, ...WORDS, ...people.map(({ user }) => user.token)]),
          ],
          judged: [judgeHits('an archive or an erasure', killed)],
          told: [
            ...describeKills(killed),
            ['Calls that broke and were made anew', countTriedAgain().toLocaleString('en')],
          ],
          errors: stage.errors(),
          deaths: stage.deaths(),
        };
      });
    } finally {
      await close();
    }
  },
};

async function createPeople(connection: pg.PoolConfig, count: number): Promise<Person[]> {
  const common = {
    password_hash: await hashPassword(PASSWORD),
    paid_until: new Date(Date.now() + MONTH_DAYS * DAY_MS),
  };
  const leavers = await createUsers(connection, Math.floor(count / 2), LEAVERS, { ...common, firstname: 'Канарейка' });
  const stayers = await createUsers(connection, Math.ceil(count / 2), STAYERS, common);
  const make = (user: SimulatedUser, login: string, leaves: boolean): Person => ({
    ...{ user, login, leaves, sha256: [], archiveProblems: ['the person asked for none'] },
  });
  return stayers.flatMap((user, i) => {
    const leaver = leavers[i];
    return [make(user, `${STAYERS.login}${i}`, false), ...(leaver ? [make(leaver, `${LEAVERS.login}${i}`, true)] : [])];
  });
}

async function liveOn(origin: string, database: pg.Pool, person: Person, isSpoiled: boolean): Promise<void> {
  person.sha256 = await fillAccount(origin, person.user, `${person.login} пишет`);
  const problems = await tryArchive(origin, person, isSpoiled).catch((error: Error) => [error.message]);
  person.archiveProblems = problems;
  if (person.leaves) await leave(origin, database, person);
}

/** Asks for the archive, waits for it and returns what is wrong with it. */
async function tryArchive(
  origin: string,
  { user: { token }, login, sha256 }: Person,
  isSpoiled: boolean,
): Promise<string[]> {
  await insist(origin, {
    method: exportsApi.start.method,
    path: exportsApi.start.path,
    token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ current_password: PASSWORD }),
    // A repeat after a lost answer: the first one counts.
    accepts: [409, 429],
  });
  const look = (): Promise<DataExport> =>
    insistJson(origin, { method: exportsApi.get.method, path: exportsApi.get.path, token });
  let state = await look();
  const isOver = (): boolean => state.href !== null || state.state === 'failed';
  for (const deadline = Date.now() + PATIENCE_MS; !isOver() && Date.now() < deadline; state = await look())
    await sleep(LOOK_EVERY_MS);
  if (state.href === null) return [`its state is ${state.state}`];
  // As its page does, because proving oneself is good for five minutes only.
  await insistJson(origin, {
    method: securityApi.reauthenticate.method,
    path: securityApi.reauthenticate.path,
    token,
    body: { password: PASSWORD },
  });
  const { bytes } = await insist(origin, { method: 'GET', path: state.href, token });
  const content = isSpoiled ? bytes.subarray(0, -100) : bytes;
  const files = await unzip(content).catch((error: Error) => error);
  if (files instanceof Error) return [files.message];
  const wanted = ['index.html', ...Object.keys(listUserDataExporters()).map((name) => `data/${name}.json`)];
  const there = new Set([...files.values()].map((file) => createHash('sha256').update(file).digest('hex')));
  const profile: unknown = JSON.parse(files.get('data/profile.json')?.toString() ?? 'null');
  return [
    ...(content.length === state.bytes ? [] : [`${content.length} bytes instead of ${state.bytes}`]),
    ...wanted.filter((name) => !files.has(name)).map((name) => `${name} is missing`),
    ...sha256.filter((hash) => !there.has(hash)).map((hash) => `the file ${hash} is missing or changed`),
    ...(JSON.stringify(profile).includes(login) ? [] : ['the profile is not theirs']),
    ...['searches', 'ads', 'feedback', 'hidden_words']
      .filter((name) => !files.get(`data/${name}.json`)?.toString().includes(login))
      .map((name) => `data/${name}.json does not say what they wrote`),
  ];
}

/** Leaves; the letter goes out, a month passes, and the hourly job is asked to run. */
async function leave(origin: string, database: pg.Pool, { user: { id, token }, login }: Person): Promise<void> {
  await insist(origin, {
    method: usersApi.remove.method,
    path: usersApi.remove.path.replace('{id}', String(id)),
    token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ current_password: PASSWORD }),
    // A repeat after a lost answer finds no session any more.
    accepts: [401, 410],
  });
  await until(async () => {
    const { rows } = await database.query(
      'select from graphile_worker._private_jobs where payload::text like $1 and attempts < max_attempts',
      [`%${login}@%`],
    );
    return rows.length === 0;
  });
  await database.query(
    'update users set deleted_at = deleted_at - make_interval(days => $2) where id = $1 and deleted_at is not null',
    [id, MONTH_DAYS],
  );
  await database.query(`select graphile_worker.add_job($1, '{}'::json)`, [erasePeople.name]);
  await until(async () => (await listErased(database)).has(id));
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(LOOK_EVERY_MS))
    if (await holds()) return;
}

async function listErased(database: pg.Pool): Promise<Set<number>> {
  const { rows } = await database.query<{ id: number }>(
    `select id::int from users where firstname = 'Пользователь' and email not like '%@example.com'`,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Runs everything that is queued, and all that runs by the hour as if a month later, without the erasure itself: what the
 * killed ones left must be gone by then.
 */
async function letMonthPass(stage: Stage, people: readonly Person[]): Promise<LeftOver> {
  const { services, close } = await buildServices({
    config: parseConfig({ DATA_DIR: stage.filesDir, RATE_LIMITS: 'off', DEMO: 'off', LOG_LEVEL: 'silent' }),
    log: pino({ level: 'silent' }),
    connection: stage.connection,
    clock: () => new Date(Date.now() + MONTH_DAYS * DAY_MS),
    // The scan reads every row of every table, which takes longer than a request may.
    limits: PATIENT_LIMITS,
  });
  try {
    await runQueuedJobs({ services });
    for (const job of listJobs()) {
      const payload = job.payload.safeParse({});
      if (payload.success && job.name !== erasePeople.name) await job.run(services, payload.data);
    }
    await runQueuedJobs({ services });
    const words = [...WORDS, ...people.flatMap(({ leaves, sha256 }) => (leaves ? sha256 : []))];
    const { rows } = await services.pool.query<{ name: string }>(
      `select t.identifier || ': ' || coalesce(j.last_error, '') as name
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where j.attempts >= j.max_attempts`,
    );
    return {
      rows: await findTraces(services.db, words),
      files: await findInFiles(stage.filesDir, words),
      failedJobs: rows.map(({ name }) => name),
    };
  } finally {
    await close();
  }
}
