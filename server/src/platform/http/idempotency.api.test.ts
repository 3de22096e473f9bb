import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import type { Failure } from '../failure.ts';
import { type IdempotencyKey, purgeIdempotencyKeys, runIdempotent } from './idempotency.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

const key = (change: Partial<IdempotencyKey> = {}): IdempotencyKey => ({
  scope: 'user:1',
  key: 'k',
  endpoint: 'PUT /api/boards',
  fingerprint: 'f',
  ...change,
});

let made = 0;

const create = (idempotency: IdempotencyKey | undefined, after: () => Promise<void> = async () => {}) =>
  database.db.transaction().execute(async (tx) => {
    const result = await runIdempotent(tx, idempotency, async () => {
      made += 1;
      return made;
    });
    await after();
    return result;
  });

test('without a key every call creates', async () => {
  const [first, second] = [await create(undefined), await create(undefined)];
  expect(second.id).toBe(first.id + 1);
});

test('fifty calls at once with one key create once and all get the same', async () => {
  const before = made;
  const results = await Promise.all(Array.from({ length: 50 }, () => create(key({ key: 'storm' }))));
  expect(made).toBe(before + 1);
  expect(new Set(results.map(({ id }) => id)).size).toBe(1);
  expect(results.filter(({ repeated }) => !repeated)).toHaveLength(1);
});

test('a repeat while the first call still works without a transaction is told to wait', async () => {
  await sql`
    insert into idempotency_keys (scope, key, endpoint, fingerprint)
    values ('user:1', 'running', 'PUT /api/boards', 'f')`.execute(database.db);
  await expect(create(key({ key: 'running' }))).rejects.toMatchObject({ code: 'idempotency_running', status: 409 });
});

test('the same key of another caller, or for another call, is another key', async () => {
  const ids = [];
  for (const change of [{}, { scope: 'user:2' }, { endpoint: 'POST /api/signup' }]) {
    ids.push((await create(key({ key: 'shared', ...change }))).id);
  }
  expect(new Set(ids).size).toBe(3);
});

test('the same key with other input is refused', async () => {
  await create(key({ key: 'once' }));
  const code = await create(key({ key: 'once', fingerprint: 'g' })).catch((failure: Failure) => failure.code);
  expect(code).toBe('idempotency_mismatch');
});

test('a creation that fails frees its key', async () => {
  const failing = create(key({ key: 'again' }), () => Promise.reject(new Error('rolled back')));
  await expect(failing).rejects.toThrow('rolled back');
  expect(await create(key({ key: 'again' }))).toMatchObject({ repeated: false });
});

test('a key is deleted after a day and no earlier', async () => {
  const age = (hours: number) =>
    sql`update idempotency_keys set created_at = now() - ${hours} * interval '1 hour' where key = 'aged'`.execute(
      database.db,
    );
  await create(key({ key: 'aged' }));
  await age(23);
  await purgeIdempotencyKeys(database.db);
  expect(await create(key({ key: 'aged' }))).toMatchObject({ repeated: true });
  await age(25);
  await purgeIdempotencyKeys(database.db);
  expect(await create(key({ key: 'aged' }))).toMatchObject({ repeated: false });
});
