import { streamsApi } from '@app/contract/live/streams';
import { chatApi } from '@app/contract/messaging/chat';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const start = async (by: Actor, audience: 'all' | 'me' | 'link') =>
  (await world.call(by, streamsApi.add, { body: { theme: 'Чиним велосипед', audience } })).body.stream_id;
const send = (from: Actor, to: Actor, card_id: number) =>
  world.call(from, chatApi.send, { params: { id: to.id }, body: { card_kind: 'stream', card_id } });
async function last(reader: Actor, other: Actor) {
  const { body } = await world.call(reader, chatApi.messages, { params: { id: other.id }, query: {} });
  return body.list[0]?.card;
}

test('a stream is sent as a card that tells how it is now', async () => {
  const id = await start(anna, 'link');
  expect((await send(boris, eva, id)).statusCode).toBe(200);
  expect(await last(eva, boris)).toMatchObject({
    kind: 'stream',
    id,
    title: 'Чиним велосипед',
    about: 'Анна Лебедева',
    link: `/user/${anna.id}/streams/${id}`,
    state: 'active',
    stream_state: 'waiting',
    mine: 0,
  });
  await world.call(anna, streamsApi.edit, { body: { stream_id: id } });
  expect(await last(eva, boris)).toMatchObject({ state: 'active', stream_state: 'ended' });
  const { body } = await world.call(eva, chatApi.list, { query: {} });
  expect(body.list[0]?.last_message?.preview).toBe('Эфир: Чиним велосипед');
});

test('whom a stream is not for sends and reads no card of it', async () => {
  const id = await start(anna, 'me');
  expect((await send(boris, eva, id)).body.code).toBe('not_found');
  expect((await send(anna, eva, id)).statusCode).toBe(200);
  expect(await last(anna, eva)).toMatchObject({ state: 'active', mine: 1 });
  expect(await last(eva, anna)).toMatchObject({ state: 'gone', title: 'Эфир недоступен', link: '', photo: null });
});
