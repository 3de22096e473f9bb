import { musicApi } from '@app/contract/publishing/music';
import { publicationsApi } from '@app/contract/publishing/publications';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wav } from '../../../test/uploads/sounds.ts';
import { type Actor, createWorld, type TestFile, type World } from '../../../test/world.ts';

let tones = 500;
const sound = (): Buffer => wav({ hertz: ++tones });
const SIZE = sound().length;
const MAX = Math.floor(SIZE * 3.5);

let world: World;
beforeAll(async () => {
  const environment = { MUSIC_GB_MAX: (MAX / 2 ** 30).toFixed(9), POSTS_GB_MAX: (6000 / 2 ** 30).toFixed(9) };
  world = await createWorld({ environment });
});
afterAll(() => world.close());

const audio = (bytes = sound()): TestFile => ({ field: 'audio', name: 'Песня.wav', type: 'audio/wav', bytes });
const playlist = async (by: Actor) => (await world.call(by, musicApi.addPlaylist, { body: { name: 'Утро' } })).body.id;
const add = (by: Actor, playlist_id: number, files: TestFile[], key?: string) =>
  world.call(by, musicApi.add, {
    body: { playlist_id },
    files,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const room = async (by: Actor) => (await world.call(by, musicApi.space)).body;

test('a person’s music takes as much as it may and no more; what goes makes room again', async () => {
  const anna = await world.user();
  const id = await playlist(anna);
  const { max } = await room(anna);
  expect(max).toBeGreaterThan(SIZE * 3);
  expect(max).toBeLessThan(SIZE * 4);
  const { body } = await add(anna, id, [audio(), audio(), audio(), audio()]);
  expect(body.music).toHaveLength(3);
  expect(body.refused).toMatchObject([{ index: 3, code: 'storage_full' }]);
  expect(body.refused[0]?.message).toMatch(/^Место закончилось: доступно \S+ ГБ/);
  expect(await room(anna)).toEqual({ used: SIZE * 3, max });
  expect((await add(anna, id, [audio()])).body.code).toBe('storage_full');
  const [first] = body.music;
  await world.call(anna, musicApi.remove, { body: { audio_id: first?.id ?? 0 } });
  expect((await add(anna, id, [audio()])).statusCode).toBe(200);
});

test('the same content takes room once, and what others sent takes none', async () => {
  const [anna, boris] = [await world.user(), await world.user()];
  const [one, other] = [await playlist(anna), await playlist(anna)];
  const bytes = sound();
  await add(anna, one, [audio(bytes), audio(), audio()]);
  const { max } = await room(anna);
  expect((await add(anna, other, [audio(bytes)])).statusCode).toBe(200);
  expect(await room(anna)).toEqual({ used: SIZE * 3, max });
  const theirs = (await add(boris, await playlist(boris), [audio()])).body.music[0];
  const kept = { audio_id: theirs?.id ?? 0, playlist_id: other };
  expect((await world.call(anna, musicApi.addToPlaylist, { body: kept })).statusCode).toBe(200);
  expect(await room(anna)).toEqual({ used: SIZE * 3, max });
  const [mine] = (await world.call(anna, musicApi.list, { body: { playlist_id: one } })).body.music.slice(-1);
  await world.call(anna, musicApi.addToPlaylist, { body: { audio_id: mine?.id ?? 0, playlist_id: other } });
  await world.call(anna, musicApi.remove, { body: { audio_id: mine?.id ?? 0 } });
  expect(await room(anna)).toEqual({ used: SIZE * 3, max });
});

test('of many who add at the same moment no more get in than there is room for, and a repeated call answers as before', {
  tags: ['long'],
}, async () => {
  const anna = await world.user();
  const lists = await Promise.all(Array.from({ length: 4 }, () => playlist(anna)));
  const sounds = Array.from({ length: 12 }, () => audio());
  const send = (i: number) => add(anna, lists[i % 4] ?? 0, sounds.slice(i % 12, (i % 12) + 1), `room-${i}`);
  const answers = await Promise.all(Array.from({ length: 36 }, (_, i) => send(i)));
  expect((await room(anna)).used).toBe(SIZE * 3);
  const codes = new Set(answers.flatMap(({ body }) => body.code ?? []));
  expect([...codes].filter((code) => code !== 'already_exists')).toEqual(['storage_full']);
  const taken = answers.findIndex(({ statusCode }) => statusCode === 200);
  const again = await send(taken);
  expect(again.body.music.map(({ id }) => id)).toEqual(answers[taken]?.body.music.map(({ id }) => id));
});

test('photos and videos of publications have a room of their own, which nobody passes by sending at once', async () => {
  const author = await world.user({ paid: true });
  const photo = async (i: number): Promise<TestFile> => {
    const noise = { type: 'gaussian' as const, mean: 100 + i, sigma: 30 };
    const picture = sharp({ create: { width: 60, height: 60, channels: 3, background: '#000', noise } });
    return { field: 'file', name: 'a.png', type: 'image/png', bytes: await picture.png().toBuffer() };
  };
  const files = await Promise.all(Array.from({ length: 30 }, (_, i) => photo(i)));
  const answers = await Promise.all(
    files.map((file) => world.call(author, publicationsApi.uploadFile, { body: {}, files: [file] })),
  );
  const taken = answers.filter(({ statusCode }) => statusCode === 200);
  expect(taken.length).toBeGreaterThan(0);
  expect(taken.length).toBeLessThan(files.length);
  expect(new Set(answers.flatMap(({ body }) => body.code ?? []))).toEqual(new Set(['storage_full']));
  const { rows } = await world.services.pool.query<{ bytes: number }>(
    'select sum(bytes)::bigint as bytes from post_files where owner_id = $1',
    [author.id],
  );
  expect(rows[0]?.bytes).toBeLessThanOrEqual(world.services.config.roomFor.posts);
  const [first] = taken;
  await world.call(author, publicationsApi.removeFile, { params: { id: first?.body.id ?? 0 } });
  expect(
    (await world.call(author, publicationsApi.uploadFile, { body: {}, files: files.slice(0, 1) })).statusCode,
  ).toBe(200);
});
