import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { UPLOADS_MAX, UPLOADS_MAX_BYTES, uploadsApi } from '@app/contract/files/uploads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../../../test/nodes.ts';
import { type TusClient, tusClient, uploadIdOf } from '../../../test/tus-client.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { Failure } from '../../platform/failure.ts';
import { sweepUploadsInParts } from './sweep-uploads.job.ts';
import { claimUpload, withUpload } from './uploads.public.ts';

const MB = 2 ** 20;
const DAY_MS = 86_400_000;

let world: World;
let origin: string;
let anna: Actor;
let boris: Actor;
let client: TusClient;
let now = Date.now();
beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  origin = await listen(world.app);
  anna = await world.user();
  boris = await world.user();
  client = tusClient(origin, anna.token);
});
afterAll(() => world.close());

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const codeOf = async (answer: Response): Promise<unknown> => ((await answer.json()) as { code?: unknown }).code;
const take = (id: string, actor = anna, purpose: 'post' | 'audio' = 'post') =>
  claimUpload(world.services, { userId: actor.id }, id, purpose);
/** Names of what is kept of uploads: on the node's disk and in the store. */
async function keptFiles(): Promise<string[]> {
  const names = await readdir(path.join(world.services.config.dataDir, 'uploads'));
  for await (const { key } of world.services.storage.list('private/uploads/')) names.push(key);
  return names;
}

async function finish(bytes: Uint8Array, name?: string): Promise<string> {
  const address = await client.begin(bytes.length, 'post', name);
  expect((await client.send(address, 0, bytes)).status).toBe(204);
  return uploadIdOf(address);
}

describe('an upload in parts', () => {
  test('comes whole, is listed meanwhile and becomes a received file', async () => {
    const bytes = randomBytes(3 * MB);
    const address = await client.begin(bytes.length, 'post', '../../etc/видео\u202e.mp4');
    expect(await client.offset(address)).toBe(0);
    const first = await client.send(address, 0, bytes.subarray(0, MB));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, String(MB)]);
    const { body } = await world.call(anna, uploadsApi.list);
    expect(body.list).toMatchObject([
      { upload_id: uploadIdOf(address), name: 'видео.mp4', bytes: bytes.length, received: MB, purpose: 'post' },
    ]);
    await expect(take(uploadIdOf(address))).rejects.toMatchObject({ code: 'upload_unfinished' });
    expect((await client.send(address, MB, bytes.subarray(MB))).status).toBe(204);
    const file = await take(uploadIdOf(address));
    expect(file).toMatchObject({ bytes: bytes.length, sha256: sha256(bytes), name: 'видео.mp4' });
    await world.services.media.quarantine.discard(file);
    expect((await world.call(anna, uploadsApi.list)).body.list).toEqual([]);
    expect(await client.offset(address)).toBe(-404);
    expect(await keptFiles()).toEqual([]);
  });

  test('goes on where the line broke', async () => {
    const bytes = randomBytes(8 * MB);
    const address = await client.begin(bytes.length, 'post');
    const line = new AbortController();
    let sent = 0;
    const half = new ReadableStream({
      async pull(stream) {
        if (sent >= bytes.length / 2) {
          line.abort();
          return new Promise(() => {});
        }
        stream.enqueue(bytes.subarray(sent, sent + 64 * 1024));
        sent += 64 * 1024;
      },
    });
    await client.send(address, 0, half, line.signal).catch(() => {});
    await expect.poll(() => client.offset(address)).toBeGreaterThan(0);
    let offset = await client.offset(address);
    while (offset < bytes.length) {
      await client.send(address, offset, bytes.subarray(offset, offset + 2 * MB));
      offset = await client.offset(address);
    }
    const file = await take(uploadIdOf(address));
    expect(file.sha256).toBe(sha256(bytes));
    await world.services.media.quarantine.discard(file);
  });

  test('takes no byte at a wrong place and none beyond what was announced', async () => {
    const address = await client.begin(100, 'post');
    expect((await client.send(address, 50, randomBytes(50))).status).toBe(409);
    expect((await client.send(address, 0, randomBytes(200))).status).toBeGreaterThanOrEqual(400);
    let parts = 0;
    const tooLong = new ReadableStream({
      pull: (stream) => (++parts > 100 ? stream.close() : stream.enqueue(randomBytes(64 * 1024))),
    });
    await client.send(address, 0, tooLong).catch(() => {});
    expect(await client.offset(address)).toBeLessThanOrEqual(100);
    expect((await client.remove(address)).status).toBe(204);
    expect(await client.offset(address)).toBe(-404);
  });

  test('has one place on this host, whatever a proxy is said to be called', async () => {
    const answer = await client.create(10, 'post', 'a', {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example;proto=https',
    });
    expect(answer.headers.get('location')).toMatch(/^\/api\/uploads\/[0-9a-f]{32}$/);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    await client.remove(answer.headers.get('location') ?? '');
  });
});

describe('who may', () => {
  test('nobody but its owner hears of an upload', async () => {
    const address = await client.begin(10, 'post');
    const other = tusClient(origin, boris.token);
    expect(await other.offset(address)).toBe(-404);
    expect((await other.send(address, 0, randomBytes(10))).status).toBe(404);
    expect((await other.remove(address)).status).toBe(404);
    expect(await tusClient(origin, 'no').offset(address)).toBe(-401);
    await expect(take(uploadIdOf(address), boris)).rejects.toMatchObject({ code: 'upload_not_found' });
    expect(await client.offset(address)).toBe(0);
    await client.remove(address);
  });

  test('another site’s page and a cookie alone are refused', async () => {
    const metadata = `purpose ${Buffer.from('post').toString('base64')}`;
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-metadata': metadata };
    const send = (more: Record<string, string>) =>
      fetch(`${origin}/api/uploads`, { method: 'POST', headers: { ...headers, ...more } });
    expect(await codeOf(await send({ cookie: `token=${anna.token}` }))).toBe('csrf');
    expect(await codeOf(await send({ authorization: `Bearer ${anna.token}`, origin: 'https://evil.example' }))).toBe(
      'cross_site',
    );
    const cookie = `token=${anna.token}; csrftoken=abc`;
    const made = await send({ cookie, 'x-csrftoken': 'abc' });
    expect(made.status).toBe(201);
    await client.remove(made.headers.get('location') ?? '');
  });
});

test('a method that is not taken is answered with those that are', async () => {
  const { statusCode, headers } = await world.app.inject({ method: 'PUT', url: '/api/uploads' });
  expect([statusCode, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
});

describe('limits', () => {
  test('what cannot be taken is refused before a byte of it comes', async () => {
    expect(await codeOf(await client.create(0, 'post'))).toBe('file_empty');
    expect(await codeOf(await client.create(1024 * MB + 1, 'post'))).toBe('file_too_large');
    expect(await codeOf(await client.create(120 * MB + 1, 'audio'))).toBe('file_too_large');
    expect(await codeOf(await client.create(10, 'other'))).toBe('invalid_input');
    const deferred = { 'upload-length': '', 'upload-defer-length': '1' };
    expect(await codeOf(await client.create(10, 'post', 'a', deferred))).toBe('invalid_input');
    expect(await codeOf(await client.create(10, 'post', 'a', { 'upload-metadata': 'a b c' }))).toBe('invalid_input');
    for (const extension of ['upload-concat', 'upload-defer-length'])
      expect(await codeOf(await client.create(10, 'post', 'a', { [extension]: '1' }))).toBe('invalid_input');
    expect((await world.call(anna, uploadsApi.list)).body.list).toEqual([]);
    expect(await keptFiles()).toEqual([]);
  });

  test('fifty at once do not get past what one person may have open', async () => {
    const person = await world.user();
    const mine = tusClient(origin, person.token);
    const each = Math.floor(UPLOADS_MAX_BYTES / 10);
    const answers = await Promise.all(Array.from({ length: UPLOADS_MAX }, () => mine.create(each, 'post')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const answer of refused) expect(await codeOf(answer)).toBe('unsent_full');
    for (const answer of answers.filter(({ status }) => status === 201))
      await mine.remove(answer.headers.get('location') ?? '');
    const small = await Promise.all(Array.from({ length: UPLOADS_MAX + 10 }, () => mine.create(10, 'post')));
    expect(small.filter(({ status }) => status === 201)).toHaveLength(UPLOADS_MAX);
    for (const answer of small) await mine.remove(answer.headers.get('location') ?? '');
  });

  test('a day later an upload that nobody went on with is gone, and its bytes', async () => {
    const address = await client.begin(MB, 'post');
    await client.send(address, 0, randomBytes(1000));
    now += DAY_MS + 1000;
    expect(await client.offset(address)).toBe(-404);
    await sweepUploadsInParts.run(world.services, {});
    expect(await keptFiles()).toEqual([]);
    now = Date.now();
  });
});

describe('using a finished upload', () => {
  test('of fifty who take it at once, one gets it', async () => {
    const id = await finish(randomBytes(1000));
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => take(id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'upload_not_found' });
      else await world.services.media.quarantine.discard(result.value);
    }
    expect(await readdir(world.services.media.quarantine.folder)).toEqual([]);
  });

  test('it is for what it was meant for only', async () => {
    const id = await finish(randomBytes(10));
    await expect(take(id, anna, 'audio')).rejects.toMatchObject({ code: 'upload_not_found' });
    await world.services.media.quarantine.discard(await take(id));
  });

  test('a defect leaves it for another try; a refusal throws it away', async () => {
    const id = await finish(randomBytes(10));
    const use = (outcome: Error) =>
      withUpload(world.services, { userId: anna.id }, id, 'post', () => Promise.reject(outcome));
    await expect(use(new Error('the disk is full'))).rejects.toThrow('the disk is full');
    await expect(use(new Failure('idempotency_mismatch'))).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    await expect(use(new Failure('unsupported_media'))).rejects.toMatchObject({ code: 'unsupported_media' });
    await expect(take(id)).rejects.toMatchObject({ code: 'upload_not_found' });
    expect(await keptFiles()).toEqual([]);
  });

  test('of fifty who use it at once, one settles it', async () => {
    const id = await finish(randomBytes(10));
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        withUpload(world.services, { userId: anna.id }, id, 'post', (_file, settle) =>
          world.services.db.transaction().execute(settle),
        ),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(world.services.media.quarantine.folder)).toEqual([]);
  });
});
