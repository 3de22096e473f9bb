import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adsApi } from '@app/contract/market/ads';
import { followsApi } from '@app/contract/market/follows';
import { searchesApi } from '@app/contract/market/searches';
import { exportsApi } from '@app/contract/people/exports';
import { securityApi } from '@app/contract/people/security';
import { commentsApi } from '@app/contract/publishing/comments';
import { musicApi } from '@app/contract/publishing/music';
import { sql } from 'kysely';
import S3rver from 's3rver';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emailsTo } from '../../../test/emails.ts';
import { unzip } from '../../../test/formats/unzip.ts';
import { wav } from '../../../test/uploads/sounds.ts';
import { type Actor, createWorld, PASSWORD, type World } from '../../../test/world.ts';
import { listUserDataExporters } from '../../platform/domain/user-data.ts';
import { buildExport } from './build-export.job.ts';
import { sweepExports } from './sweep-exports.job.ts';

const DAY_MS = 86_400_000;

let now = Date.now();
let world: World;
beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
});
afterAll(() => world.close());

const start = (actor: Actor | null, within = world) => within.call(actor, exportsApi.start);
const stateOf = async (actor: Actor, within = world) => (await within.call(actor, exportsApi.get)).body;

async function build(actor: Actor, within = world): Promise<number> {
  const { id } = await stateOf(actor, within);
  await buildExport.run(within.services, { id: id ?? 0 });
  return id ?? 0;
}

async function download(url: string, headers: Record<string, string> = {}, within = world) {
  const { statusCode, headers: got, rawPayload } = await within.app.inject({ method: 'GET', url, headers });
  return { statusCode, headers: got, bytes: rawPayload };
}
const asOf = (actor: Actor) => ({ cookie: `token=${actor.token}` });
const fileOf = (id: number) => `/api/users/export/${id}/file`;

const picture = (background: string) =>
  sharp({ create: { width: 900, height: 700, channels: 3, background } })
    .jpeg()
    .toBuffer();

async function publish(actor: Actor, within: World, title: string, colours: readonly string[] = []): Promise<number> {
  const files = await Promise.all(
    colours.map(async (colour, i) => ({
      field: 'board_photo',
      name: `${i}.jpg`,
      type: 'image/jpeg',
      bytes: await picture(colour),
    })),
  );
  const { body, statusCode } = await within.call(actor, adsApi.create, {
    body: { board_title: title, board_description: 'Как новая', board_price: 5000 },
    ...(files.length > 0 && { files }),
  });
  expect(statusCode).toBe(200);
  return body.board_id;
}

async function readyPerson(options: object = {}): Promise<{ person: Actor; id: number; link: string }> {
  const person = await world.user({ paid: true, ...options });
  expect((await start(person)).statusCode).toBe(200);
  const id = await build(person);
  const [letter] = (await emailsTo(world, `${person.login}@example.com`)).slice(-1);
  return {
    person,
    id,
    link: new URL(String(letter?.values.link)).pathname + new URL(String(letter?.values.link)).search,
  };
}

test('an archive holds everything of a person, opens anywhere, and tells nothing of others but what the site shows', async () => {
  const person = await world.user({ paid: true, firstname: 'Вера', description: 'Люблю лодки', see_phone: 'nobody' });
  const other = await world.user({
    paid: true,
    firstname: 'Пётр',
    lastname: 'Чужой',
    email: 'private.petr@example.org',
    phone: '+79269998877',
    login: 'petrlogin',
  });
  const mine = await publish(person, world, 'Лодка «Уфимка»', ['#27a', '#a52']);
  const theirs = await publish(other, world, 'Вёсла');
  await world.call(person, commentsApi.add, { body: { board_id: theirs, message: 'Беру вёсла', rating: 5 } });
  await world.call(other, commentsApi.add, { body: { board_id: mine, message: 'Торг уместен?' } });
  await world.call(person, adOwnerApi.saveDraft, { body: { draft: { board_title: 'Черновик якоря' } } });
  await world.call(person, adOwnerApi.revealPhone, { params: { id: theirs } });
  await world.call(person, searchesApi.save, { body: { search: 'якорь' } });
  await world.call(person, followsApi.set, { body: { to_id: other.id, subscribe: 1 } });

  expect((await start(person)).body).toMatchObject({ state: 'queued', progress: 0, href: null });
  const id = await build(person);
  const ready = await stateOf(person);
  expect(ready).toMatchObject({ state: 'ready', progress: 100, href: fileOf(id) });
  const { statusCode, headers, bytes } = await download(fileOf(id), asOf(person));
  expect(statusCode).toBe(200);
  expect(bytes.length).toBe(ready.bytes);
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="okolo-\d{4}-\d\d-\d\d\.zip"$/),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'accept-ranges': 'bytes',
  });

  const files = await unzip(bytes);
  const json = (name: string) => JSON.parse(files.get(`data/${name}.json`)?.toString() ?? 'null');
  expect([...files.keys()].filter((name) => name.startsWith('data/')).sort()).toEqual(
    Object.keys(listUserDataExporters())
      .map((name) => `data/${name}.json`)
      .sort(),
  );
  expect(json('profile').profile).toMatchObject({ firstname: 'Вера', description: 'Люблю лодки', login: person.login });
  expect(json('ads').ads).toMatchObject([{ id: mine, title: 'Лодка «Уфимка»', photos: [{}, {}] }]);
  expect(json('ads').draft.draft).toMatchObject({ board_title: 'Черновик якоря' });
  expect(json('comments')).toMatchObject({
    comments: [{ message: 'Беру вёсла', rating: 5 }],
    votes: [{ rating: 5 }],
    received_comments: [{ message: 'Торг уместен?', author: 'Пётр Чужой' }],
  });
  expect(json('security').sessions).toMatchObject([{ ip: '127.0.0.1', user_agent: 'test' }]);
  expect(json('searches').searches).toMatchObject([{ filters: { search: 'якорь' } }]);
  expect(json('subscriptions').following).toMatchObject([{ person_id: other.id, name: 'Пётр Чужой' }]);

  const index = files.get('index.html')?.toString() ?? '';
  expect(index).toContain('<html lang="ru">');
  expect(index).not.toContain('archive.');

  const images = json('media').images as { files: string[] }[];
  expect(images).toHaveLength(2);
  const stored = await world.services.db
    .selectFrom('media_images')
    .select('widths')
    .where('owner_id', '=', person.id)
    .execute();
  expect(images.flatMap((image) => image.files).length).toBe(stored.flatMap((image) => image.widths).length);
  for (const name of images.flatMap((image) => image.files)) {
    const { format, width } = await sharp(files.get(name)).metadata();
    expect({ name, format, width }).toEqual({
      name,
      format: 'webp',
      width: Math.min(900, Number(/-(\d+)\.webp$/.exec(name)?.[1])),
    });
    await sharp(files.get(name)).raw().toBuffer();
  }

  const all = Buffer.concat([...files.values()]).toString();
  for (const secret of [
    'private.petr@example.org',
    '79269998877',
    '9269998877',
    'petrlogin',
    '$argon2',
    person.token,
  ]) {
    expect(all).not.toContain(secret);
  }
});

test('fifty requests at once make one archive', async () => {
  const person = await world.user();
  const answers = await Promise.all(Array.from({ length: 50 }, () => start(person)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'export_running')).toHaveLength(49);
  const { rows } = await sql<{ rows: number; jobs: number }>`
    select (select count(*) from data_exports where user_id = ${person.id}) as rows,
      (select count(*) from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'build-export'
          and j.payload->>'id' in (select id::text from data_exports where user_id = ${person.id})) as jobs`.execute(
    world.services.db,
  );
  expect(rows).toEqual([{ rows: 1, jobs: 1 }]);
});

test('a new archive can be had once a day, after a failure at once', async () => {
  const { person, id } = await readyPerson();
  const again = await start(person);
  expect(again).toMatchObject({ statusCode: 429, body: { code: 'export_too_early' } });
  expect(Number(again.headers['retry-after'])).toBeGreaterThan(86_000);
  await sql`update data_exports set status = 'failed', storage_key = null, expires_at = null where id = ${id}`.execute(
    world.services.db,
  );
  expect((await start(person)).statusCode).toBe(200);
});

test('who only holds a session that proved nothing lately is asked for the password', async () => {
  const person = await world.user();
  now += 10 * 60_000;
  expect((await start(person)).body.code).toBe('current_password_required');
  const wrong = await world.call(person, exportsApi.start, { body: { current_password: 'nonsense-1' } });
  expect(wrong.body.code).toBe('current_password_wrong');
  const right = await world.call(person, exportsApi.start, { body: { current_password: PASSWORD } });
  expect(right.statusCode).toBe(200);
});

describe('the file is handed to its person only', () => {
  test('the link of the email works without signing in, and in nobody else’s session', async () => {
    const { id, link } = await readyPerson();
    const stranger = await world.user({ is_superuser: true });
    expect((await download(link)).statusCode).toBe(200);
    expect((await download(link, asOf(stranger))).statusCode).toBe(404);
    expect((await download(fileOf(id), asOf(stranger))).statusCode).toBe(404);
    expect((await download(fileOf(id))).statusCode).toBe(401);
    expect((await download(`${fileOf(id)}?token=${'a'.repeat(43)}`)).statusCode).toBe(404);
  });

  test('a session that proved nothing lately gets it after the password, the link of the email works there as ever', async () => {
    const { person, id, link } = await readyPerson();
    now += 10 * 60_000;
    expect((await download(fileOf(id), asOf(person))).statusCode).toBe(403);
    expect((await download(link, asOf(person))).statusCode).toBe(200);
    await world.call(person, securityApi.reauthenticate, { body: { password: PASSWORD } });
    expect((await download(fileOf(id), asOf(person))).statusCode).toBe(200);
  });

  test('the link of one archive opens no other', async () => {
    const one = await readyPerson();
    const two = await readyPerson();
    const foreign = two.link.replace(`/${two.id}/`, `/${one.id}/`);
    expect((await download(foreign)).statusCode).toBe(404);
  });

  test('no key leads to it at /media, and nothing kept gives the link away', async () => {
    const { id, link } = await readyPerson();
    const row = await world.services.db
      .selectFrom('data_exports')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect((await download(`/media/${row.storage_key}`)).statusCode).toBe(404);
    const token = new URL(link, 'http://localhost').searchParams.get('token') ?? '';
    expect(row.link_hash?.equals(createHash('sha256').update(token).digest())).toBe(true);
  });

  test('a download that broke off goes on where it stopped', async () => {
    const { person, id } = await readyPerson();
    const whole = (await download(fileOf(id), asOf(person))).bytes;
    const part = await download(fileOf(id), { ...asOf(person), range: 'bytes=10-' });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 10-${whole.length - 1}/${whole.length}`);
    expect(part.bytes.equals(whole.subarray(10))).toBe(true);
    expect((await download(fileOf(id), { ...asOf(person), range: `bytes=${whole.length}-` })).statusCode).toBe(416);
    const head = await world.app.inject({ method: 'HEAD', url: fileOf(id), headers: asOf(person) });
    expect(head.headers['content-length']).toBe(String(whole.length));
  });
});

test('after a week the archive is gone: link, state and file', async () => {
  const { person, id, link } = await readyPerson();
  const { storage, db } = world.services;
  const { storage_key } = await db
    .selectFrom('data_exports')
    .select('storage_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  now += 7 * DAY_MS;
  expect((await download(link)).statusCode).toBe(410);
  expect(await storage.has(storage_key ?? '')).toBe(true);
  await sweepExports.run(world.services, {});
  expect(await storage.has(storage_key ?? '')).toBe(false);
  expect((await download(link)).statusCode).toBe(404);
  expect(await stateOf(person)).toMatchObject({ state: 'none', href: null, next_at: null });
});

describe('a try that breaks off', () => {
  test('shows nothing, and the next one makes a whole archive', async () => {
    const person = await world.user({ paid: true });
    await publish(person, world, 'Катер', ['#355']);
    await start(person);
    const { services } = world;
    let opened = 0;
    const breaking = {
      ...services,
      storage: {
        ...services.storage,
        open: async (...input: Parameters<typeof services.storage.open>) => {
          opened += 1;
          if (opened === 2) throw new Error('the store is away');
          return services.storage.open(...input);
        },
      },
    };
    const { id } = await stateOf(person);
    await expect(buildExport.run(breaking, { id: id ?? 0 })).rejects.toThrow('the store is away');
    expect(await stateOf(person)).toMatchObject({ state: 'running', href: null });
    expect((await download(fileOf(id ?? 0), asOf(person))).statusCode).toBe(404);
    expect((await readdir(services.media.quarantine.folder)).filter((name) => name.startsWith('export'))).toEqual([]);

    await build(person);
    const files = await unzip((await download(fileOf(id ?? 0), asOf(person))).bytes);
    expect([...files.keys()].filter((name) => name.startsWith('media/')).length).toBeGreaterThan(1);
    expect(await emailsTo(world, `${person.login}@example.com`)).toHaveLength(1);
    await build(person);
    expect(await emailsTo(world, `${person.login}@example.com`)).toHaveLength(1);
  });

  test('for the fifth time has failed, and says so', async () => {
    const person = await world.user();
    await start(person);
    const { id } = await stateOf(person);
    const broken = {
      ...world.services,
      storage: { ...world.services.storage, put: () => Promise.reject(new Error('full')) },
    };
    for (let i = 0; i < 5; i++) {
      await expect(buildExport.run(broken, { id: id ?? 0 })).rejects.toThrow('full');
    }
    expect(await stateOf(person)).toMatchObject({ state: 'failed', next_at: null });
    expect((await start(person)).statusCode).toBe(200);
  });

  test('between storing the file and noting it leaves no file for long', async () => {
    const { storage } = world.services;
    const key = `private/exports/${'f'.repeat(64)}.zip`;
    await storage.put(key, import.meta.filename, 'application/zip');
    await sweepExports.run(world.services, {});
    const isFresh = now - Date.now() < 3600_000;
    expect(await storage.has(key)).toBe(isFresh);
    now += 2 * 3600_000;
    await sweepExports.run(world.services, {});
    expect(await storage.has(key)).toBe(false);
  });
});

test('archives lie in an S3 store as they lie on disk', async () => {
  const folder = path.join(os.tmpdir(), `okolo-export-s3-${process.pid}`);
  const peer = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'okolo', configs: [] }],
  });
  const { port }: AddressInfo = await peer.run();
  const elsewhere = await createWorld({
    environment: {
      S3_URL: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'okolo',
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
    },
  });
  try {
    const person = await elsewhere.user({ paid: true });
    await publish(person, elsewhere, 'Яхта', ['#123']);
    await start(person, elsewhere);
    const id = await build(person, elsewhere);
    const { bytes } = await download(fileOf(id), asOf(person), elsewhere);
    expect([...(await unzip(bytes)).keys()].some((name) => name.startsWith('media/photo-'))).toBe(true);
    const part = await download(fileOf(id), { ...asOf(person), range: 'bytes=5-14' }, elsewhere);
    expect(part.bytes.equals(bytes.subarray(5, 15))).toBe(true);
  } finally {
    await elsewhere.close();
    await peer.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('the music that a person sent lies in the archive as it was sent, once; what others sent, or was taken down, does not', async () => {
  const [person, other] = [await world.user(), await world.user()];
  const playlist = async (by: Actor) =>
    (await world.call(by, musicApi.addPlaylist, { body: { name: 'Утро' } })).body.id;
  const add = async (by: Actor, playlist_id: number, bytes: Buffer) => {
    const file = { field: 'audio', name: 'Песня.wav', type: 'audio/wav', bytes };
    return (await world.call(by, musicApi.add, { body: { playlist_id }, files: [file] })).body.music[0]?.id ?? 0;
  };
  const [one, two, theirs] = [await playlist(person), await playlist(person), await playlist(other)];
  const [song, down] = [wav({ hertz: 811 }), wav({ hertz: 812 })];
  await add(person, one, song);
  await add(person, two, song);
  await add(person, one, down);
  const kept = await add(other, theirs, wav({ hertz: 813 }));
  await world.call(person, musicApi.addToPlaylist, { body: { audio_id: kept, playlist_id: one } });
  const sha256 = createHash('sha256').update(down).digest('hex');
  await sql`update recordings set state = 'taken_down' where sha256 = ${sha256}`.execute(world.services.db);

  await start(person);
  const files = await unzip((await download(fileOf(await build(person)), asOf(person))).bytes);
  const names = [...files.keys()].filter((name) => name.startsWith('media/audio-'));
  expect(names).toEqual([expect.stringMatching(/^media\/audio-\d+\.wav$/)]);
  expect(files.get(names[0] ?? '')?.equals(song)).toBe(true);
  const { tracks } = JSON.parse(String(files.get('data/music.json')));
  expect(tracks.map(({ file }: { file: string | null }) => file)).toEqual([names[0], names[0], null, null]);
});
