// @module-tag long
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { publicationsApi } from '@app/contract/publishing/publications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimUpload } from '../../src/files/uploads/uploads.public.ts';
import { tusClient, uploadIdOf } from '../tus-client.ts';
import { phoneVideo } from '../uploads/videos.ts';
import { type Actor, createWorld, type World } from '../world.ts';
import { type ApiNode, startApiNode } from './start-api-node.ts';

const MB = 2 ** 20;
/** What a node stores at once; only the bytes after it are lost with the node. */
const CHUNK_BYTES = 8 * MB;
const PATIENCE_MS = 180_000;

let world: World;
let person: Actor;
let node: ApiNode;
beforeAll(async () => {
  world = await createWorld();
  person = await world.user({ paid: true });
  node = await startApiNode(world);
}, PATIENCE_MS);
afterAll(async () => {
  node?.child.kill('SIGKILL');
  await world.close();
});

async function killNode(): Promise<void> {
  const ended = once(node.child, 'exit');
  node.child.kill('SIGKILL');
  await ended;
}

/** Half of the bytes, then silence on an open connection. */
function halfOf(bytes: Buffer): ReadableStream {
  let at = 0;
  return new ReadableStream({
    pull(stream) {
      if (at >= bytes.length / 2) return new Promise(() => {});
      stream.enqueue(bytes.subarray(at, at + 256 * 1024));
      at += 256 * 1024;
    },
  });
}

test('a node that is killed in the middle of an upload goes on where it stopped, to the very byte', {
  timeout: PATIENCE_MS,
}, async () => {
  const bytes = randomBytes(40 * MB);
  let client = tusClient(node.origin, person.token);
  const address = await client.begin(bytes.length, 'post', 'video.mp4');
  const sending = client.send(address, 0, halfOf(bytes)).catch(() => {});
  await expect.poll(() => listed(address), { timeout: 60_000 }).toBeGreaterThanOrEqual(2 * CHUNK_BYTES);
  await killNode();
  await sending;
  node = await startApiNode(world);
  client = tusClient(node.origin, person.token);
  const offset = await client.offset(address);
  expect(offset).toBeGreaterThan(0);
  expect(offset).toBeLessThan(bytes.length);
  expect((await client.send(address, offset, bytes.subarray(offset))).status).toBe(204);
  const taken = await claimUpload(world.services, { userId: person.id }, uploadIdOf(address), 'post');
  expect(taken.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  await world.services.media.quarantine.discard(taken);
});

async function listed(address: string): Promise<number> {
  const answer = await fetch(`${node.origin}/api/uploads`, { headers: { authorization: `Bearer ${person.token}` } });
  const { list } = (await answer.json()) as { list: { upload_id: string; received: number }[] };
  return list.find(({ upload_id }) => upload_id === uploadIdOf(address))?.received ?? 0;
}

test('a node that is killed while it uses an upload loses nothing: the same call makes one file', {
  timeout: PATIENCE_MS,
}, async () => {
  const bytes = await phoneVideo({ size: '320x240', seconds: 3 });
  const client = tusClient(node.origin, person.token);
  const address = await client.begin(bytes.length, 'post', 'video.mp4');
  expect((await client.send(address, 0, bytes)).status).toBe(204);
  const use = async (): Promise<{ status: number; id?: number }> => {
    const answer = await fetch(node.origin + publicationsApi.uploadFile.path, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'use-once',
      },
      body: JSON.stringify({ upload_id: uploadIdOf(address) }),
    }).catch(() => undefined);
    if (answer === undefined) return { status: 0 };
    const { id } = (await answer.json()) as { id?: number };
    return { status: answer.status, id };
  };
  const first = use();
  await new Promise((resolve) => setTimeout(resolve, 150));
  await killNode();
  await first;
  node = await startApiNode(world);
  const [one, two] = [await use(), await use()];
  expect(one.status).toBe(200);
  expect(two).toEqual(one);
  const { count } = await world.services.db
    .selectFrom('post_files')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(1);
});
