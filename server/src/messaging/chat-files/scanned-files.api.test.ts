import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { uploadsApi } from '@app/contract/files/uploads';
import { adsApi } from '@app/contract/market/ads';
import { chatFilesApi } from '@app/contract/messaging/chat-files';
import { musicApi } from '@app/contract/publishing/music';
import { operationsApi } from '@app/contract/staff/operations';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listen } from '../../../test/nodes.ts';
import { tusClient, uploadIdOf } from '../../../test/tus-client.ts';
import { type ClamdPeer, EICAR, startClamdPeer } from '../../../test/uploads/clamd-peer.ts';
import { phonePhoto } from '../../../test/uploads/corpus.ts';
import { type Actor, createWorld, type TestFile, type World } from '../../../test/world.ts';
import { withUpload } from '../../files/uploads/uploads.public.ts';
import { watchOperations } from '../../staff/operations/watch-operations.job.ts';

let peer: ClamdPeer;
let world: World;
let anna: Actor;
beforeAll(async () => {
  peer = await startClamdPeer();
  world = await createWorld({ environment: { SCANNER_URL: peer.url, LOG_LEVEL: 'silent' } });
  anna = await world.user({ paid: true });
});
afterEach(() => {
  peer.says = undefined;
});
afterAll(async () => {
  await world.close();
  await peer.close();
});

const infected = (): Buffer => Buffer.concat([randomBytes(5000), EICAR]);
const file = (bytes: Uint8Array, field = 'file', name = 'invoice.pdf'): TestFile => ({
  ...{ field, name, bytes },
  type: 'application/octet-stream',
});
const send = (bytes: Uint8Array, headers: Record<string, string> = {}) =>
  world.call(anna, chatFilesApi.upload, { body: {}, files: [file(bytes)], headers });
const quarantined = () => readdir(world.services.media.quarantine.folder);
async function stored(): Promise<string[]> {
  const all: string[] = [];
  for await (const { key } of world.services.storage.list('')) all.push(key);
  return all;
}

test('a file that the scanner knows is refused in words, and nothing of it is kept', async () => {
  const before = await stored();
  const { statusCode, body } = await send(infected());
  expect([statusCode, body.code, body.message]).toEqual([
    422,
    'file_infected',
    'В этом файле найден вирус, поэтому он не принят',
  ]);
  expect(await stored()).toEqual(before);
  expect(await quarantined()).toEqual([]);
  expect(await world.services.db.selectFrom('chat_files').select('id').execute()).toEqual([]);
});

test('a clean file is scanned as it is given out, and only then stored', async () => {
  const bytes = randomBytes(700_000);
  const { statusCode, body } = await send(bytes);
  expect(statusCode).toBe(200);
  expect(peer.scanned.at(-1)?.equals(bytes)).toBe(true);
  const given = await world.app.inject({ url: body.url, headers: { cookie: `token=${anna.token}` } });
  expect(given.rawPayload.equals(bytes)).toBe(true);
});

test('while the scanner says nothing a file waits: 503, and the same request succeeds later', async () => {
  const [bytes, headers] = [randomBytes(4000), { 'idempotency-key': 'waits-for-the-scanner' }];
  peer.says = 'hangup';
  const refused = await send(bytes, headers);
  expect([refused.statusCode, refused.body.code, refused.headers['retry-after']]).toEqual([
    503,
    'scanner_unavailable',
    '30',
  ]);
  expect(await quarantined()).toEqual([]);
  peer.says = undefined;
  expect((await send(bytes, headers)).statusCode).toBe(200);
});

test('of an upload in parts nothing is lost while the scanner is away, and an infected one is thrown away', async () => {
  const client = tusClient(await listen(world.app), anna.token);
  const upload = async (bytes: Uint8Array): Promise<string> => {
    const address = await client.begin(bytes.length, 'audio', 'song.mp3');
    expect((await client.send(address, 0, bytes)).status).toBe(204);
    return uploadIdOf(address);
  };
  const use = (id: string) =>
    withUpload(world.services, { userId: anna.id }, id, 'audio', async ({ sha256 }, consume) => {
      await consume(world.services.db as never);
      return sha256;
    });
  const left = async () => (await world.call(anna, uploadsApi.list)).body.list.map(({ upload_id }) => upload_id);

  const clean = await upload(randomBytes(9000));
  peer.says = 'hangup';
  await expect(use(clean)).rejects.toMatchObject({ code: 'scanner_unavailable' });
  expect(await left()).toEqual([clean]);
  peer.says = undefined;
  expect(await use(clean)).toMatch(/^[0-9a-f]{64}$/);
  expect(await left()).toEqual([]);

  await expect(use(await upload(infected()))).rejects.toMatchObject({ code: 'file_infected' });
  expect(await left()).toEqual([]);
  expect(await readdir(path.join(world.services.config.dataDir, 'uploads'))).toEqual([]);
  expect(await quarantined()).toEqual([]);
});

test('tracks and photos pass the scanner too', async () => {
  const { body: playlist } = await world.call(anna, musicApi.addPlaylist, { body: { name: 'Лето' } });
  const track = await world.call(anna, musicApi.add, {
    body: { playlist_id: playlist.id },
    files: [file(infected(), 'audio', 'song.mp3')],
  });
  expect([track.statusCode, track.body.code]).toEqual([422, 'file_infected']);

  const photo = Buffer.concat([await phonePhoto({ megapixels: 0.1 }), EICAR]);
  const ad = await world.call(anna, adsApi.create, {
    body: { board_title: 'Лодка', board_description: 'Резиновая' } as never,
    files: [file(photo, 'board_photo[]', 'a.jpg')],
  });
  expect([ad.statusCode, ad.body.code]).toEqual([422, 'file_infected']);
});

test('those who run the site are told that the scanner does not answer, until it does', async () => {
  const operator = await world.user({ is_superuser: true });
  const warnings = async () => {
    await watchOperations.run(world.services, {});
    const { body } = await world.call(operator, operationsApi.statistics, { query: { days: 7 } });
    return body.warnings.map(({ what }) => what).filter((what) => what === 'scanner');
  };
  expect(await warnings()).toEqual([]);
  peer.says = 'hangup';
  expect(await warnings()).toEqual(['scanner']);
  peer.says = undefined;
  expect(await warnings()).toEqual([]);
});
