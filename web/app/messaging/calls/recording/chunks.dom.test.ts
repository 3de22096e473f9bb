import { beforeEach, expect, test } from 'vitest';
import { type FakeDisk, fakeDisk } from '../../../../test/fake-disk.ts';
import { clearChunks, findLeftRecordings, hasUnsavedRecordings, mayHaveLeftRecordings, openChunks } from './chunks.ts';

const [ANNA, BORIS] = [1, 2];
const DAY_MS = 86_400_000;
const WEBM = 'video/webm';
let disk: FakeDisk;

beforeEach(() => {
  localStorage.clear();
  disk = fakeDisk();
});

async function leave(viewerId: number, begunAt: number): Promise<void> {
  const pieces = await openChunks(viewerId, begunAt, WEBM);
  await pieces.add(new Blob(['piece']), 3000);
  disk.closePages();
}

test('what a page left behind is offered to whose it is, also after somebody else recorded in the same browser', async () => {
  const now = Date.now();
  await leave(ANNA, now - 2000);
  await leave(BORIS, now - 1000);
  const [own, ...more] = await findLeftRecordings(BORIS);
  expect([own?.begunAt, more]).toEqual([now - 1000, []]);
  await own?.chunks.remove();
  expect(await findLeftRecordings(BORIS)).toEqual([]);
  expect(mayHaveLeftRecordings()).toBe(true);
  expect((await findLeftRecordings(ANNA)).map(({ begunAt, ms, type }) => [begunAt, ms, type])).toEqual([
    [now - 2000, 3000, WEBM],
  ]);
});

test('what nobody came back for in a week is removed by whoever uses the browser', async () => {
  await leave(ANNA, Date.now() - 8 * DAY_MS);
  expect(await findLeftRecordings(BORIS)).toEqual([]);
  expect(disk.paths().filter((path) => path.includes('webm'))).toEqual([]);
  expect(mayHaveLeftRecordings()).toBe(false);
});

test('signing out leaves nothing of one’s recordings in the browser, and all of somebody else’s', async () => {
  await leave(ANNA, Date.now() - 2000);
  await leave(BORIS, Date.now() - 1000);
  expect(await hasUnsavedRecordings(ANNA)).toBe(true);
  await clearChunks(ANNA);
  expect(await hasUnsavedRecordings(ANNA)).toBe(false);
  expect(disk.paths().some((path) => path.startsWith(`call-recordings/${ANNA}/`) && path.includes('webm'))).toBe(false);
  expect(await hasUnsavedRecordings(BORIS)).toBe(true);
  await clearChunks(BORIS);
  expect(mayHaveLeftRecordings()).toBe(false);
});

test('what was saved is not asked about', async () => {
  const pieces = await openChunks(ANNA, Date.now(), WEBM);
  await pieces.add(new Blob(['piece']), 3000);
  expect(await hasUnsavedRecordings(ANNA)).toBe(true);
  await pieces.release();
  expect(await hasUnsavedRecordings(ANNA)).toBe(false);
});
