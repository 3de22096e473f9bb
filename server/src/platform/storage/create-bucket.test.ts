import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { expect, test } from 'vitest';
import { createBucket } from './create-bucket.ts';

test('the bucket is created once, and a store that is away is an error', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'okolo-bucket-'));
  const peer = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [] });
  try {
    const { port }: AddressInfo = await peer.run();
    const config = { url: `http://127.0.0.1:${port}`, bucket: 'okolo', accessKey: 'S3RVER', secretKey: 'S3RVER' };
    expect(await createBucket(config)).toBe(true);
    expect(await createBucket(config)).toBe(false);
    await expect(createBucket({ ...config, url: 'http://127.0.0.1:1' })).rejects.toThrow();
  } finally {
    await peer.close();
    await rm(directory, { recursive: true });
  }
});
