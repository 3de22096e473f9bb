import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { streamsApi } from '@app/contract/live/streams';
import { consentsApi } from '@app/contract/people/consents';
import type { ErrorBody } from '@app/contract/platform/endpoint';
import { staffDocumentsApi } from '@app/contract/staff/documents';
import { operationsApi } from '@app/contract/staff/operations';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { IngestClient } from '../../../test/media/ingest-client.ts';
import { MEDIA_SECRET, type RunningMedia, runMedia } from '../../../test/media/media-process.ts';
import { listen } from '../../../test/nodes.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { applySanction } from '../../trust/moderation/apply-sanction.ts';

let folder: string;
let media: RunningMedia;
let world: World;
let origin: string;
let leave: () => void;
let admin: Actor;
const encoders: IngestClient[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-keys-'));
  media = await runMedia(folder);
  world = await createWorld({ environment: { MEDIA_PORT: String(media.port), MEDIA_SECRET } });
  origin = await listen(world.app);
  leave = await world.services.mediaRooms.watch();
  admin = await world.user({ groups: ['admin'] });
  await vi.waitFor(() => expect(world.services.mediaRooms.isUp()).toBe(true), 20_000);
}, 60_000);
afterEach(() => {
  for (const encoder of encoders.splice(0)) encoder.close();
});
afterAll(async () => {
  leave();
  await media.close();
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

interface Streamer extends Actor {
  key: string;
}

async function streamer(): Promise<Streamer> {
  const actor = await world.user();
  return { ...actor, key: (await world.call(actor, streamsApi.createKey)).body.key };
}

async function encode(key: string): Promise<IngestClient> {
  const encoder = new IngestClient();
  encoders.push(encoder);
  return encoder.offer(`${origin}/whip`, key, 'SendOnly');
}

/** How an encoder with this key is refused. */
async function refusedByKey(key: string): Promise<unknown[]> {
  const headers = { 'content-type': 'application/sdp', authorization: `Bearer ${key}` };
  const response = await fetch(`${origin}/whip`, { method: 'POST', body: 'v=0', headers });
  const { code } = (await response.json()) as ErrorBody;
  return [response.status, code];
}

/** How the same person is refused in a browser. */
async function refusedInBrowser(actor: Actor): Promise<unknown[]> {
  const { statusCode, body } = await world.call(actor, streamsApi.add, { body: { theme: 'Эфир' } });
  return [statusCode, body.code];
}

async function countStreams({ id }: Actor): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from streams where user_id = ${id}`.execute(
    world.services.db,
  );
  return rows[0]?.count ?? 0;
}

const sanction = (person: Actor, kind: 'freeze' | 'limit' | 'suspend', perDay?: number) =>
  world.services.db.transaction().execute((tx) =>
    applySanction(world.services, tx, {
      ...{ userId: person.id, kind, perDay, object: '', caseId: null, rule: 'spam' },
      ...{ reason: 'Рассылка', evidence: {}, decidedBy: admin.id },
    }),
  );

const signedInAgain = async (person: Actor): Promise<Actor> => ({
  ...person,
  token: await world.services.sessions.create(world.services.db, person.id, { ip: '127.0.0.1', userAgent: 'test' }),
});

test('streaming needs no subscription, neither in a browser nor with a key', async () => {
  const [anna, maria] = [await streamer(), await streamer()];
  expect(await refusedInBrowser(anna)).toEqual([200, undefined]);
  expect((await encode(maria.key)).status).toBe(201);
});

test('a key of somebody suspended is no key, as their session is none', async () => {
  const anna = await streamer();
  await sanction(anna, 'suspend');
  expect(await refusedInBrowser(await signedInAgain(anna))).toEqual([401, 'unauthorized']);
  expect(await refusedByKey(anna.key)).toEqual([401, 'unauthorized']);
  expect(await countStreams(anna)).toBe(0);
});

test('somebody frozen is refused both ways, and what their encoder was sending ends', async () => {
  const anna = await streamer();
  expect((await encode(anna.key)).status).toBe(201);
  await sanction(anna, 'freeze');
  expect(await refusedInBrowser(await signedInAgain(anna))).toEqual([403, 'frozen']);
  expect(await refusedByKey(anna.key)).toEqual([403, 'frozen']);
  const { rows } = await sql`select state from streams where user_id = ${anna.id}`.execute(world.services.db);
  expect(rows).toEqual([{ state: 'ended' }]);
});

test('both ways count as one publication of somebody limited, and an encoder that reconnects does not count', async () => {
  const anna = await streamer();
  await sanction(anna, 'limit', 2);
  const sender = await encode(anna.key);
  expect(sender.status).toBe(201);
  const again = await encode(anna.key);
  expect([again.status, await countStreams(anna)]).toEqual([201, 1]);
  expect(await again.leave()).toBe(200);
  const { stream_id } = (await world.call(anna, streamsApi.add, { body: { theme: 'Эфир' } })).body;
  expect((await world.call(anna, streamsApi.edit, { body: { stream_id } })).statusCode).toBe(200);
  expect(await refusedByKey(anna.key)).toEqual([429, 'limited']);
  expect(await refusedInBrowser(anna)).toEqual([429, 'limited']);
  expect(await countStreams(anna)).toBe(2);
});

test('a key that was replaced opens nothing', async () => {
  const anna = await streamer();
  const { key } = (await world.call(anna, streamsApi.createKey)).body;
  expect(await refusedByKey(anna.key)).toEqual([401, 'unauthorized']);
  expect(await countStreams(anna)).toBe(0);
  expect((await encode(key)).status).toBe(201);
});

test('streams that are switched off are off both ways', async () => {
  const anna = await streamer();
  await world.call(admin, operationsApi.setFeature, { body: { feature: 'streams', is_on: 0 } });
  expect(await refusedInBrowser(anna)).toEqual([503, 'feature_off']);
  expect(await refusedByKey(anna.key)).toEqual([503, 'feature_off']);
  await world.call(admin, operationsApi.setFeature, { body: { feature: 'streams', is_on: 1 } });
  expect((await encode(anna.key)).status).toBe(201);
});

// The last test, because everybody has to accept afterwards.
test('who has not accepted the newest agreement opens no stream with a key, and one under way goes on', async () => {
  const [anna, maria] = [await streamer(), await streamer()];
  expect((await encode(maria.key)).status).toBe(201);
  const params = { name: 'agreement' } as const;
  const { number } = (await world.call(admin, staffDocumentsApi.get, { params })).body;
  await world.call(admin, staffDocumentsApi.saveDraft, {
    params,
    body: { revision: 0, based_on: number, lang: 'ru', title: 'Соглашение', description: 'О чём', text: 'Новое' },
  });
  const { body: published } = await world.call(admin, staffDocumentsApi.publish, {
    params,
    body: { revision: 1, changes: { ru: 'Новые правила' }, asks: 1 },
  });

  expect(await refusedInBrowser(anna)).toEqual([403, 'acceptance_required']);
  expect(await refusedByKey(anna.key)).toEqual([403, 'acceptance_required']);
  expect(await countStreams(anna)).toBe(0);
  expect([(await encode(maria.key)).status, await countStreams(maria)]).toEqual([201, 1]);

  await world.call(anna, consentsApi.accept, { body: { document: 'agreement', version: published.version } });
  expect((await encode(anna.key)).status).toBe(201);
  expect(await refusedInBrowser(maria)).toEqual([403, 'acceptance_required']);
});
