// @module-tag long
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatFile } from '@app/contract/messaging/chat-files';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepUploads } from '../../src/files/media/sweep-uploads.ts';
import { sweepChatFiles } from '../../src/messaging/chat-files/sweep-chat-files.job.ts';
import { phonePhoto } from '../uploads/corpus.ts';
import { type Actor, createWorld, encodeBody, type World } from '../world.ts';
import { type ApiNode, startApiNode } from './start-api-node.ts';

const PATIENCE_MS = 240_000;
const DAY_MS = 86_400_000;
/** Lifetimes of the nodes during the uploads; the last node finishes. */
const LIVES_MS = [150, 300, 500, 800];
const LANES = 3;

let world: World;
let person: Actor;
let node: ApiNode;
beforeAll(async () => {
  world = await createWorld();
  person = await world.user();
});
afterAll(async () => {
  node?.child.kill('SIGKILL');
  await world.close();
});

interface Upload {
  key: string;
  bytes: Buffer;
  name: string;
  acknowledged?: ChatFile;
}

async function send(upload: Upload): Promise<void> {
  const { key, bytes, name } = upload;
  const { payload, headers } = encodeBody({ body: {}, files: [{ field: 'file', name, type: 'x/y', bytes }] });
  const answer = await fetch(`${node.origin}/api/chat/files`, {
    method: 'PUT',
    body: payload as Buffer<ArrayBuffer>,
    headers: { ...headers, authorization: `Bearer ${person.token}`, 'idempotency-key': key },
  }).catch(() => undefined);
  const body = await answer?.json().catch(() => undefined);
  if (answer?.status === 200 && body) upload.acknowledged = body as ChatFile;
}

const stored = async (): Promise<string[]> => {
  const entries = await readdir(path.join(world.services.config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
};

test('nodes that are killed while files come in lose none that was acknowledged, and leave nothing of the others', {
  timeout: PATIENCE_MS,
}, async () => {
  const photos = await Promise.all([1, 2, 3].map((motif) => phonePhoto({ megapixels: 3, motif })));
  const uploads: Upload[] = Array.from({ length: 12 }, (_, i) => {
    const photo = photos[i % 6];
    return photo
      ? { key: `k${i}`, bytes: Buffer.concat([photo, randomBytes(8)]), name: 'a.jpg' }
      : { key: `k${i}`, bytes: randomBytes(6 * 2 ** 20), name: 'a.bin' };
  });
  const waiting = () => uploads.filter(({ acknowledged }) => acknowledged === undefined);
  let isOver = false;
  node = await startApiNode(world);
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    while (!isOver) {
      const mine = waiting().find((_upload, i) => i % LANES === lane) ?? waiting()[0];
      if (mine === undefined) return;
      await send(mine);
      if (mine.acknowledged === undefined) await sleep(50);
    }
  });
  for (const life of LIVES_MS) {
    await sleep(life);
    const ended = once(node.child, 'exit');
    node.child.kill('SIGKILL');
    await ended;
    node = await startApiNode(world);
  }
  // An upload interrupted by a kill that nobody resumes.
  const abandoned = { key: 'abandoned', bytes: randomBytes(40 * 2 ** 20), name: 'left.bin' };
  const { folder } = world.services.media.quarantine;
  const sending = send(abandoned);
  await expect.poll(() => readdir(folder), { interval: 5, timeout: 20_000 }).not.toEqual([]);
  const ended = once(node.child, 'exit');
  node.child.kill('SIGKILL');
  await Promise.all([ended, sending]);
  node = await startApiNode(world);
  await Promise.all(lanes);
  isOver = true;

  const headers = { cookie: `token=${person.token}` };
  for (const { acknowledged, bytes } of uploads) {
    const answer = await fetch(`${node.origin}${acknowledged?.url}`, { headers });
    expect(answer.status).toBe(200);
    if (acknowledged?.kind !== 'file') continue;
    const hash = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()));
    expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
  const { rows } = await sql<{ id: number }>`select id from chat_files where owner_id = ${person.id}`.execute(
    world.services.db,
  );
  const known = new Set(uploads.map(({ acknowledged }) => acknowledged?.id));
  expect(known.size).toBe(uploads.length);
  expect(rows.length - known.size).toBeLessThanOrEqual(1);
  await sql`update chat_files set state = 'sent', message_id = id, reader_ids = array[owner_id]
    where id = any (${[...known]}::bigint[])`.execute(world.services.db);

  const longAgo = new Date(Date.now() - DAY_MS);
  for (const name of await readdir(folder)) await utimes(path.join(folder, name), longAgo, longAgo);
  const later = { ...world.services, clock: () => new Date(Date.now() + 2 * DAY_MS) };
  await sweepUploads(later);
  await sweepChatFiles.run(later, {});
  expect(await readdir(folder)).toEqual([]);
  const kept = await sql<{ objects: number }>`
    select sum(case when kind = 'image' then cardinality(widths) else 1 end)::int as objects
    from (select distinct on (storage_key) kind, widths from chat_files) one`.execute(world.services.db);
  const incoming = await readdir(path.join(world.services.config.dataDir, 'files', '.incoming'));
  expect((await stored()).length - incoming.length).toBe(kept.rows[0]?.objects);
  for (const { acknowledged } of uploads)
    expect((await fetch(`${node.origin}${acknowledged?.url}`, { headers, method: 'HEAD' })).status).toBe(200);
});
