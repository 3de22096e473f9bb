import { randomBytes, randomInt } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readlink, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { IMAGE_MAX_BYTES, imageUrls } from '@app/contract/files/media';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { pino } from 'pino';
import S3rver from 's3rver';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { phonePhoto, truncated } from '../../../test/uploads/corpus.ts';
import { registerDomains } from '../../platform/domain/domain.ts';
import type { Sessions } from '../../platform/http/viewer.ts';
import { createStorage, type Storage } from '../../platform/storage/storage.ts';
import { createImageAccess, type ImageHolder, requirePublic } from './image-access.ts';
import { claimImages, createMedia, type Media, type MediaImage, releaseImages } from './media.public.ts';
import { registerMedia } from './media.routes.ts';
import { sweepMedia } from './sweep-media.job.ts';

/** Stands for the domains that show images: whoever claimed one shows it to everybody. */
const CLAIMED_IMAGES: ImageHolder = { joins: sql``, isShownTo: () => sql<boolean>`m.state = 'claimed'` };
/** A session whose token is the id of its user. */
const identify: Sessions['identify'] = async (token) => ({
  userId: Number(token),
  sessionId: 1,
  isStaff: false,
  isSuperuser: false,
  permissions: new Set(),
  isPaid: false,
  toldPermissions: [],
  lacksSecondFactor: false,
  isFrozen: false,
  isLimited: false,
});
const sessions: Sessions = { identify, identifyForPage: identify, listEnded: async () => [] };

const HOUR_MS = 60 * 60 * 1000;
const log = pino({ level: 'silent' });

let dataDir: string;
let database: TestDatabase;
let storage: Storage;
let media: Media;
let app: FastifyInstance;
let owner: number;
let stranger: number;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'okolo-media-'));
  database = await createTestDatabase();
  storage = await createStorage({ dataDir });
  media = await createMedia({ config: { dataDir }, storage, db: database.db, log });
  app = Fastify();
  app.register(cookie);
  app.setErrorHandler((error: { status?: number; code?: string }, _request, reply) =>
    reply.code(error.status ?? 500).send({ code: error.code }),
  );
  registerDomains([{ name: 'test', imageHolders: [CLAIMED_IMAGES] }]);
  registerMedia(app, { storage, db: database.db, sessions });
  owner = await person();
  stranger = await person();
});
afterAll(async () => {
  await app.close();
  await media.close();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

async function person(): Promise<number> {
  const name = `P${String(randomInt(2 ** 40))}`.replace(/[01]/g, 'Z');
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into users (login, email, firstname, lastname, password_hash, referral_code)
     values ($1, $1 || '@example.test', 'Анна', 'Ким', '', $1) returning id`,
    [name],
  );
  return rows[0]?.id ?? 0;
}

async function somePicture(): Promise<Buffer> {
  return sharp(randomBytes(90 * 120 * 3), { raw: { width: 90, height: 120, channels: 3 } })
    .png()
    .toBuffer();
}

async function upload(
  bytes: Buffer,
  ownerId: number | null = owner,
  kind: 'photo' | 'avatar' = 'photo',
): Promise<MediaImage> {
  const file = await media.quarantine.receive(Readable.from([bytes]), { maxBytes: IMAGE_MAX_BYTES, kinds: ['image'] });
  return media.createImage(file, kind, ownerId);
}

const claim = (ownerId: number | null, ids: number[]) =>
  database.db.transaction().execute((tx) => claimImages(tx, ownerId, ids));
const release = (ids: number[]) => database.db.transaction().execute((tx) => releaseImages(tx, ids));

const findRow = (id: number) =>
  database.db.selectFrom('media_images').selectAll().where('id', '=', id).executeTakeFirst();

const sweepIn = (hours: number) =>
  sweepMedia.run({ db: database.db, storage, media, clock: () => new Date(Date.now() + hours * HOUR_MS) }, {});

/** As the owner of the pictures, who sees them also before anything shows them. */
const get = (url: string, headers?: Record<string, string | undefined>) =>
  app.inject({ url, headers: { authorization: `Bearer ${owner}`, ...headers } });
const isStored = (url: string) => storage.has(url.replace('/media/', ''));
const statusOf = async (url: string) => (await get(url)).statusCode;

test('a phone photo becomes a stored picture that pages can show at once', async () => {
  const image = await upload(await phonePhoto({ megapixels: 3 }));
  expect(image).toMatchObject({ width: 1500, height: 2000, thumbhash: expect.stringMatching(/^[\w+/]+=*$/) });
  expect(image.src).toBe(image.variants[800]);
  expect(image.src).toMatch(/^\/media\/([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{60}-800\.webp$/);
  for (const [width, url] of Object.entries(image.variants)) {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    const metadata = await sharp(answer.rawPayload).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: Math.min(Number(width), 1500) });
    expect(metadata.exif).toBeUndefined();
  }
  expect(await readdir(media.quarantine.folder)).toEqual([]);
});

test('the addresses can be made from a row alone, in SQL as well', async () => {
  const image = await upload(await somePicture(), owner, 'avatar');
  const { rows } = await database.pool.query(
    `select base_key, kind, widths, '/media/' || base_key || '-256.webp' as src from media_images where id = $1`,
    [image.id],
  );
  expect(rows[0].src).toBe(image.src);
  expect(imageUrls(rows[0])).toEqual({ src: image.src, variants: image.variants });
});

test('a broken picture is refused and leaves neither file nor row', async () => {
  const count = () =>
    database.pool.query('select count(*)::int as rows from media_images').then(({ rows }) => rows[0].rows);
  const before = await count();
  for (const { bytes } of (await truncated()).filter((sample) => sample.bytes.length > 0)) {
    await expect(upload(bytes)).rejects.toMatchObject({ code: 'unprocessable_image' });
  }
  expect(await count()).toBe(before);
  expect(await readdir(media.quarantine.folder)).toEqual([]);
});

test('a picture can be claimed once, by its owner only, and all of a request or none', async () => {
  const [first, second] = [await upload(await somePicture()), await upload(await somePicture())];
  await expect(claim(stranger, [first.id])).rejects.toMatchObject({ code: 'not_found' });
  await expect(claim(owner, [first.id, 999_999_999])).rejects.toMatchObject({ code: 'not_found' });
  expect(await findRow(first.id)).toMatchObject({ state: 'unclaimed', claimed_at: null });

  const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => claim(owner, [first.id, second.id])));
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await findRow(first.id)).toMatchObject({ state: 'claimed', claimed_at: expect.any(Date) });
});

test('a picture of nobody is claimed by nobody', async () => {
  const { id } = await upload(await somePicture(), null);
  await expect(claim(owner, [id])).rejects.toMatchObject({ code: 'not_found' });
  await claim(null, [id]);
});

test('an unclaimed picture lives for a day, a claimed one for good, a released one for another day', async () => {
  const [forgotten, claimed] = [await upload(await somePicture()), await upload(await somePicture())];
  await claim(owner, [claimed.id]);
  await sweepIn(23);
  expect(await statusOf(forgotten.src)).toBe(200);
  await sweepIn(25);
  expect(await findRow(forgotten.id)).toBeUndefined();
  for (const url of Object.values(forgotten.variants)) expect(await isStored(url)).toBe(false);
  expect(await statusOf(claimed.src)).toBe(200);

  await release([claimed.id]);
  await database.pool.query(`update media_images set created_at = now() - interval '30 days' where id = $1`, [
    claimed.id,
  ]);
  await expect.poll(() => statusOf(claimed.src), { timeout: 5000 }).toBe(404);
  await sweepIn(23);
  expect(await isStored(claimed.src)).toBe(true);
  await sweepIn(25);
  expect(await findRow(claimed.id)).toBeUndefined();
  expect(await isStored(claimed.src)).toBe(false);
});

test('the same picture of two people is stored once and lives until the last of them lets go', async () => {
  const bytes = await somePicture();
  const [one, two] = await Promise.all([upload(bytes), upload(bytes, stranger)]);
  expect(one.src).toBe(two.src);
  await claim(owner, [one.id]);
  await sweepIn(25);
  expect(await findRow(two.id)).toBeUndefined();
  expect(await statusOf(one.src)).toBe(200);
  await release([one.id]);
  await sweepIn(25);
  expect(await isStored(one.src)).toBe(false);
});

test('a picture sent again while its files are swept away is there in the end', async () => {
  const bytes = await somePicture();
  for (let round = 0; round < 10; round++) {
    const image = await upload(bytes);
    const [again] = await Promise.all([upload(bytes), releaseAndSweep(image.id)]);
    expect(await statusOf(again.src)).toBe(200);
    await releaseAndSweep(again.id);
  }
});

async function releaseAndSweep(id: number): Promise<void> {
  await database.pool.query(
    `update media_images set state = 'garbage', released_at = now() - interval '2 days', created_at = now() - interval '2 days' where id = $1`,
    [id],
  );
  await sweepIn(0);
}

test('files that never got a row go after a day, fresh ones and other things stay', async () => {
  const source = path.join(dataDir, 'orphan');
  await writeFile(source, 'x');
  const key = (first: string) => `${first}${first}/${first}${first}/${first.repeat(64)}-400.webp`;
  for (const name of [key('a'), key('b'), 'other/thing.png']) {
    await storage.put(name, source, name.endsWith('.png') ? 'image/png' : 'image/webp');
  }
  const old = new Date(Date.now() - 25 * HOUR_MS);
  for (const name of [key('a'), 'other/thing.png']) await utimes(path.join(dataDir, 'files', name), old, old);
  await sweepIn(0);
  expect(await storage.has(key('a'))).toBe(false);
  expect(await storage.has(key('b'))).toBe(true);
  expect(await storage.has('other/thing.png')).toBe(true);
});

test('what a killed process left in quarantine goes after an hour', async () => {
  const { folder } = media.quarantine;
  await writeFile(path.join(folder, 'left-file'), 'x');
  await mkdir(path.join(folder, 'left.out'));
  await writeFile(path.join(folder, 'left.out', '400.webp'), 'x');
  await sweepIn(0);
  expect(await readdir(folder)).toHaveLength(2);
  await sweepIn(1.1);
  expect(await readdir(folder)).toEqual([]);
});

test('a picture that nothing shows is its owner’s alone', async () => {
  const image = await upload(await somePicture());
  const own = await get(image.src);
  expect([own.statusCode, own.headers['cache-control']]).toEqual([200, 'private, max-age=10, must-revalidate']);
  expect(own.headers.vary).toBe('Cookie, Authorization');
  expect(own.headers['cross-origin-resource-policy']).toBeUndefined();
  for (const headers of [{}, { authorization: `Bearer ${stranger}` }])
    expect((await app.inject({ url: image.src, headers })).statusCode).toBe(404);
});

test('twelve pictures of a page cost one query, and none while their permission is known', async () => {
  const images = await Promise.all(Array.from({ length: 12 }, async () => upload(await somePicture())));
  await claim(
    owner,
    images.map(({ id }) => id),
  );
  let queries = 0;
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const access = createImageAccess({ db });
  const requireAll = () =>
    Promise.all(images.map(({ src }) => requirePublic(access, src.replace(/^\/media\/|-\d+\.webp$/g, ''))));
  await requireAll();
  await requireAll();
  expect(queries).toBe(1);
});

test('pictures for all are asked for again after seconds and can do nothing but be looked at', async () => {
  const image = await upload(await somePicture());
  await claim(owner, [image.id]);
  const answer = await get(image.src);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(answer.rawPayload.length),
    'cache-control': 'public, max-age=10, must-revalidate',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'accept-ranges': 'bytes',
  });
  const known = await get(image.src, { 'if-none-match': `W/"other", ${answer.headers.etag}` });
  expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0]);
  expect(await get(image.src, { 'if-none-match': '"other"' })).toMatchObject({ statusCode: 200 });

  const head = await app.inject({ method: 'HEAD', url: image.src });
  expect([head.statusCode, head.rawPayload.length, head.headers['content-length']]).toEqual([
    200,
    0,
    answer.headers['content-length'],
  ]);
});

test('a part of a picture can be fetched', async () => {
  const image = await upload(await somePicture());
  const whole = await get(image.src);
  const part = await get(image.src, { range: 'bytes=10-19' });
  expect(part.statusCode).toBe(206);
  expect(part.headers['content-range']).toBe(`bytes 10-19/${whole.rawPayload.length}`);
  expect(part.rawPayload.equals(whole.rawPayload.subarray(10, 20))).toBe(true);
  expect(await get(image.src, { range: 'bytes=99999999-' })).toMatchObject({ statusCode: 416 });
  expect(await get(image.src, { range: 'bytes=0-1,4-5' })).toMatchObject({ statusCode: 200 });
  expect(await get(image.src, { range: 'bytes=0-1', 'if-range': '"other"' })).toMatchObject({ statusCode: 200 });
});

test('pictures live in an S3 store just the same', async () => {
  const peer = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: path.join(dataDir, 's3'),
    configureBuckets: [{ name: 'okolo', configs: [] }],
  });
  const { port } = await peer.run();
  const s3 = { url: `http://127.0.0.1:${port}`, bucket: 'okolo', accessKey: 'S3RVER', secretKey: 'S3RVER' };
  const remote = await createStorage({ dataDir, s3 });
  const remoteMedia = await createMedia({ config: { dataDir }, storage: remote, db: database.db, log });
  const site = Fastify();
  site.register(cookie);
  registerMedia(site, { storage: remote, db: database.db, sessions });

  const [bytes, limits] = [await somePicture(), { maxBytes: IMAGE_MAX_BYTES, kinds: ['image'] as const }];
  const image = await remoteMedia.createImage(
    await remoteMedia.quarantine.receive(Readable.from([bytes]), limits),
    'photo',
    owner,
  );
  const headers = { authorization: `Bearer ${owner}` };
  const whole = await site.inject({ url: image.src, headers });
  expect(whole).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/webp' } });
  expect(await sharp(whole.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 90 });
  const part = await site.inject({ url: image.src, headers: { ...headers, range: 'bytes=-5' } });
  expect(part).toMatchObject({ statusCode: 206 });
  expect(part.rawPayload.equals(whole.rawPayload.subarray(-5))).toBe(true);

  const clock = () => new Date(Date.now() + 25 * HOUR_MS);
  await sweepMedia.run({ db: database.db, storage: remote, media: remoteMedia, clock }, {});
  expect(await remote.has(image.src.replace('/media/', ''))).toBe(false);
  await Promise.all([site.close(), remoteMedia.close(), peer.close()]);
});

test('no file stays open after it was served', async () => {
  const image = await upload(await somePicture());
  const openFiles = async () => {
    const links = await Promise.all(
      (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    );
    return links.filter((link) => link.startsWith(path.join(dataDir, 'files'))).length;
  };
  for (const range of ['', 'bytes=0-9', 'bytes=0-1,4-5', 'bytes=99999999-']) await get(image.src, { range });
  await get(image.src, { 'if-none-match': '*' });
  await app.inject({ method: 'HEAD', url: image.src, headers: { authorization: `Bearer ${owner}` } });
  await expect.poll(openFiles).toBe(0);
});

test.each([
  '/media/',
  '/media/no/such.webp',
  '/media/../package.json',
  '/media/..%2f..%2fetc%2fpasswd',
  '/media/%2e%2e/%2e%2e/etc/passwd',
  '/media/ab/cd',
  '/media/.incoming/x.webp',
  '/media/ab%00.webp',
  '/media/\\..\\..\\etc\\passwd',
])('%s is not found, with every verb and header', async (url) => {
  for (const headers of [undefined, { range: 'bytes=0-' }, { 'if-none-match': '*' }]) {
    const answer = await get(url, headers);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain(' at ');
  }
  expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(404);
});
