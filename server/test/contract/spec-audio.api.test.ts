import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wav } from '../uploads/sounds.ts';
import { type Actor, createWorld, type World } from '../world.ts';
import { createOutsideClient, type OutsideClient, type Received, type Sent, type Verb } from './outside-client.ts';
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

async function succeed(verb: Verb, address: string, sent: Sent): Promise<Received> {
  const answer = await client.send(verb, address, sent);
  expect({ verb, address, ...answer }).toMatchObject({ status: 200 });
  return answer;
}

async function refused(verb: Verb, address: string, sent: Sent, status: number, code: string): Promise<void> {
  const answer = await client.send(verb, address, sent);
  expect({ verb, address, ...answer }).toMatchObject({ status, body: { ...REFUSAL, code } });
}

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
  const { body } = await succeed('PUT', '/api/playlist/add', { as, body: { name: 'Утро' } });
  return body.id as number;
}

async function track(as: Actor): Promise<{ id: number; playlistId: number }> {
  const playlistId = await playlist(as);
  const { body } = await succeed('PUT', '/api/audio/add', { as, body: { playlist_id: playlistId }, files: [song()] });
  const [made] = body.music as { id: number }[];
  return { id: made?.id ?? 0, playlistId };
}

test('PUT playlist/add {name, image} makes a playlist, as a form and as JSON', async () => {
  const { body } = await succeed('PUT', '/api/playlist/add', {
    as: anna,
    body: { name: 'Утро' },
    files: [await picture('image')],
  });
  expect(body).toMatchObject({ ...PLAYLIST, image: expect.stringMatching(/^\/media\//), user_id: anna.id });
  expect(body.src).toBe(body.image);
  expect((await succeed('PUT', '/api/playlist/add', { as: anna, body: { name: 'Утро' } })).body).toMatchObject(
    PLAYLIST,
  );
  const words = { field: 'image', name: 'a.png', bytes: new TextEncoder().encode('words') };
  await refused(
    'PUT',
    '/api/playlist/add',
    { as: anna, body: { name: 'Утро' }, files: [words] },
    415,
    'unsupported_media',
  );
  await refused('PUT', '/api/playlist/add', { as: anna, body: { name: '' } }, 400, 'invalid_input');
  await refused('PUT', '/api/playlist/add', { body: { name: 'Утро' } }, 401, 'unauthorized');
});

test('POST playlist/get lists playlists, under both spellings', async () => {
  const { body } = await succeed('POST', '/api/playlist/get', { as: anna, body: {} });
  expect(body.playlists).toContainEqual(expect.objectContaining(PLAYLIST));
  const theirs = await succeed('POST', '/api/playlists/get', { as: timur, body: { user_id: anna.id } });
  expect(theirs.body.playlists).toContainEqual(expect.objectContaining(PLAYLIST));
});

test('PUT audio/add {playlist_id, audio} takes audio under `audio` and `audio[]`', async () => {
  const playlist_id = await playlist(anna);
  for (const field of ['audio', 'audio[]']) {
    const { body } = await succeed('PUT', '/api/audio/add', { as: anna, body: { playlist_id }, files: [song(field)] });
    expect(body.music).toEqual([expect.objectContaining(TRACK)]);
  }
  const words = { field: 'audio', name: 'a.mp3', bytes: new TextEncoder().encode('words') };
  await refused('PUT', '/api/audio/add', { as: anna, body: { playlist_id }, files: [words] }, 415, 'unsupported_media');
  await refused('PUT', '/api/audio/add', { as: timur, body: { playlist_id }, files: [song()] }, 403, 'forbidden');
});

test('POST audio/get answers the tracks of a playlist', async () => {
  const { playlistId } = await track(anna);
  const { body } = await succeed('POST', '/api/audio/get', { as: timur, body: { playlist_id: playlistId } });
  expect(body.music).toEqual([expect.objectContaining(TRACK)]);
  await refused('POST', '/api/audio/get', { as: timur, body: { playlist_id: 9_999_999 } }, 404, 'not_found');
});

test('PUT audio/search answers playlists and music', async () => {
  await track(anna);
  const { body } = await succeed('PUT', '/api/audio/search', { as: timur, body: { search: 'песни' } });
  expect(body).toMatchObject({ playlists: expect.any(Array) });
  expect(body.music).toContainEqual(expect.objectContaining(TRACK));
});

test('PUT audio/add/pl {audio_id, playlist_id} adds somebody’s track to an own playlist, and PUT audio/del deletes own ones only', async () => {
  const { id: audio_id } = await track(anna);
  const playlist_id = await playlist(timur);
  const { body } = await succeed('PUT', '/api/audio/add/pl', { as: timur, body: { audio_id, playlist_id } });
  expect(body).toMatchObject({ ...TRACK, playlist_id });
  await refused('PUT', '/api/audio/add/pl', { as: timur, body: { audio_id, playlist_id } }, 409, 'already_exists');
  await refused('PUT', '/api/audio/del', { as: timur, body: { audio_id } }, 403, 'forbidden');
  const deleted = await succeed('PUT', '/api/audio/del', { as: timur, body: { audio_id: body.id as number } });
  expect(deleted.body).toEqual({ audio_id: body.id });
  await refused('PUT', '/api/audio/del', { as: timur, body: { audio_id: body.id as number } }, 404, 'not_found');
});
