import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wav } from '../uploads/sounds.ts';
import { type Actor, createWorld, type World } from '../world.ts';
import { createOutsideClient, type OutsideClient, type Sent, type Verb } from './outside-client.ts';
import { REFUSAL } from './spec-shapes.ts';

let world: World;
let client: OutsideClient;
let anna: Actor;
let timur: Actor;

beforeAll(async () => {
  world = await createWorld();
  client = await createOutsideClient(world);
  [anna, timur] = [await world.user(), await world.user()];
});
afterAll(() => world.close());

const number = expect.any(Number);
const PLAYLIST = { id: number, name: 'Утро', user_id: number };
const TRACK = {
  id: number,
  title: 'Песня',
  artist: '',
  src: expect.stringMatching(/^\/media\/audio\//),
  playlist_id: number,
};

let tones = 700;
const song = (field = 'audio') => {
  tones += 1;
  return { field, name: 'Песня.wav', bytes: new Uint8Array(wav({ hertz: tones })) };
};
const picture = async (field: string) => ({
  field,
  name: 'утро.png',
  bytes: new Uint8Array(
    await sharp({ create: { width: 300, height: 300, channels: 3, background: '#884422' } })
      .png()
      .toBuffer(),
  ),
});

async function playlist(as: Actor): Promise<number> {
  const { body } = await client.succeed('PUT', '/api/playlist/add', { as, body: { name: 'Утро' } });
  return body.id as number;
}

async function track(as: Actor): Promise<{ id: number; playlistId: number }> {
  const playlistId = await playlist(as);
  const { body } = await client.succeed('PUT', '/api/audio/add', {
    as,
    body: { playlist_id: playlistId },
    files: [song()],
  });
  const [made] = body.music as { id: number }[];
  return { id: made?.id ?? 0, playlistId };
}

test('PUT playlist/add {name, image} makes a playlist, as a form and as JSON', async () => {
  const { body } = await client.succeed('PUT', '/api/playlist/add', {
    as: anna,
    body: { name: 'Утро' },
    files: [await picture('image')],
  });
  expect(body).toMatchObject({ ...PLAYLIST, image: expect.stringMatching(/^\/media\//), user_id: anna.id });
  expect(body.src).toBe(body.image);
  expect((await client.succeed('PUT', '/api/playlist/add', { as: anna, body: { name: 'Утро' } })).body).toMatchObject(
    PLAYLIST,
  );
  const words = { field: 'image', name: 'a.png', bytes: new TextEncoder().encode('words') };
  await client.refused(
    'PUT',
    '/api/playlist/add',
    { as: anna, body: { name: 'Утро' }, files: [words] },
    415,
    'unsupported_media',
  );
  await client.refused('PUT', '/api/playlist/add', { as: anna, body: { name: '' } }, 400, 'invalid_input');
  await client.refused('PUT', '/api/playlist/add', { body: { name: 'Утро' } }, 401, 'unauthorized');
});

test('POST playlist/get lists playlists, under both spellings', async () => {
  const { body } = await client.succeed('POST', '/api/playlist/get', { as: anna, body: {} });
  expect(body.playlists).toContainEqual(expect.objectContaining(PLAYLIST));
  const theirs = await client.succeed('POST', '/api/playlists/get', { as: timur, body: { user_id: anna.id } });
  expect(theirs.body.playlists).toContainEqual(expect.objectContaining(PLAYLIST));
});

test('PUT audio/add {playlist_id, audio} takes audio under `audio` and `audio[]`', async () => {
  const playlist_id = await playlist(anna);
  for (const field of ['audio', 'audio[]']) {
    const { body } = await client.succeed('PUT', '/api/audio/add', {
      as: anna,
      body: { playlist_id },
      files: [song(field)],
    });
    expect(body.music).toEqual([expect.objectContaining(TRACK)]);
  }
  const words = { field: 'audio', name: 'a.mp3', bytes: new TextEncoder().encode('words') };
  await client.refused(
    'PUT',
    '/api/audio/add',
    { as: anna, body: { playlist_id }, files: [words] },
    415,
    'unsupported_media',
  );
  await client.refused(
    'PUT',
    '/api/audio/add',
    { as: timur, body: { playlist_id }, files: [song()] },
    403,
    'forbidden',
  );
});

test('POST audio/get answers the tracks of a playlist', async () => {
  const { playlistId } = await track(anna);
  const { body } = await client.succeed('POST', '/api/audio/get', { as: timur, body: { playlist_id: playlistId } });
  expect(body.music).toEqual([expect.objectContaining(TRACK)]);
  await client.refused('POST', '/api/audio/get', { as: timur, body: { playlist_id: 9_999_999 } }, 404, 'not_found');
});

test('PUT audio/search answers playlists and music', async () => {
  await track(anna);
  const { body } = await client.succeed('PUT', '/api/audio/search', { as: timur, body: { search: 'песни' } });
  expect(body).toMatchObject({ playlists: expect.any(Array) });
  expect(body.music).toContainEqual(expect.objectContaining(TRACK));
});

test('PUT audio/add/pl {audio_id, playlist_id} adds somebody’s track to an own playlist, and PUT audio/del deletes own ones only', async () => {
  const { id: audio_id } = await track(anna);
  const playlist_id = await playlist(timur);
  const { body } = await client.succeed('PUT', '/api/audio/add/pl', { as: timur, body: { audio_id, playlist_id } });
  expect(body).toMatchObject({ ...TRACK, playlist_id });
  await client.refused(
    'PUT',
    '/api/audio/add/pl',
    { as: timur, body: { audio_id, playlist_id } },
    409,
    'already_exists',
  );
  await client.refused('PUT', '/api/audio/del', { as: timur, body: { audio_id } }, 403, 'forbidden');
  const deleted = await client.succeed('PUT', '/api/audio/del', { as: timur, body: { audio_id: body.id as number } });
  expect(deleted.body).toEqual({ audio_id: body.id });
  await client.refused('PUT', '/api/audio/del', { as: timur, body: { audio_id: body.id as number } }, 404, 'not_found');
});

test('a playlist takes one picture, and audio/add several songs and nothing else', async () => {
  const body = { name: 'Утро', user_id: timur.id, src: '/media/x.webp', id: 1 };
  const two = [await picture('image'), await picture('image')];
  await client.refused('PUT', '/api/playlist/add', { as: anna, body, files: two }, 400, 'too_many_files');
  const made = await client.succeed('PUT', '/api/playlist/add', { as: anna, body, files: [await picture('image[]')] });
  expect(made.body).toMatchObject({ ...PLAYLIST, user_id: anna.id, image: expect.stringMatching(/^\/media\//) });
  const playlist_id = String(made.body.id);
  const songs = [song('audio'), song('audio'), song('audio[]')];
  const added = await client.succeed('PUT', '/api/audio/add', {
    as: anna,
    body: { playlist_id, user_id: timur.id, title: 'Чужое' },
    files: songs,
  });
  expect(added.body.music).toEqual(Array.from({ length: 3 }, () => expect.objectContaining(TRACK)));
  const add = (sent: Sent, status: number, code: string) =>
    client.refused('PUT', '/api/audio/add', { as: anna, ...sent }, status, code);
  await add({ body: { playlist_id }, files: [await picture('audio')] }, 415, 'unsupported_media');
  await add({ body: { playlist_id }, spelling: 'multipart' }, 400, 'invalid_input');
  await add({ body: {}, files: [song()] }, 400, 'invalid_input');
  await add({ body: { playlist_id: 9_999_999 }, files: [song()] }, 404, 'not_found');
});

test('the address of a track plays for whoever sees it, in ranges', async () => {
  const { playlistId } = await track(anna);
  const { body } = await client.succeed('POST', '/api/audio/get', { as: timur, body: { playlist_id: playlistId } });
  const [{ src } = { src: '' }] = body.music as { src: string }[];
  const headers = { authorization: `Bearer ${timur.token}` };
  const whole = await fetch(new URL(src, client.origin), { headers });
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^audio\//)]);
  const part = await fetch(new URL(src, client.origin), { headers: { ...headers, range: 'bytes=0-9' } });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
});

test.each(['json', 'urlencoded'] as const)(
  'the calls without files as %s, numbers as text and with more than is asked',
  async (spelling) => {
    const [mine, { id, playlistId }] = [await playlist(timur), await track(anna)];
    const send = (address: string, body: Sent['body'], verb: Verb = 'PUT') =>
      client.succeed(verb, address, { as: timur, body: { ...body, user: 'me', token: '' }, spelling });
    expect(
      (await send('/api/audio/get', { playlist_id: String(playlistId), user_id: '' }, 'POST')).body.music,
    ).toHaveLength(1);
    expect((await send('/api/audio/get', { user_id: String(anna.id), page: '1' }, 'POST')).body.music).not.toEqual([]);
    expect((await send('/api/playlist/get', { user_id: String(anna.id) }, 'POST')).body.playlists).not.toEqual([]);
    expect((await send('/api/playlist/get', {}, 'POST')).body.playlists).toContainEqual(
      expect.objectContaining({ id: mine }),
    );
    expect((await send('/api/audio/search', { search: '' })).body.music).not.toEqual([]);
    const added = await send('/api/audio/add/pl', { audio_id: String(id), playlist_id: String(mine) });
    expect(added.body).toMatchObject({ ...TRACK, playlist_id: mine });
    expect((await send('/api/audio/del', { audio_id: String(added.body.id) })).body).toEqual({
      audio_id: added.body.id,
    });
  },
);

test.each(['/api/audio/get', '/api/playlist/get', '/api/playlists/get/'])(
  'POST %s without a body reads one’s own',
  async (address) => {
    await client.succeed('POST', address, { as: anna });
    await client.refused('POST', address, {}, 401, 'unauthorized');
  },
);

test.each<[Verb, string, Sent['body']]>([
  ['PUT', '/api/audio/add', { playlist_id: 1 }],
  ['PUT', '/api/audio/add/pl', { audio_id: 1, playlist_id: 1 }],
  ['PUT', '/api/audio/del', { audio_id: 1 }],
  ['PUT', '/api/playlist/add', { name: 'Утро' }],
])('%s %s needs a session, and from a browser the CSRF header', async (verb, address, body) => {
  await client.refused(verb, address, { body }, 401, 'unauthorized');
  await client.refused(verb, address, { as: anna, by: 'forged browser', body }, 403, 'csrf');
});

test.each<[Verb, string, string]>([
  ['POST', '/api/audio/add', 'PUT'],
  ['GET', '/api/audio/get', 'POST'],
  ['GET', '/api/audio/add/', 'PUT'],
  ['GET', '/api/audio/search?search=x', 'PUT'],
  ['POST', '/api/audio/search', 'PUT'],
  ['POST', '/api/audio/add/pl', 'PUT'],
  ['DELETE', '/api/audio/del', 'PUT'],
  ['POST', '/api/playlist/add', 'PUT'],
  ['GET', '/api/playlist/get', 'POST'],
])('%s %s is the wrong verb, and the right one is named', async (verb, address, right) => {
  const { status, headers, body } = await client.send(verb, address, { as: anna });
  expect({ status, body }).toMatchObject({ status: 405, body: { ...REFUSAL, code: 'method_not_allowed' } });
  expect((headers.get('allow') ?? '').split(', ')).toContain(right);
});
