import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type BaseLogger, pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createEmptyDatabase, type TestDatabase } from '../../../test/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { defineJob } from './job.ts';
import { countDeadJobs, createQueue, prepareQueue, type Queue } from './queue.ts';
import { startWorkers, type Workers } from './workers.ts';

interface Services {
  pool: pg.Pool;
  log: BaseLogger;
  done: string[];
}

const Note = z.object({ text: z.string() });
const note = defineJob({
  name: 'note',
  payload: Note,
  run: async ({ done }: Services, { text }) => void done.push(text),
});
const stumble = defineJob({
  name: 'stumble',
  payload: Note,
  run: async ({ done }: Services, { text }) => {
    done.push(text);
    if (done.length === 1) throw new Error('stumbled');
  },
});
const fall = defineJob({
  name: 'fall',
  payload: Note,
  maxAttempts: 1,
  run: async (_services: Services, { text }) => {
    throw new Error(`fell over ${text.length} letters`);
  },
});

let database: TestDatabase;
let logged: { level: number; msg: string; job?: string }[];
let services: Services;
let queue: Queue;
let workers: Workers;

beforeAll(async () => {
  database = await createEmptyDatabase();
  await prepareQueue(database.pool);
});

afterAll(() => database.drop());

beforeEach(async () => {
  logged = [];
  const memory = new Writable({
    write(line, _encoding, callback) {
      logged.push(JSON.parse(String(line)));
      callback();
    },
  });
  services = { pool: database.pool, log: pino(memory), done: [] };
  queue = createQueue({ db: database.db, log: services.log });
  workers = await startWorkers(services, [note, stumble, fall], { concurrency: 3, heartbeatMs: 100 });
});

afterEach(() => workers.stop());

const makeWaitingJobsDue = () => database.pool.query('update graphile_worker._private_jobs set run_at = now()');

const countJobs = async () => (await database.pool.query('select from graphile_worker.jobs')).rowCount;

test('a job runs once its transaction is committed, and never when it is rolled back', async () => {
  const { db } = database;
  await expect(
    db.transaction().execute(async (tx) => {
      await queue.add(tx, note, { text: 'lost' });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  await db.transaction().execute((tx) => queue.add(tx, note, { text: 'kept' }));
  await expect.poll(() => services.done).toEqual(['kept']);
});

test('jobs with one key that still wait are one job, with the last payload', async () => {
  const runAt = new Date(Date.now() + 3_600_000);
  for (const text of ['first', 'second', 'third']) await queue.add(database.db, note, { text }, { key: 'same', runAt });
  await queue.add(database.db, note, { text: 'other' }, { key: 'another' });
  await makeWaitingJobsDue();
  await expect.poll(() => services.done.toSorted()).toEqual(['other', 'third']);
});

test('a job that fails is tried again', async () => {
  await queue.add(database.db, stumble, { text: 'up' });
  await expect.poll(() => logged.map(({ msg }) => msg)).toContain('a job failed and will be tried again');
  await expect
    .poll(async () => {
      await makeWaitingJobsDue();
      return services.done;
    })
    .toEqual(['up', 'up']);
  await expect.poll(countJobs).toBe(0);
});

test('a job that fails for the last time is a dead letter: kept, counted and logged without its payload', async () => {
  await queue.add(database.db, fall, { text: 'secret' });
  await expect.poll(() => countDeadJobs(database.pool)).toBe(1);
  const alarm = logged.find(({ level }) => level >= 50);
  expect(alarm).toMatchObject({ job: 'fall', msg: 'a job failed for good: dead letter' });
  expect(JSON.stringify(logged)).not.toContain('secret');
  await database.pool.query('delete from graphile_worker._private_jobs');
});

test('a payload of the wrong shape is refused before it is queued', async () => {
  const wrong = { text: 1 } as unknown as z.input<typeof Note>;
  await expect(queue.add(database.db, note, wrong)).rejects.toThrow(z.ZodError);
});

test('a periodic job that several nodes ask for is queued once', async () => {
  const hour = 3_600_000;
  const nodes = [1, 2, 3].map(() => queue.every(hour, note, { text: 'tick' }));
  const askedAgain = async () =>
    (await database.pool.query<{ revision: number }>('select revision from graphile_worker.jobs')).rows;
  await expect.poll(askedAgain).toEqual([{ revision: 2 }]);
  await workers.stop();
  workers = await startWorkers(services, [note], { concurrency: 1 });
  await makeWaitingJobsDue();
  await expect.poll(() => services.done).toEqual(['tick']);
  for (const node of nodes) node.stop();
  await expect.poll(countJobs).toBe(0);
});

test('workers stop only after the rows of finished jobs are deleted, so that no other node runs these again', async () => {
  await workers.stop();
  const holder = await database.pool.connect();
  const slow = defineJob({
    name: 'slow',
    payload: Note,
    // Delays the DELETE that follows the run.
    run: async ({ done }: Services, { text }) => {
      await holder.query('begin');
      await holder.query('select from graphile_worker._private_jobs for update');
      done.push(text);
    },
  });
  workers = await startWorkers(services, [slow], { concurrency: 1 });
  await queue.add(database.db, slow, { text: 'once' });
  await expect.poll(() => services.done).toEqual(['once']);
  const stopped = workers.stop().then(() => 'stopped');
  expect(await Promise.race([stopped, sleep(300, 'stopping')])).toBe('stopping');
  await holder.query('commit');
  holder.release();
  await stopped;
  expect(await countJobs()).toBe(0);
});

test('the job of a worker killed in the middle is run by another', async () => {
  await workers.stop();
  const program = `
    import { pino } from 'pino';
    import { z } from 'zod';
    import { openDatabase } from '${import.meta.dirname}/../database/open-database.ts';
    import { startWorkers } from '${import.meta.dirname}/workers.ts';
    const log = pino({ level: 'silent' });
    const { pool } = openDatabase(JSON.parse(process.argv[1]), { max: 5, log });
    const hang = { name: 'note', payload: z.unknown(), maxAttempts: 8, run: () => new Promise(() => console.log('taken')) };
    await startWorkers({ pool, log }, [hang], { concurrency: 1, beatMs: 50 });
    setInterval(() => {}, 60_000);
  `;
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', program, JSON.stringify(database.connection)],
    {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await queue.add(database.db, note, { text: 'survives' });
  await once(child.stdout, 'data');

  workers = await startWorkers(services, [note], { concurrency: 1, heartbeatMs: 200 });
  child.kill('SIGKILL');
  await expect.poll(() => services.done).toEqual(['survives']);
});

test('a running job of a live worker is left alone', async () => {
  await workers.stop();
  // Looks for dead workers with a second's patience, so that a stall of the machine is no death.
  workers = await startWorkers(services, [note], { concurrency: 1, heartbeatMs: 500 });
  let finish = () => {};
  const long = defineJob({
    name: 'long',
    payload: Note,
    run: ({ done }: Services, { text }) => {
      done.push(text);
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    },
  });
  const [one, two] = await Promise.all(
    [1, 2].map(() => startWorkers(services, [long], { concurrency: 1, heartbeatMs: 100 })),
  );
  await queue.add(database.db, long, { text: 'long' });
  await expect.poll(() => services.done).toEqual(['long']);
  await queue.add(database.db, note, { text: 'later' }, { runAt: new Date(Date.now() + 2_000) });
  await expect.poll(() => services.done).toContain('later');
  finish();
  await Promise.all([one?.stop(), two?.stop()]);
  expect(services.done).toEqual(['long', 'later']);
  // The job's row is removed a moment after the run.
  await expect.poll(countJobs).toBe(0);
});

test('a job that the database gave to a worker that never heard of it is run', async () => {
  await workers.stop();
  const whose = defineJob({
    name: 'whose',
    payload: Note,
    run: async ({ pool, done }: Services) => {
      const { rows } = await pool.query<{ worker: string }>(
        `select locked_by as worker from graphile_worker.jobs where task_identifier = 'whose'`,
      );
      done.push(rows[0]?.worker ?? '');
    },
  });
  workers = await startWorkers(services, [note, whose], { concurrency: 1, heartbeatMs: 100 });
  await queue.add(database.db, whose, { text: '' });
  await expect.poll(() => services.done).toHaveLength(1);
  await queue.add(database.db, note, { text: 'unheard' }, { runAt: new Date(Date.now() + 3_600_000) });
  await database.pool.query(
    `update graphile_worker._private_jobs set run_at = now(), locked_at = now(), locked_by = $1
    where payload->>'text' = 'unheard'`,
    [services.done[0]],
  );
  await expect.poll(() => services.done, { timeout: 10_000 }).toContain('unheard');
  expect(logged).toContainEqual(expect.objectContaining({ msg: 'jobs that no worker was told of are run again' }));
});

test('a job that never ends keeps no node from stopping, and is tried again elsewhere', {
  tags: ['long'],
}, async () => {
  await workers.stop();
  const endless = defineJob({
    name: 'endless',
    payload: Note,
    run: ({ done }: Services, { text }) => {
      done.push(text);
      return done.length === 1 ? new Promise<void>(() => {}) : Promise.resolve();
    },
  });
  workers = await startWorkers(services, [endless], { concurrency: 1 });
  await queue.add(database.db, endless, { text: 'again' });
  await expect.poll(() => services.done).toEqual(['again']);
  await workers.stop();
  workers = await startWorkers(services, [endless], { concurrency: 1 });
  await expect
    .poll(async () => {
      await makeWaitingJobsDue();
      return services.done;
    })
    .toEqual(['again', 'again']);
  await expect.poll(countJobs).toBe(0);
});

test('jobs go on after the database has cut every connection', { tags: ['long'] }, async () => {
  const other = openDatabase<never>({ ...database.connection, database: 'postgres' }, { max: 1, log: services.log });
  await other.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    database.connection.database,
  ]);
  await other.close();
  const add = () => queue.add(database.db, note, { text: 'after' }).then(() => 'queued');
  await expect.poll(() => add().catch(() => 'not yet')).toBe('queued');
  await expect.poll(() => services.done).toContain('after');
});

test('workers that had no connection when they began run jobs once there is one', { tags: ['long'] }, async () => {
  await workers.stop();
  const { options } = database.pool;
  // The heartbeat and the wait for new jobs keep a connection each, and leave none to ask for jobs.
  const pool = new pg.Pool({ ...options, max: 2, connectionTimeoutMillis: 1000 });
  pool.on('error', () => {});
  workers = await startWorkers({ ...services, pool }, [note], { concurrency: 3, heartbeatMs: 100 });
  await queue.add(database.db, note, { text: 'late' });
  await sleep(2000);
  expect(services.done).toEqual([]);
  pool.options.max = 10;
  await expect.poll(() => services.done).toEqual(['late']);
  expect(logged.map(({ msg }) => msg)).toContain('the job workers get no jobs although the database answers');
  await workers.stop();
  await pool.end();
  workers = await startWorkers(services, [note], { concurrency: 1 });
});

test('five nodes that prepare an empty database at once all succeed', async () => {
  const empty = await createEmptyDatabase();
  const { log } = services;
  const nodes = [1, 2, 3, 4, 5].map(() => openDatabase<never>(empty.connection, { max: 2, log }));
  await Promise.all(nodes.map(({ pool }) => prepareQueue(pool)));
  expect(await countDeadJobs(empty.pool)).toBe(0);
  await Promise.all(nodes.map((node) => node.close()));
  await empty.drop();
});
