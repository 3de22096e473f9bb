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
  const noRoute = { code: 'EHOSTUNREACH', syscall: 'connect' };
  expect(isDatabaseAway(Object.assign(new Error('connect EHOSTUNREACH'), noRoute))).toBe(true);
});

test('a standby that takes no writes means "not now", a feature that is missing does not', () => {
  const refused = (code: string, message: string) => isDatabaseAway(Object.assign(new Error(message), { code }));
  expect(refused('25006', 'cannot execute UPDATE in a read-only transaction')).toBe(true);
  expect(refused('0A000', 'cannot access temporary or unlogged relations during recovery')).toBe(true);
  expect(refused('0A000', 'FOR UPDATE is not allowed with aggregate functions')).toBe(false);
});

test('a missing file, a broken rule and a defect of ours do not', async () => {
  expect(isDatabaseAway(await failureOf(readFile('/nowhere/at/all')))).toBe(false);
  expect(isDatabaseAway(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false);
  expect(isDatabaseAway(new TypeError('undefined is not a function'))).toBe(false);
});
