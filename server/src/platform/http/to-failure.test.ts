import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { toFailure } from './to-failure.ts';

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test.runIf(process.platform === 'linux')('a disk without space is told as such', async () => {
  const failure = toFailure(await failureOf(writeFile('/dev/full', 'a photo')));
  expect({ status: failure.status, code: failure.code }).toEqual({ status: 507, code: 'disk_full' });
});

test('so is a database without space, and one that is away is asked again later', () => {
  expect(toFailure(Object.assign(new Error('could not extend file'), { code: '53100' })).code).toBe('disk_full');
  const away = toFailure(Object.assign(new Error('read-only'), { code: '25006' }));
  expect({ status: away.status, retryAfter: away.options.retryAfter }).toEqual({ status: 503, retryAfter: 5 });
});

test('a missing file and a defect of ours tell nothing', async () => {
  expect(toFailure(await failureOf(writeFile('/nowhere/at/all', ''))).code).toBe('internal');
  expect(toFailure(new TypeError('undefined is not a function')).code).toBe('internal');
});

test('a transaction that was rolled back for another one may be asked for again', () => {
  for (const code of ['40P01', '40001'])
    expect(toFailure(Object.assign(new Error('deadlock detected'), { code }))).toMatchObject({ code: 'not_ready' });
  expect(toFailure(Object.assign(new Error('duplicate key'), { code: '23505' })).code).toBe('internal');
});
