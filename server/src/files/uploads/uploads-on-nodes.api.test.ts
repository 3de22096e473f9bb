import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { uploadsApi } from '@app/contract/files/uploads';
import S3rver from 's3rver';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTwoNodes, type TestNode } from '../../../test/nodes.ts';
import { startApiNode } from '../../../test/trust/start-api-node.ts';
import { type TusClient, tusClient, uploadIdOf } from '../../../test/tus-client.ts';
import type { Actor, World } from '../../../test/world.ts';
import { sweepUploadFiles } from './sweep-upload-files.ts';
import { claimUpload } from './uploads.public.ts';

const MB = 2 ** 20;

let root: string;
let store: S3rver;
let environment: Record<string, string>;
let world: World;
let second: TestNode;
let anna: Actor;
let clients: TusClient[];

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'okolo-nodes-'));
  store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: path.join(root, 's3'),
    configureBuckets: [{ name: 'okolo', configs: [] }],
  });
  const { port } = await store.run();
  environment = {
    S3_URL: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'okolo',
    S3_ACCESS_KEY: 'S3RVER',
    S3_SECRET_KEY: 'S3RVER',
  };
  const nodes = await startTwoNodes({ environment }, { config: { dataDir: path.join(root, 'second') } });
  ({ world, second } = nodes);
  anna = await world.user();
  clients = [nodes.origin, second.origin].map((origin) => tusClient(origin, anna.token));
  return nodes.close;
});
afterAll(async () => {
  await store.close();
  await rm(root, { recursive: true });
});

const on = (n: number): TusClient => {
  const client = clients[n % clients.length];
  if (client === undefined) throw new Error('no node');
  return client;
};
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A body whose end never comes. */
const openEnded = (bytes: Uint8Array): ReadableStream => new ReadableStream({ start: (body) => body.enqueue(bytes) });

async function takeOn({ services }: Pick<TestNode, 'services'>, address: string) {
  const file = await claimUpload(services, { userId: anna.id }, uploadIdOf(address), 'post');
  await services.media.quarantine.discard(file);
  return file;
}

async function storedChunks(): Promise<number> {
  let count = 0;
  for await (const _object of world.services.storage.list('private/uploads/')) count += 1;
  return count;
}

test('four parts that reach two nodes in turn make one file, taken on either node', async () => {
  for (const taker of [world, second]) {
    const bytes = randomBytes(4 * MB);
    const address = await on(0).begin(bytes.length, 'post');
    for (const part of [0, 1, 2, 3]) {
      expect(await on(part + 1).offset(address)).toBe(part * MB);
      const answer = await on(part).send(address, part * MB, bytes.subarray(part * MB, (part + 1) * MB));
      expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, String((part + 1) * MB)]);
    }
    expect(await takeOn(taker, address)).toMatchObject({ bytes: bytes.length, sha256: sha256(bytes) });
    for (const n of [0, 1]) expect(await on(n).offset(address)).toBe(-404);
  }
  expect(await storedChunks()).toBe(0);
});

test('a wrong place is a conflict and a discarded upload is gone, whichever node is asked', async () => {
  const address = await on(0).begin(100, 'post');
  expect((await on(1).send(address, 50, randomBytes(50))).status).toBe(409);
  expect((await on(0).send(address, 0, randomBytes(60))).status).toBe(204);
  expect((await on(1).send(address, 0, randomBytes(60))).status).toBe(409);
  expect((await on(1).remove(address)).status).toBe(204);
  expect((await on(0).send(address, 60, randomBytes(40))).status).toBe(404);
  expect(await storedChunks()).toBe(0);
});

test('of nodes that receive the same bytes at once, one adds them and the other says conflict', async () => {
  const bytes = randomBytes(300_000);
  const address = await on(0).begin(bytes.length, 'post');
  for (let at = 0; at < bytes.length; at += 50_000) {
    const part = bytes.subarray(at, at + 50_000);
    const answers = await Promise.all([0, 1, 2, 3].map((n) => on(n).send(address, at, part)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409]);
  }
  expect(await storedChunks(), 'small chunks are joined as they come').toBe(1);
  expect((await takeOn(second, address)).sha256).toBe(sha256(bytes));
});

test('a node that is killed between parts and within one is made up for by another', { tags: ['long'] }, async () => {
  const bytes = randomBytes(3 * MB);
  const address = await on(0).begin(bytes.length, 'post');
  const dying = await startApiNode(world, { environment: { ...environment, DATA_DIR: path.join(root, 'third') } });
  const third = tusClient(dying.origin, anna.token);
  expect((await third.send(address, 0, bytes.subarray(0, MB))).status).toBe(204);
  const hanging = third.send(address, MB, openEnded(bytes.subarray(MB, MB + 1000))).catch(() => {});
  const ended = once(dying.child, 'exit');
  dying.child.kill('SIGKILL');
  await Promise.all([ended, hanging]);
  expect(await on(1).offset(address)).toBe(MB);
  expect((await on(1).send(address, MB, bytes.subarray(MB, 2 * MB))).status).toBe(204);
  expect((await on(0).send(address, 2 * MB, bytes.subarray(2 * MB))).status).toBe(204);
  expect((await takeOn(world, address)).sha256).toBe(sha256(bytes));
});

test('tus-js-client goes on with its upload on another node after the first was killed', {
  tags: ['long'],
}, async () => {
  const bytes = randomBytes(3 * MB);
  const dying = await startApiNode(world, { environment: { ...environment, DATA_DIR: path.join(root, 'fourth') } });
  const options = {
    chunkSize: MB,
    retryDelays: null,
    headers: { authorization: `Bearer ${anna.token}` },
    metadata: { purpose: 'post', filename: 'видео.mp4' },
  };
  const ended = once(dying.child, 'exit');
  const broken = await new Promise<Upload>((resolve, reject) => {
    const upload = new Upload(bytes, {
      ...options,
      endpoint: `${dying.origin}/api/uploads`,
      onChunkComplete: () => dying.child.kill('SIGKILL'),
      onError: () => resolve(upload),
      onSuccess: () => reject(new Error('The upload survived its node')),
    });
    upload.start();
  });
  await ended;
  const address = new URL(broken.url ?? '').pathname;
  expect(await on(0).offset(address)).toBeGreaterThanOrEqual(MB);
  const offsets: number[] = [];
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(bytes, {
      ...options,
      uploadUrl: `${second.origin}${address}`,
      onProgress: (sent) => offsets.push(sent),
      onError: reject,
      onSuccess: () => resolve(),
    });
    upload.start();
  });
  expect(offsets[0]).toBeGreaterThanOrEqual(MB);
  expect(await takeOn(world, address)).toMatchObject({ sha256: sha256(bytes), name: 'видео.mp4' });
});

test('a body longer than one chunk is stored as it comes', async () => {
  const bytes = randomBytes(17 * MB);
  const address = await on(0).begin(bytes.length, 'post');
  const line = new AbortController();
  const sending = on(0)
    .send(address, 0, openEnded(bytes.subarray(0, 9 * MB)), line.signal)
    .catch(() => {});
  await expect
    .poll(async () => (await world.call(anna, uploadsApi.list)).body.list[0]?.received)
    .toBeGreaterThanOrEqual(8 * MB);
  const offset = await on(1).offset(address);
  expect((await on(1).send(address, offset, bytes.subarray(offset))).status).toBe(204);
  line.abort();
  await sending;
  expect((await takeOn(world, address)).sha256).toBe(sha256(bytes));
});

test('a body of several chunks goes on after a small one, and of two nodes one takes it', async () => {
  const bytes = randomBytes(26 * MB);
  const address = await on(0).begin(bytes.length, 'post');
  expect((await on(0).send(address, 0, bytes.subarray(0, 100_000))).status).toBe(204);
  const answers = await Promise.all([0, 1].map((n) => on(n).send(address, 100_000, bytes.subarray(100_000))));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect(await storedChunks()).toBe(4);
  expect((await takeOn(second, address)).sha256).toBe(sha256(bytes));
});

test('a folder that nodes share serves as the store as well', async () => {
  const nodes = await startTwoNodes();
  const person = await nodes.world.user();
  const [one, two] = [nodes.origin, nodes.second.origin].map((origin) => tusClient(origin, person.token));
  const bytes = randomBytes(20);
  const address = (await one?.begin(20, 'post')) ?? '';
  expect((await two?.send(address, 0, bytes.subarray(0, 10)))?.status).toBe(204);
  expect((await one?.send(address, 10, bytes.subarray(10)))?.status).toBe(204);
  const { services } = nodes.second;
  const file = await claimUpload(services, { userId: person.id }, uploadIdOf(address), 'post');
  expect(file.sha256).toBe(sha256(bytes));
  await nodes.close();
});

test('what the version before received into a file of a node goes on from there on every node', async () => {
  const bytes = randomBytes(1000);
  const address = await on(0).begin(bytes.length, 'post');
  const folder = path.join(second.services.config.dataDir, 'uploads');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, uploadIdOf(address)), bytes.subarray(0, 400));
  await sweepUploadFiles(second.services);
  expect(await readdir(folder)).toEqual([]);
  expect(await on(0).offset(address)).toBe(400);
  expect((await on(0).send(address, 400, bytes.subarray(400))).status).toBe(204);
  expect((await takeOn(second, address)).sha256).toBe(sha256(bytes));
});
