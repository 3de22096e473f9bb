import { readdir } from 'node:fs/promises';
import { PUBLISH_VIDEO_MAX_MS, type PublicationFile, publicationsApi } from '@app/contract/publishing/publications';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addDomain } from '../../../test/add-domain.ts';
import { runQueuedJobs } from '../../../test/queued-jobs.ts';
import { movingPicture, phonePhoto } from '../../../test/uploads/corpus.ts';
import { phoneVideo } from '../../../test/uploads/videos.ts';
import { type Actor, createWorld, type TestFile, type World } from '../../../test/world.ts';
import { findFfmpeg } from '../../files/media/ffmpeg.public.ts';
import { listPublicationFilesOf } from './export-publication-files.public.ts';
import {
  claimPublicationFiles,
  presentPublicationFiles,
  releasePublicationFiles,
  setAlts,
  setPoster,
} from './publication-files.public.ts';
import { sweepPublicationFiles } from './sweep-publication-files.job.ts';

const DAY_MS = 86_400_000;

let world: World;
let anna: Actor;
let boris: Actor;
let now = Date.now();
let publication = 1_000_000;
let stopAnswering: () => void;
const seersOf = new Map<number, readonly (number | null)[]>();
beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  anna = await world.user({ paid: true });
  boris = await world.user({ paid: true });
  stopAnswering = addDomain({
    mayView: { publication: async (_services, viewer, id) => seersOf.get(id)?.includes(viewer.userId) ?? false },
  });
});
afterAll(() => {
  stopAnswering();
  return world.close();
});
afterEach(async () => {
  world.services.media.ffmpeg = findFfmpeg;
  now = Date.now();
  await expect.poll(() => readdir(world.services.media.quarantine.folder)).toEqual([]);
});

const part = (bytes: Uint8Array, name = 'a.bin'): TestFile => ({ field: 'file', name, type: 'x/y', bytes });
const upload = (bytes: Uint8Array, actor = anna, key?: string) =>
  world.call(actor, publicationsApi.uploadFile, {
    body: {},
    files: [part(bytes)],
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const fileOf = async (id: number, actor = anna) =>
  (await world.call(actor, publicationsApi.file, { params: { id } })).body;
const get = (url: string, actor: Actor | null = anna, headers: Record<string, string> = {}) =>
  world.app.inject({ url, headers: { ...headers, ...(actor && { cookie: `token=${actor.token}` }) } });

async function sent(bytes: Uint8Array): Promise<PublicationFile> {
  const { statusCode, body } = await upload(bytes);
  expect({ statusCode, code: body.code }).toEqual({ statusCode: 200, code: undefined });
  return body;
}

async function publish(ids: readonly number[], seers: readonly (number | null)[]): Promise<number> {
  publication += 1;
  const mine = publication;
  seersOf.set(mine, seers);
  await world.services.db.transaction().execute((tx) => claimPublicationFiles(tx, anna.id, mine, ids));
  return mine;
}

describe('a photo', () => {
  test('is encoded anew and shown in its widths, to its owner until a publication holds it', async () => {
    const file = await sent(await phonePhoto({ megapixels: 3 }));
    expect(file).toMatchObject({ kind: 'photo', state: 'ready', hls: null, duration_ms: 0 });
    expect(Object.keys(file.variants)).toEqual(['400', '800', '1600']);
    expect([file.url, file.preview]).toEqual([file.variants['1600'], file.variants['800']]);
    const answer = await get(file.preview);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=10, must-revalidate',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    });
    for (const who of [boris, null]) expect((await get(file.preview, who)).statusCode).toBe(404);
    expect((await get(file.preview.replace('800', '801'))).statusCode).toBe(404);
    expect((await world.call(boris, publicationsApi.file, { params: { id: file.id } })).statusCode).toBe(404);
  });

  test('repeated under its key is stored once', async () => {
    const photo = await phonePhoto({ megapixels: 0.2, motif: 2 });
    const answers = await Promise.all([1, 2, 3].map(() => upload(photo, anna, 'once')));
    const ids = answers.filter(({ statusCode }) => statusCode === 200).map(({ body }) => body.id);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(1);
  });

  test.each(['gif'] as const)(
    'a moving one (%s) moves as a short silent film beside its still, and those that begin alike differ',
    { timeout: 60_000 },
    expectFilm,
  );
  test.each(['webp'] as const)(
    'a moving one (%s) moves as a short silent film beside its still, and those that begin alike differ',
    { tags: ['long'], timeout: 240_000 },
    expectFilm,
  );

  async function expectFilm(format: 'gif' | 'webp'): Promise<void> {
    const file = await sent(await movingPicture(format, 3));
    expect(file).toMatchObject({ kind: 'photo', motion: null, state: 'ready' });
    const other = await sent(await movingPicture(format, 2));
    await runQueuedJobs(world);
    const made = await fileOf(file.id);
    expect((await get(made.preview)).headers['content-type']).toBe('image/webp');
    const film = await get(made.motion ?? '');
    expect([film.statusCode, film.headers['content-type']]).toEqual([200, 'video/mp4']);
    expect(film.rawPayload.toString('latin1')).not.toContain('soun');
    expect(film.rawPayload.indexOf('moov')).toBeLessThan(film.rawPayload.indexOf('mdat'));
    const others = await get((await fileOf(other.id)).motion ?? '');
    expect(others.rawPayload.equals(film.rawPayload)).toBe(false);
    for (const who of [boris, null]) expect((await get(made.motion ?? '', who)).statusCode).toBe(404);
    const archived = [];
    for await (const { name } of listPublicationFilesOf(world.services, anna.id)) archived.push(name);
    expect(archived).toContain(`media/publication-${file.id}-photo.gif`);
  }

  test('a file of another kind is refused and leaves nothing', async () => {
    for (const bytes of [Buffer.from('just text'), Buffer.from('%PDF-1.7\n'), Buffer.from('#EXTM3U\n/etc/passwd')]) {
      expect((await upload(bytes)).body.code).toBe('unsupported_media');
    }
    expect((await upload(Buffer.alloc(0))).body.code).toBe('file_empty');
  });
});

describe('a video', () => {
  test('plays at once without what it said of places, and is then made anew with poster and renditions', {
    tags: ['long'],
    timeout: 120_000,
  }, async () => {
    const file = await sent(await phoneVideo({ size: '1280x720', rotation: 90 }));
    expect(file).toMatchObject({
      kind: 'video',
      state: 'processing',
      width: 720,
      height: 1280,
      hls: null,
      preview: '',
    });
    expect(file.duration_ms).toBeGreaterThan(1500);
    const meanwhile = await get(file.url);
    expect(meanwhile.headers['content-type']).toBe('video/mp4');
    expect(meanwhile.rawPayload.toString('latin1')).not.toContain('+55.7558');
    expect(meanwhile.rawPayload.indexOf('moov')).toBeLessThan(meanwhile.rawPayload.indexOf('mdat'));

    await runQueuedJobs(world);
    const made = await fileOf(file.id);
    expect(made).toMatchObject({ state: 'ready', progress: 100, width: 720, height: 1280 });
    expect(made.thumbhash).not.toBe('');
    const poster = await get(made.preview);
    expect([poster.statusCode, poster.headers['content-type']]).toEqual([200, 'image/webp']);
    const video = await get(made.url);
    expect(video.rawPayload.indexOf('moov')).toBeLessThan(video.rawPayload.indexOf('mdat'));
    const list = await get(made.hls ?? '');
    expect(list.headers['content-type']).toBe('application/vnd.apple.mpegurl');
    expect(list.body).toMatch(/RESOLUTION=360x640\n360\.m3u8/);
    expect(list.body).toMatch(/RESOLUTION=720x1280\n720\.m3u8/);
    const folder = (made.hls ?? '').replace(/[^/]+$/, '');
    const inner = await get(`${folder}360.m3u8`);
    expect(inner.body).toContain('URI="360.m4s"');
    const piece = await get(`${folder}360.m4s`, anna, { range: 'bytes=0-99' });
    expect([piece.statusCode, piece.rawPayload.length]).toEqual([206, 100]);
    for (const name of ['../x', '1080.m3u8', 'source', '360.bin', 'list', 'original.bin', '%2e%2e%2fvideo.mp4'])
      expect({ name, status: (await get(`${folder}${name}`)).statusCode }).toEqual({ name, status: 404 });
    for (const url of [made.url, made.preview, made.hls ?? ''])
      for (const who of [boris, null]) expect((await get(url, who)).statusCode).toBe(404);
  });

  test.each([
    ['hevcMov', false],
    ['webm', true],
    ['mkv', true],
    ['ts', true],
    ['mute', true],
    ['avi', false],
    ['ogv', false],
    ['3gp', false],
  ] as const)('%s is taken and made', { tags: ['long'], timeout: 120_000 }, async (kind, playsAtOnce) => {
    const file = await sent(await phoneVideo({ kind, size: '320x240' }));
    expect(file.url !== '').toBe(playsAtOnce);
    await runQueuedJobs(world);
    const made = await fileOf(file.id);
    expect(made).toMatchObject({ state: 'ready' });
    expect((await get(made.url)).headers['content-type']).toBe('video/mp4');
  });

  test('sound alone is no video', async () => {
    expect((await upload(await phoneVideo({ kind: 'sound' }))).body.code).toBe('unprocessable_video');
    const long = {
      kind: 'mute',
      size: '64x64',
      seconds: PUBLISH_VIDEO_MAX_MS / 1000 + 10,
      rate: '1/10',
    } as const;
    expect((await upload(await phoneVideo(long))).body.code).toBe('video_too_long');
  });

  test('its poster shows another moment when its owner says so', { tags: ['long'], timeout: 240_000 }, async () => {
    const file = await sent(await phoneVideo({ size: '320x240' }));
    await runQueuedJobs(world);
    const before = await fileOf(file.id);
    await world.services.db.transaction().execute((tx) => setPoster(world.services, tx, file.id, 1900));
    await runQueuedJobs(world);
    const after = await fileOf(file.id);
    expect(after.preview).not.toBe(before.preview);
    expect([(await get(after.preview)).statusCode, (await get(before.preview)).statusCode]).toEqual([200, 404]);
    expect(after.url).toBe(before.url);
  });

  test('where nothing makes videos, what browsers play is published as it was sent, and the rest is refused', async () => {
    world.services.media.ffmpeg = () => null;
    const file = await sent(await phoneVideo({ kind: 'webm', size: '320x240' }));
    expect(file).toMatchObject({ state: 'original', preview: '', hls: null });
    expect((await get(file.url)).headers['content-type']).toBe('video/webm');
    const { body } = await upload(await phoneVideo({ kind: 'hevcMov', size: '320x240' }));
    expect(body.code).toBe('unsupported_media');
  });

  test('what cannot be made fails after a few tries with what was sent still there, and its publication hears of it', {
    tags: ['long'],
    timeout: 60_000,
  }, async () => {
    const file = await sent(await phoneVideo({ size: '320x240', seconds: 3 }));
    const publishId = await publish([file.id], [anna.id]);
    const told: number[] = [];
    const stopListening = addDomain({
      on: { 'publication.videoFailed': async (_services, _tx, { publishId: id }) => void told.push(id) },
    });
    onTestFinished(stopListening);
    await sql`update post_files set mime = 'video/mp2t' where id = ${file.id}`.execute(world.services.db);
    await expect(runQueuedJobs(world)).rejects.toThrow();
    await runQueuedJobs(world);
    expect(await fileOf(file.id)).toMatchObject({ state: 'failed' });
    expect(told).toEqual([publishId]);
    await sql`update post_files set mime = 'video/mp4' where id = ${file.id}`.execute(world.services.db);
    expect((await get((await fileOf(file.id)).url)).statusCode).toBe(200);
  });

  test('what kills whoever reads it is not read for ever', async () => {
    const file = await sent(await phoneVideo({ size: '320x240', seconds: 1 }));
    await sql`update post_files set attempts = 4 where id = ${file.id}`.execute(world.services.db);
    await runQueuedJobs(world);
    expect(await fileOf(file.id)).toMatchObject({ state: 'failed' });
  });
});

describe('files of a publication', () => {
  test('are held in order by one publication, seen as it is seen, and cached by others only when everybody sees them', async () => {
    const files = [];
    for (const motif of [3, 4, 5]) files.push(await sent(await phonePhoto({ megapixels: 0.2, motif })));
    const ids = files.map(({ id }) => id).reverse();
    const id = await publish(ids, [anna.id, boris.id]);
    const shown = (await presentPublicationFiles(world.services, [id])).get(id) ?? [];
    expect(shown.map((file) => file.id)).toEqual(ids);
    const [first] = shown;
    expect((await get(first?.url ?? '', boris)).headers['cache-control']).toBe('private, max-age=10, must-revalidate');
    expect((await get(first?.url ?? '', null)).statusCode).toBe(404);
    expect(await fileOf(first?.id ?? 0, boris)).toMatchObject({ id: first?.id });

    const other = await publish([], [null, anna.id, boris.id]);
    const { db } = world.services;
    await expect(
      db.transaction().execute((tx) => claimPublicationFiles(tx, anna.id, other, ids)),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(db.transaction().execute((tx) => claimPublicationFiles(tx, boris.id, id, ids))).rejects.toMatchObject({
      code: 'not_found',
    });

    await db.transaction().execute(async (tx) => {
      await setAlts(tx, id, ['раз', 'два']);
      await claimPublicationFiles(tx, anna.id, id, ids.slice(0, 2).reverse());
    });
    const after = (await presentPublicationFiles(world.services, [id])).get(id) ?? [];
    expect(after.map((file) => [file.id, file.alt])).toEqual([
      [ids[1], 'два'],
      [ids[0], 'раз'],
    ]);
    expect((await get(shown[2]?.url ?? '')).statusCode).toBe(404);
    await db.transaction().execute((tx) => releasePublicationFiles(tx, id));
    expect((await get(first?.url ?? '')).statusCode).toBe(404);
  });

  test('everybody’s are kept by caches for minutes', async () => {
    const file = await sent(await phonePhoto({ megapixels: 0.2, motif: 6 }));
    await publish([file.id], [null, anna.id]);
    const answer = await get(file.url, null);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'public, max-age=10, must-revalidate']);
    const again = await get(file.url, null, { 'if-none-match': String(answer.headers.etag) });
    expect(again.statusCode).toBe(304);
  });

  test('of fifty publications that want one file, one gets it', async () => {
    const file = await sent(await phonePhoto({ megapixels: 0.2, motif: 7 }));
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) =>
        world.services.db.transaction().execute((tx) => claimPublicationFiles(tx, anna.id, 2_000_000 + i, [file.id])),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

test('what no publication took for a day is gone, and its bytes; what one holds stays', async () => {
  const { services } = world;
  const [kept, left] = [
    await sent(await phonePhoto({ megapixels: 0.2, motif: 8 })),
    await sent(await phonePhoto({ megapixels: 0.2, motif: 9 })),
  ];
  await publish([kept.id], [anna.id]);
  now += DAY_MS + 60_000;
  await sweepPublicationFiles.run(services, {});
  expect((await get(kept.url)).statusCode).toBe(200);
  expect((await get(left.url)).statusCode).toBe(404);
  const { rows } = await sql<{ key: string }>`select storage_key as key from post_files`.execute(services.db);
  const names = new Set(rows.map(({ key }) => key));
  for await (const { key } of services.storage.list('private/posts/')) {
    const base = key.replace(/(-\d+\.webp|(-[a-z0-9-]+)?\.bin)$/, '');
    const { rows: used } = await sql`
      select from post_files where ${base} in (storage_key, rendition_key, poster_key)`.execute(services.db);
    expect({ key, used: names.has(base) || used.length > 0 }).toEqual({ key, used: true });
  }
});

test('an own file that nothing shows can be taken back, another’s cannot', async () => {
  const file = await sent(await phonePhoto({ megapixels: 0.2, motif: 10 }));
  const drop = (actor: Actor) => world.call(actor, publicationsApi.removeFile, { params: { id: file.id } });
  expect((await drop(boris)).statusCode).toBe(404);
  expect((await drop(anna)).statusCode).toBe(200);
  expect((await drop(anna)).statusCode).toBe(404);
  expect((await get(file.url)).statusCode).toBe(404);
});
