import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createEmptyDatabase, type TestDatabase } from '../../../test/database.ts';
import { domains } from '../../domains.ts';
import { migrate } from '../database/migrate.ts';
import { listDeadJobs, reviveDeadJobs } from './dead-jobs.ts';
import { FORMER_JOB_NAMES } from './former-job-names.ts';
import { defineJob } from './job.ts';
import { createQueue, prepareQueue } from './queue.ts';
import { startWorkers, type Workers } from './workers.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');
const log = pino({ level: 'silent' });
const renames = Object.entries(FORMER_JOB_NAMES);
const names = renames.map(([, name]) => name).toSorted();

let database: TestDatabase;
let workers: Workers | undefined;
const done: string[] = [];
const jobs = names.map((name) =>
  defineJob({
    name,
    payload: z.object({ text: z.string() }),
    run: async (_services: object, { text }) => void done.push(`${name} ${text}`),
  }),
);

beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrate(database.pool, MIGRATIONS, log, { upTo: '0050_rename_to_glossary.sql' });
  await prepareQueue(database.pool);
});
afterAll(async () => {
  await workers?.stop();
  await database.drop();
});

async function queueByFormerNames(text: string): Promise<void> {
  for (const [former] of renames) {
    await database.pool.query(
      `select graphile_worker.add_job($1, json_build_object('text', $2::text), queue_name => $1, job_key => $1 || ':' || $2)`,
      [former, text],
    );
  }
}

const doneWith = (text: string) => done.filter((entry) => entry.endsWith(` ${text}`)).toSorted();
const eachWith = (text: string) => names.map((name) => `${name} ${text}`);

test('each former name leads to a job of today', () => {
  const known = new Set(
    domains
      .flatMap(({ jobs = [], periodicJobs = [] }) => [...jobs, ...periodicJobs.map(({ job }) => job)])
      .map(({ name }) => name),
  );
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  expect(renames.filter(([former]) => known.has(former))).toEqual([]);
});

test('jobs that wait under a former name are replaced by their keys and run after the migration, dead ones when revived', async () => {
  await queueByFormerNames('waiting');
  await queueByFormerNames('dead');
  await database.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts where payload ->> 'text' = 'dead'`,
  );
  await migrate(database.pool, MIGRATIONS, log);

  const queue = createQueue({ db: database.db, log });
  for (const job of jobs) await queue.add(database.db, job, { text: 'replaced' }, { key: 'waiting', lane: job.name });
  workers = await startWorkers({ pool: database.pool, log }, jobs, { concurrency: 4 });
  await expect.poll(() => doneWith('replaced')).toEqual(eachWith('replaced'));
  expect(doneWith('waiting')).toEqual([]);

  const dead = await listDeadJobs(database.db, { limit: 100, offset: 0 });
  expect(dead.map(({ name }) => name).toSorted()).toEqual(names);
  for (const { name } of dead) await reviveDeadJobs(database.db, { name });
  await expect.poll(() => doneWith('dead')).toEqual(eachWith('dead'));
});

test('a job that an older node queues after the migration runs', async () => {
  await queueByFormerNames('late');
  await expect.poll(() => doneWith('late')).toEqual(eachWith('late'));
});
