import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { circleApi } from '@app/contract/people/circle';
import {
  AUDIO_FILES_MAX,
  musicApi,
  PLAYLIST_TRACKS_MAX,
  PLAYLISTS_MAX,
  type Playlist,
  type Track,
} from '@app/contract/publishing/music';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mp3, wav } from '../../../test/uploads/sounds.ts';
import { type Actor, createWorld, type TestFile, type World } from '../../../test/world.ts';
import { sweepRecordings } from './audio/sweep-recordings.job.ts';

const HOUR_MS = 3_600_000;

let now = Date.now();
let world: World;
let anna: Actor;
let boris: Actor;
beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  [anna, boris] = [await world.user({ firstname: 'Анна', lastname: 'Лебедева' }), await world.user()];
});
afterAll(() => world.close());

let tones = 200;
const tone = (seconds = 1): Buffer => wav({ hertz: ++tones, seconds });
const audio = (bytes: Uint8Array, name = 'Песня.wav', field = 'audio'): TestFile => ({
  field,
  name,
  type: 'application/octet-stream',
  bytes,
});
const picture = async (field: string, background = '#335577'): Promise<TestFile> => ({
  field,
  name: 'cover.png',
  type: 'image/png',
  bytes: await sharp({ create: { width: 500, height: 500, channels: 3, background } })
    .png()
    .toBuffer(),
});

async function playlist(by = anna, body: Partial<{ name: string; audience: Playlist['audience'] }> = {}) {
  const answer = await world.call(by, musicApi.addPlaylist, { body: { name: 'Утро', ...body } });
  expect({ status: answer.statusCode, code: answer.body.code }).toEqual({ status: 200 });
  return answer.body;
}

const add = (by: Actor, playlistId: number, files: TestFile[], headers: Record<string, string> = {}) =>
  world.call(by, musicApi.add, { body: { playlist_id: playlistId }, files, headers });

async function track(by: Actor, playlistId: number, file = audio(tone())): Promise<Track> {
  const { statusCode, body } = await add(by, playlistId, [file]);
  expect({ statusCode, code: body.code }).toEqual({ statusCode: 200 });
  const [made] = body.music;
  if (made === undefined) throw new Error('no track');
  return made;
}

const tracksOf = async (by: Actor, playlist_id: number) =>
  (await world.call(by, musicApi.list, { body: { playlist_id } })).body;
const play = (by: Actor | null, src: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  world.app.inject({ method, url: src, headers: { ...headers, ...(by && { cookie: `token=${by.token}` }) } });
const objects = async () =>
  (await readdir(path.join(world.services.config.dataDir, 'files'), { recursive: true })).filter((name) =>
    /private\/audio\/.*\.bin$/.test(name),
  );
const befriend = async (one: Actor, other: Actor) => {
  await world.call(one, circleApi.request, { params: { id: other.id } });
  await world.call(other, circleApi.accept, { params: { id: one.id } });
};
const counters = async (id: number) => {
  const { rows } = await sql<{ kept: string; real: string }>`
    select p.track_count || ':' || p.duration_ms as kept, count(t.id) || ':' || coalesce(sum(r.duration_ms), 0) as real
    from playlists p left join tracks t on t.playlist_id = p.id and not t.is_down
    left join recordings r on r.id = t.recording_id where p.id = ${id} group by p.id`.execute(world.services.db);
  return rows[0];
};
const expectNoDrift = async (id: number) => {
  const found = await counters(id);
  expect(found?.kept).toBe(found?.real);
};

test('several files become tracks in their order, and each that is no audio is refused by itself', async () => {
  const { id } = await playlist();
  const files = [
    audio(tone(), 'Первая песня.wav'),
    audio(Buffer.from('not a sound at all, just words'), 'notes.txt'),
    audio(Buffer.alloc(0), 'empty.mp3'),
    audio(tone(), '/music/Вторая_песня.wav', 'audio[]'),
    audio((await picture('audio')).bytes, 'cover.png'),
  ];
  const { statusCode, body } = await add(anna, id, files);
  expect(statusCode).toBe(200);
  expect(body.music.map(({ title }) => title)).toEqual(['Первая песня', 'Вторая песня']);
  expect(body.refused.map(({ index, name, code }) => [index, name, code])).toEqual([
    [1, 'notes.txt', 'unsupported_media'],
    [2, 'empty.mp3', 'file_empty'],
    [4, 'cover.png', 'unsupported_media'],
  ]);
  expect(body.refused[0]?.message).toContain('MP3');
  expect(await tracksOf(anna, id)).toMatchObject({
    music: [{ title: 'Первая песня', own: 1, duration_ms: 1000 }, { title: 'Вторая песня' }],
    total: 2,
    playlist: { tracks: 2, duration_ms: 2000 },
  });
});

test('a call of which nothing is taken says why, of each file', async () => {
  const { id } = await playlist();
  const broken = await add(anna, id, [audio(Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(500)]), 'a.flac')]);
  expect([broken.statusCode, broken.body.code]).toEqual([422, 'unprocessable_audio']);
  const none = await add(anna, id, [audio(Buffer.from('words'), 'a.txt'), audio(Buffer.from('words'), 'b.txt')]);
  expect([none.statusCode, none.body.code]).toEqual([415, 'unsupported_media']);
  expect(none.body.refused).toMatchObject([{ index: 0 }, { index: 1, name: 'b.txt' }]);
  expect((await add(anna, id, [])).body.code).toBe('invalid_input');
  const many = Array.from({ length: AUDIO_FILES_MAX + 1 }, () => audio(tone(0.1)));
  expect((await add(anna, id, many)).body.code).toBe('too_many_files');
  expect((await tracksOf(anna, id)).total).toBe(0);
});

test('title, artist and picture come from the file, and its owner may change them', async () => {
  const { id } = await playlist();
  const cover = await picture('cover', '#aa3311');
  const bytes = mp3({
    title: 'Тихий  вечер\u0007',
    artist: 'Оркестр',
    cover: { mime: 'image/png', bytes: cover.bytes },
  });
  const made = await track(anna, id, audio(bytes, 'x.mp3'));
  expect(made).toMatchObject({ title: 'Тихий вечер', artist: 'Оркестр', mime: 'audio/mpeg' });
  expect(made.cover).toMatch(/^\/media\/.+-400\.webp$/);
  expect((await play(anna, made.cover ?? '')).headers['content-type']).toBe('image/webp');
  expect((await play(null, made.cover ?? '')).statusCode).toBe(404);

  const text = '[ar:Оркестр]\n[00:01.50]Первая строка\n[00:03][00:09.250]Припев';
  const edited = await world.call(anna, musicApi.edit, {
    body: { audio_id: made.id, title: 'Тихое утро', lyrics: text },
    files: [await picture('cover', '#11aa33')],
  });
  expect(edited.body).toMatchObject({ title: 'Тихое утро', artist: 'Оркестр', lyrics: 1 });
  expect(edited.body.cover).not.toBe(made.cover);
  const { body: words } = await world.call(anna, musicApi.lyrics, { params: { id: made.id } });
  expect(words).toEqual({
    synced: 1,
    lines: [
      { at: 1500, text: 'Первая строка' },
      { at: 3000, text: 'Припев' },
      { at: 9250, text: 'Припев' },
    ],
    source: text,
  });
  const foreign = await world.call(boris, musicApi.edit, { body: { audio_id: made.id, title: 'Моё' } });
  expect(foreign.body.code).toBe('forbidden');
});

test('audio is handed out in ranges, is known again, and only to whoever sees the playlist', async () => {
  const { id } = await playlist(anna, { audience: 'friends' });
  const bytes = tone(2);
  const { src } = await track(anna, id, audio(bytes));
  const whole = await play(anna, src);
  expect(whole.rawPayload.equals(bytes)).toBe(true);
  expect(whole.headers).toMatchObject({
    'content-type': 'audio/wav',
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=10, must-revalidate',
    'x-content-type-options': 'nosniff',
  });
  const { etag = '' } = whole.headers as { etag?: string };
  const part = await play(anna, src, { range: 'bytes=100-199' });
  expect([part.statusCode, part.headers['content-range'], part.rawPayload.equals(bytes.subarray(100, 200))]).toEqual([
    206,
    `bytes 100-199/${bytes.length}`,
    true,
  ]);
  expect((await play(anna, src, { range: 'bytes=-50' })).rawPayload.equals(bytes.subarray(-50))).toBe(true);
  expect((await play(anna, src, { range: 'bytes=99999999-' })).statusCode).toBe(416);
  expect((await play(anna, src, { range: 'bytes=0-9', 'if-range': etag })).statusCode).toBe(206);
  expect((await play(anna, src, { range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).toBe(200);
  expect((await play(anna, src, { 'if-none-match': etag })).statusCode).toBe(304);
  const head = await play(anna, src, {}, 'HEAD');
  expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
    200,
    String(bytes.length),
    0,
  ]);

  expect([(await play(null, src)).statusCode, (await play(boris, src)).statusCode]).toEqual([404, 404]);
  const friend = await world.user();
  await befriend(friend, anna);
  expect((await play(friend, src)).statusCode).toBe(200);
  await world.call(anna, musicApi.editPlaylist, { body: { id, audience: 'me' } });
  expect([(await play(friend, src)).statusCode, (await play(anna, src)).statusCode]).toEqual([404, 200]);
});

test('a private playlist is not there for anybody else, by whatever call', async () => {
  const { id } = await playlist(anna, { name: 'Тайное', audience: 'me' });
  const made = await track(anna, id);
  const refusals = await Promise.all([
    world.call(boris, musicApi.playlist, { params: { id } }),
    world.call(boris, musicApi.list, { body: { playlist_id: id } }),
    world.call(boris, musicApi.one, { params: { id: made.id } }),
    world.call(boris, musicApi.lyrics, { params: { id: made.id } }),
    world.call(boris, musicApi.addToPlaylist, { body: { audio_id: made.id, playlist_id: (await playlist(boris)).id } }),
    world.call(boris, musicApi.editPlaylist, { body: { id, name: 'Моё' } }),
    world.call(boris, musicApi.removePlaylist, { body: { id } }),
    world.call(boris, musicApi.remove, { body: { audio_id: made.id } }),
    world.call(boris, musicApi.savePlayback, { body: { track_id: made.id, position_ms: 0, device: 'a' } }),
    add(boris, id, [audio(tone())]),
  ]);
  expect(refusals.map(({ body }) => body.code)).toEqual(refusals.map(() => 'not_found'));
  const { body } = await world.call(boris, musicApi.playlists, { body: { user_id: anna.id } });
  expect(body.playlists.map(({ name }) => name)).not.toContain('Тайное');
  const all = await world.call(boris, musicApi.list, { body: { user_id: anna.id, size: 200 } });
  expect(all.body.music.map((one) => one.id)).not.toContain(made.id);
  const found = await world.call(boris, musicApi.search, { body: { search: 'тайное' } });
  expect(found.body).toMatchObject({ playlists_total: 0 });
});

test('fifty people who send the same file at once have one recording, and one who deletes takes it from nobody', {
  tags: ['long'],
}, async () => {
  const file = audio(tone(1.5));
  const before = (await objects()).length;
  const people = await Promise.all(Array.from({ length: 50 }, () => world.user()));
  const lists = await Promise.all(people.map((person) => playlist(person)));
  const answers = await Promise.all(people.map((person, i) => add(person, lists[i]?.id ?? 0, [file])));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  expect((await objects()).length).toBe(before + 1);
  const [first, second] = answers.map(({ body }) => body.music[0]);
  const [one, other] = people;
  if (!first || !second || !one || !other) throw new Error('nobody');
  await world.call(one, musicApi.remove, { body: { audio_id: first.id } });
  now = Date.now() + 25 * HOUR_MS;
  await sweepRecordings.run(world.services, {});
  expect([(await play(one, first.src)).statusCode, (await play(other, second.src)).statusCode]).toEqual([404, 200]);
  await Promise.all(
    people.map((person, i) => world.call(person, musicApi.removePlaylist, { body: { id: lists[i]?.id ?? 0 } })),
  );
  await sql`update recordings set seen_at = now() - interval '3 days'`.execute(world.services.db);
  now = Date.now() + 48 * HOUR_MS;
  await sweepRecordings.run(world.services, {});
  expect((await objects()).length).toBe(before);
  now = Date.now();
});

test('a recording stands in a playlist once, whoever adds it and how often', async () => {
  const [mine, theirs] = [await playlist(), await playlist(boris)];
  const file = audio(tone());
  const made = await track(anna, mine.id, file);
  expect((await add(anna, mine.id, [file])).body.code).toBe('already_exists');
  const full = await playlist(boris);
  await sql`update playlists set track_count = ${PLAYLIST_TRACKS_MAX} where id = ${full.id}`.execute(world.services.db);
  const refused = { body: { audio_id: made.id, playlist_id: full.id } };
  expect((await world.call(boris, musicApi.addToPlaylist, refused)).body.code).toBe('playlist_full');
  const adds = await Promise.all(
    Array.from({ length: 50 }, () =>
      world.call(boris, musicApi.addToPlaylist, { body: { audio_id: made.id, playlist_id: theirs.id } }),
    ),
  );
  const codes = adds.map(({ statusCode, body }) => `${statusCode} ${body.code ?? ''}`).sort();
  expect(codes).toEqual(['200 ', ...Array(49).fill('409 already_exists')]);
  expect(await tracksOf(boris, theirs.id)).toMatchObject({
    total: 1,
    music: [{ title: made.title, own: 1, user_id: boris.id }],
  });
  await expectNoDrift(theirs.id);
  const foreign = await world.call(boris, musicApi.addToPlaylist, {
    body: { audio_id: made.id, playlist_id: mine.id },
  });
  expect(foreign.body.code).toBe('forbidden');
  expect((await world.call(boris, musicApi.remove, { body: { audio_id: made.id } })).body.code).toBe('forbidden');
});

test('counters follow adding, moving, deleting and repeated calls at once', async () => {
  const { id } = await playlist();
  const made = await Promise.all(Array.from({ length: 12 }, () => track(anna, id)));
  const [one, two, three, ...rest] = made;
  if (!one || !two || !three) throw new Error('none');
  await Promise.all([
    ...[one, one, two, two, three].map(({ id: audio_id }) => world.call(anna, musicApi.remove, { body: { audio_id } })),
    track(anna, id),
    world.call(anna, musicApi.edit, { body: { audio_id: rest[0]?.id ?? 0, title: 'Иначе' } }),
  ]);
  await expectNoDrift(id);
  expect((await tracksOf(anna, id)).total).toBe(10);

  const { music } = await tracksOf(anna, id);
  const order = music.map((one) => one.id).toReversed();
  const moved = await world.call(anna, musicApi.editPlaylist, { body: { id, order } });
  expect(moved.statusCode).toBe(200);
  expect((await tracksOf(anna, id)).music.map((one) => one.id)).toEqual(order);
  const old = await world.call(anna, musicApi.editPlaylist, { body: { id, order: order.slice(1) } });
  expect(old.body.code).toBe('conflict');
});

test('a call that is repeated under its key adds once and answers the same', async () => {
  const { id } = await playlist();
  const files = [audio(tone()), audio(tone())];
  const headers = { 'idempotency-key': 'tracks-1' };
  const answers = await Promise.all(Array.from({ length: 10 }, () => add(anna, id, files, headers)));
  const ids = answers.map(({ body }) => body.music.map((one) => one.id).join());
  expect(new Set(ids).size).toBe(1);
  expect((await tracksOf(anna, id)).total).toBe(2);
});

test('a playlist has one picture at most, which can be changed and taken off', async () => {
  const made = await world.call(anna, musicApi.addPlaylist, {
    body: { name: 'С картинкой' },
    files: [await picture('image')],
  });
  expect(made.body.image).toMatch(/^\/media\/.+-800\.webp$/);
  expect(made.body.src).toBe(made.body.image);
  const two = await world.call(anna, musicApi.addPlaylist, {
    body: { name: 'Две' },
    files: [await picture('image'), await picture('image')],
  });
  expect(two.body.code).toBe('too_many_files');
  const words = { field: 'image', name: 'a.png', type: 'image/png', bytes: Buffer.from('words') };
  const wrong = await world.call(anna, musicApi.addPlaylist, { body: { name: 'Слова' }, files: [words] });
  expect(wrong.body.code).toBe('unsupported_media');
  const { id } = made.body;
  const other = await world.call(anna, musicApi.editPlaylist, {
    body: { id },
    files: [await picture('image', '#eecc00')],
  });
  expect(other.body.image).not.toBe(made.body.image);
  expect(other.body.name).toBe('С картинкой');
  const off = await world.call(anna, musicApi.editPlaylist, { body: { id, remove_image: 1, name: 'Без' } });
  expect(off.body).toMatchObject({ image: null, name: 'Без' });
});

test('of fifty playlists at once only as many are made as one person may have', async () => {
  const many = await world.user();
  await sql`
    insert into playlists (user_id, name, audience) select ${many.id}, 'Список', 'all'
    from generate_series(1, ${PLAYLISTS_MAX - 5})`.execute(world.services.db);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => world.call(many, musicApi.addPlaylist, { body: { name: 'Ещё' } })),
  );
  const codes = answers.map(({ statusCode, body }) => `${statusCode} ${body.code ?? ''}`).sort();
  expect(codes).toEqual([...Array(5).fill('200 '), ...Array(45).fill('409 playlists_full')]);
});

test('music is found by forms of its words, in the wrong layout and with a typo', async () => {
  const { id } = await playlist(anna, { name: 'Северное сияние' });
  const made = await track(anna, id, audio(tone(), 'Колыбельная.wav'));
  await world.call(anna, musicApi.edit, { body: { audio_id: made.id, artist: 'Ленинградские гитаристы' } });
  await sql`select search_apply_changes(1000)`.execute(world.services.db);
  for (const search of ['колыбельную', 'гитариста', 'колыбильная', 'rjks,tkmyfz'])
    expect([search, (await world.call(boris, musicApi.search, { body: { search } })).body.music[0]?.id]).toEqual([
      search,
      made.id,
    ]);
  const found = await world.call(boris, musicApi.search, { body: { search: 'северного' } });
  expect(found.body).toMatchObject({ playlists: [{ id }], playlists_total: 1, music_total: 0 });
  const own = await world.call(boris, musicApi.playlists, { body: { user_id: anna.id, search: 'сияния' } });
  expect(own.body.playlists.map((one) => one.id)).toEqual([id]);
  const nothing = await world.call(boris, musicApi.search, { body: { search: 'ъъъъъъ' } });
  expect(nothing.body).toEqual({ playlists: [], music: [], playlists_total: 0, music_total: 0 });
});

test('the position counts on while a device plays, and not when it fell silent', async () => {
  const person = await world.user();
  const { id } = await playlist(person);
  const long = await track(person, id, audio(tone(12)));
  const save = (body: object) =>
    world.call(person, musicApi.savePlayback, { body: { track_id: long.id, position_ms: 0, device: 'a', ...body } });
  const playback = async () => (await world.call(person, musicApi.playback)).body.playback;
  await save({ takes_over: 1 });
  now += 7000;
  expect(await playback()).toMatchObject({ position_ms: 7000, paused: 0 });
  now += 7000;
  expect(await playback()).toMatchObject({ position_ms: long.duration_ms, paused: 0 });
  now += 20_000;
  expect(await playback()).toMatchObject({ position_ms: 0, paused: 1 });
  await save({ position_ms: 3000, paused: 1 });
  now += 5000;
  expect(await playback()).toMatchObject({ position_ms: 3000, paused: 1 });
});

test('what plays is remembered, and goes on where a device takes over', async () => {
  const person = await world.user();
  const { id } = await playlist(person);
  const [one, two] = [await track(person, id), await track(person, id)];
  expect((await world.call(person, musicApi.playback)).body.playback).toBeNull();
  const events: object[] = [];
  const { unsubscribe: leave } = await world.services.live.subscribeToUser(person.id, {
    onEvents: (numbered) => events.push(...numbered.map(({ event }) => event)),
    onLimited: () => {},
  });
  const save = (body: object) =>
    world.call(person, musicApi.savePlayback, {
      body: { track_id: one.id, position_ms: 1000, device: 'phone', ...body },
    });
  await save({ queue: [one.id, two.id], repeat: 'all', takes_over: 1 });
  // Time went on as the position did: nothing to tell.
  await save({ position_ms: 2000 });
  await save({ position_ms: 35_000 });
  await save({ position_ms: 6000, device: 'laptop', track_id: two.id, takes_over: 1 });
  // The paused device's position must not overwrite the active one.
  await save({ position_ms: 5500, paused: 1 });
  const { playback } = (await world.call(person, musicApi.playback)).body;
  expect(playback?.position_ms).toBeGreaterThanOrEqual(6000);
  expect(playback).toMatchObject({
    track_id: two.id,
    device: 'laptop',
    paused: 0,
    repeat: 'all',
    shuffle: 0,
  });
  expect(playback?.queue.map((each) => each.id)).toEqual([one.id, two.id]);
  await expect.poll(() => events.length).toBe(3);
  expect(events).toMatchObject([
    { type: 'playback', device: 'phone', track_id: one.id, takes_over: 1 },
    { type: 'playback', device: 'phone', position_ms: 35_000, takes_over: 0 },
    { type: 'playback', device: 'laptop', track_id: two.id, position_ms: 6000, takes_over: 1 },
  ]);
  leave();
  await world.call(person, musicApi.remove, { body: { audio_id: two.id } });
  expect((await world.call(person, musicApi.playback)).body.playback).toMatchObject({
    track_id: one.id,
    position_ms: 0,
    paused: 1,
  });
  await world.call(person, musicApi.remove, { body: { audio_id: one.id } });
  expect((await world.call(person, musicApi.playback)).body.playback).toBeNull();
});
