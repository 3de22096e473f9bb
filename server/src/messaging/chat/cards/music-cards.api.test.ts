import { chatApi } from '@app/contract/messaging/chat';
import { musicApi } from '@app/contract/publishing/music';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wav } from '../../../../test/uploads/sounds.ts';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';

let world: World;
let anna: Actor;
let boris: Actor;
let eva: Actor;
beforeAll(async () => {
  world = await createWorld();
  anna = await world.user({ firstname: 'Анна', lastname: 'Лебедева' });
  [boris, eva] = [await world.user(), await world.user()];
});
afterAll(() => world.close());

let tones = 300;

async function music(by: Actor, body: { audience?: 'all' | 'friends' | 'me'; may_share?: 0 | 1 } = {}) {
  const { body: playlist } = await world.call(by, musicApi.addPlaylist, { body: { name: 'В дорогу', ...body } });
  tones += 1;
  const file = { field: 'audio', name: 'Дорога.wav', type: 'audio/wav', bytes: wav({ hertz: tones }) };
  const { body: added } = await world.call(by, musicApi.add, { body: { playlist_id: playlist.id }, files: [file] });
  const [track] = added.music;
  if (track === undefined) throw new Error('no track');
  return { playlist, track };
}

const send = (from: Actor, to: Actor, card_kind: 'track' | 'playlist', card_id: number) =>
  world.call(from, chatApi.send, { params: { id: to.id }, body: { card_kind, card_id } });
const lastCard = async (reader: Actor, other: Actor) => {
  const { body } = await world.call(reader, chatApi.messages, { params: { id: other.id }, query: {} });
  return body.list[0]?.card;
};

test('tracks and playlists are sent as cards that live', async () => {
  const { playlist, track } = await music(anna);
  expect((await send(boris, eva, 'track', track.id)).statusCode).toBe(200);
  expect(await lastCard(eva, boris)).toMatchObject({
    kind: 'track',
    title: 'Дорога',
    link: `/user/${anna.id}/audio/${playlist.id}`,
    state: 'active',
    mine: 0,
  });
  expect((await send(boris, anna, 'playlist', playlist.id)).statusCode).toBe(200);
  expect(await lastCard(anna, boris)).toMatchObject({ title: 'В дорогу', about: 'Анна Лебедева', mine: 1 });
  await world.call(anna, musicApi.removePlaylist, { body: { id: playlist.id } });
  expect(await lastCard(eva, boris)).toMatchObject({ state: 'gone', title: 'Запись недоступна', photo: null });
  expect(await lastCard(anna, boris)).toMatchObject({ state: 'gone', title: 'Плейлист недоступен' });
});

test('what its author keeps from being sent on is sent by its author alone', async () => {
  const { playlist, track } = await music(anna, { may_share: 0 });
  expect((await send(boris, eva, 'track', track.id)).body.code).toBe('forbidden');
  expect((await send(boris, eva, 'playlist', playlist.id)).body.code).toBe('forbidden');
  expect((await send(anna, eva, 'playlist', playlist.id)).statusCode).toBe(200);
});

test('a card shows nothing to a reader for whom the music is not', async () => {
  const { playlist, track } = await music(anna, { audience: 'me' });
  expect((await send(boris, eva, 'track', track.id)).body.code).toBe('not_found');
  expect((await send(anna, eva, 'track', track.id)).statusCode).toBe(200);
  expect(await lastCard(anna, eva)).toMatchObject({ state: 'active', title: 'Дорога' });
  expect(await lastCard(eva, anna)).toMatchObject({ state: 'gone', title: 'Запись недоступна', link: '' });
  await world.call(anna, musicApi.editPlaylist, { body: { id: playlist.id, audience: 'all' } });
  expect(await lastCard(eva, anna)).toMatchObject({ state: 'active', title: 'Дорога' });
});

test('nor is it sent on with the message that it came in', async () => {
  const { playlist, track } = await music(anna);
  const { body: sent } = await send(anna, boris, 'track', track.id);
  const forward = (from: Actor, to: Actor) =>
    world.call(from, chatApi.forward, { params: { id: to.id }, body: { ids: [sent.id] } });
  expect((await forward(boris, eva)).statusCode).toBe(200);
  await world.call(anna, musicApi.editPlaylist, { body: { id: playlist.id, may_share: 0 } });
  expect((await forward(boris, eva)).body.code).toBe('forbidden');
  expect((await forward(anna, eva)).statusCode).toBe(200);
  await world.call(anna, musicApi.removePlaylist, { body: { id: playlist.id } });
  expect((await forward(boris, eva)).statusCode).toBe(200);
  expect(await lastCard(eva, boris)).toMatchObject({ state: 'gone' });
});
