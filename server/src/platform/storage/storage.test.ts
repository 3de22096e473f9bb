import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ByteRange, createStorage, type Storage } from './storage.ts';

interface Store {
  storage: Storage;
  stop(): Promise<void>;
}

async function onDisk(folder: string): Promise<Store> {
  return { storage: await createStorage({ dataDir: folder }), stop: async () => {} };
}

async function onS3(folder: string): Promise<Store> {
  const peer = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'okolo', configs: [] }],
  });
  const address: AddressInfo = await peer.run();
  const storage = await createStorage({
    dataDir: folder,
    s3: { url: `http://127.0.0.1:${address.port}`, bucket: 'okolo', accessKey: 'S3RVER', secretKey: 'S3RVER' },
  });
  return { storage, stop: () => peer.close() };
}

describe.each([
  ['on disk', onDisk],
  ['in an S3 store', onS3],
])('files %s', (_name, start) => {
  let folder: string;
  let store: Store;
  let storage: Storage;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'okolo-storage-'));
    store = await start(path.join(folder, 'store'));
    storage = store.storage;
  });
  afterAll(async () => {
    await store.stop();
    await rm(folder, { recursive: true });
  });

  async function bytesOf(key: string, range?: ByteRange): Promise<Buffer> {
    const opened = await storage.open(key, range);
    if (!opened) throw new Error(`${key} is not there`);
    return buffer(opened.stream);
  }

  async function listed(prefix: string) {
    const found: { key: string; modifiedAt: Date }[] = [];
    for await (const entry of storage.list(prefix)) found.push(entry);
    return found;
  }

  async function fileOf(bytes: Buffer): Promise<string> {
    const file = path.join(folder, `source-${randomBytes(6).toString('hex')}`);
    await writeFile(file, bytes);
    return file;
  }

  // With 70,000 bytes, checksum framing used to leak into the stored file.
  test.each([0, 1, 70_000, 9 * 1024 * 1024])('%i bytes come back as they went in', async (size) => {
    const bytes = randomBytes(size);
    const key = `ab/cd/file-${size}.webp`;
    const source = await fileOf(bytes);
    await storage.put(key, source, 'image/webp');

    expect((await bytesOf(key)).equals(bytes)).toBe(true);
    expect(await storage.stat(key)).toEqual({ size, contentType: 'image/webp' });
    expect(await storage.has(key)).toBe(true);
  });

  test('a part of a file can be read, and its whole size is known', async () => {
    await storage.put('ab/cd/part.png', await fileOf(Buffer.from('0123456789')), 'image/png');
    const opened = await storage.open('ab/cd/part.png', { start: 3, end: 6 });
    expect(opened).toMatchObject({ size: 10, contentType: 'image/png' });
    opened?.stream.destroy();
    expect((await bytesOf('ab/cd/part.png', { start: 3, end: 6 })).toString()).toBe('3456');
  });

  test('storing again under the same key replaces the file', async () => {
    await storage.put('ab/twice.jpg', await fileOf(Buffer.from('before')), 'image/jpeg');
    await storage.put('ab/twice.jpg', await fileOf(Buffer.from('after')), 'image/jpeg');
    expect((await bytesOf('ab/twice.jpg')).toString()).toBe('after');
  });

  test('what is not there is not found, and removing it is no error', async () => {
    expect(await storage.open('no/such.webp')).toBeUndefined();
    expect(await storage.stat('no/such.webp')).toBeUndefined();
    expect(await storage.has('no/such.webp')).toBe(false);
    await storage.remove('no/such.webp');
  });

  test('a removed file is gone', async () => {
    await storage.put('ab/gone.webp', await fileOf(Buffer.from('x')), 'image/webp');
    await storage.remove('ab/gone.webp');
    expect(await storage.has('ab/gone.webp')).toBe(false);
  });

  test('listing gives the keys under a prefix with their age', async () => {
    for (const key of ['ls/aa/one.webp', 'ls/ab/two.webp', 'ls2/three.webp']) {
      await storage.put(key, await fileOf(Buffer.from(key)), 'image/webp');
    }
    const found = await listed('ls/');
    expect(found.map(({ key }) => key).sort()).toEqual(['ls/aa/one.webp', 'ls/ab/two.webp']);
    expect(found.every(({ modifiedAt }) => Math.abs(Date.now() - modifiedAt.getTime()) < 60_000)).toBe(true);
    expect(await listed('ls/a')).toHaveLength(2);
    expect(await listed('nothing/')).toEqual([]);
  });

  test.each(['../escape.webp', 'a/../b.webp', '/etc/passwd', '.incoming/x.webp', 'a//b.webp', 'ф.webp', 'a.exe', ''])(
    'the key %j is no key',
    async (key) => {
      await expect(storage.put(key, await fileOf(Buffer.from('x')), 'image/webp')).rejects.toThrow('does not fit');
      expect(await storage.open(key)).toBeUndefined();
      await storage.remove(key);
    },
  );

  test('a file that could not be stored leaves nothing', async () => {
    await expect(storage.put('ab/none.webp', path.join(folder, 'absent'), 'image/webp')).rejects.toThrow('ENOENT');
    expect(await storage.has('ab/none.webp')).toBe(false);
    const left = await readdir(path.join(folder, 'store', 'files', '.incoming')).catch(() => []);
    expect(left).toEqual([]);
  });
});
