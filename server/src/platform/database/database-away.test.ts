import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { isDatabaseAway } from './database-away.ts';

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test('nobody listening, every connection taken, and an answer that takes too long, mean "not now"', async () => {
  const nobody = new pg.Client({ host: '127.0.0.1', port: 1 });
  expect(isDatabaseAway(await failureOf(nobody.connect()))).toBe(true);
  const noSocket = new pg.Client({ host: '/nowhere', port: 1 });
  expect(isDatabaseAway(await failureOf(noSocket.connect()))).toBe(true);
  expect(isDatabaseAway(new Error('timeout exceeded when trying to connect'))).toBe(true);
  expect(isDatabaseAway(new Error('Connection terminated unexpectedly'))).toBe(true);
  const broken = 'Client has encountered a connection error and is not queryable';
  expect(isDatabaseAway(new Error(broken))).toBe(true);
  expect(isDatabaseAway(Object.assign(new Error('terminating connection'), { code: '57P01' }))).toBe(true);
  expect(isDatabaseAway(Object.assign(new Error('canceling statement'), { code: '57014' }))).toBe(true);
});

test('a missing file, a broken rule and a defect of ours do not', async () => {
  expect(isDatabaseAway(await failureOf(readFile('/nowhere/at/all')))).toBe(false);
  expect(isDatabaseAway(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false);
  expect(isDatabaseAway(new TypeError('undefined is not a function'))).toBe(false);
});
