import { adsApi } from '@app/contract/market/ads';
import { callsApi } from '@app/contract/messaging/calls';
import { circleApi } from '@app/contract/people/circle';
import { privacyApi } from '@app/contract/people/privacy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../../test/nodes.ts';
import { openSocket } from '../../../test/socket-client.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';

let world: World;
let origin: string;

beforeAll(async () => {
  world = await createWorld();
  origin = await listen(world.app);
});
afterAll(() => world.close());

const POLL = { timeout: 10_000, interval: 20 };

async function adOf(owner: Actor): Promise<number> {
  const { body } = await world.call(owner, adsApi.create, {
    body: { board_title: 'Велосипед дорожный', board_description: 'На ходу', board_price: 12_000 },
  });
  return body.board_id;
}

test('a call from an ad shows the card of the ad to both, from the ring to the history, and nobody’s number', async () => {
  const [seller, buyer] = [await world.user({ paid: true }), await world.user()];
  const ad_id = await adOf(seller);
  const card = { kind: 'ad', id: ad_id, link: `/ad/${ad_id}`, title: 'Велосипед дорожный', price: 12_000 };
  const line = await openSocket(origin, `/ws/callnotification/${seller.id}/`, { actor: seller });
  const started = await world.call(buyer, callsApi.start, { body: { user_id: seller.id, ad_id } });
  expect(started.body.call.ad).toMatchObject({ ...card, mine: 0 });
  const { room_id } = started.body;
  const heard = () => line.received.find(({ type }) => type === 'init');
  await expect.poll(heard, POLL).toMatchObject({ ad: { ...card, mine: 1 } });
  const accepted = await world.call(seller, callsApi.accept, { params: { room_id } });
  expect(accepted.body.ad).toMatchObject({ ...card, mine: 1 });
  const room = await openSocket(origin, `/ws/entercall/${room_id}/${buyer.id}/`, { actor: buyer });
  room.send({ type: 'init' });
  const state = () => room.received.findLast(({ type }) => type === 'state');
  await expect.poll(state, POLL).toMatchObject({ call: { state: 'running', ad: card } });
  const current = await world.call(buyer, callsApi.current);
  await world.call(buyer, callsApi.hangup, { params: { room_id } });
  await expect.poll(state, POLL).toMatchObject({ call: { state: 'ended' } });
  const histories = await Promise.all([seller, buyer].map((person) => world.call(person, callsApi.history)));
  for (const { body } of histories) expect(body.list[0]?.ad).toMatchObject(card);
  const told = JSON.stringify([started.body, accepted.body, current.body, line.received, room.received, histories]);
  expect(told).not.toMatch(/phone|7900\d{7}/);
  for (const socket of [line, room]) socket.close();
});

test('an ad that the caller may not see is not called about, and one that goes leaves the call as it is', async () => {
  const [seller, buyer] = [await world.user({ paid: true }), await world.user()];
  const ad_id = await adOf(seller);
  expect((await world.call(buyer, callsApi.start, { body: { user_id: seller.id, ad_id: 9_999_999 } })).body.code).toBe(
    'not_found',
  );
  const { body } = await world.call(buyer, callsApi.start, { body: { user_id: seller.id, ad_id } });
  await world.call(seller, callsApi.accept, { params: { room_id: body.room_id } });
  await world.call(seller, adsApi.archive, { query: { board_id: ad_id } });
  const { call } = (await world.call(buyer, callsApi.current)).body;
  expect(call).toMatchObject({ state: 'running', room_id: body.room_id });
});

test('an ad opens no line to a seller who takes no calls of strangers', async () => {
  const [seller, buyer] = [await world.user({ paid: true }), await world.user()];
  const ad_id = await adOf(seller);
  await world.call(seller, privacyApi.set, { body: { call: 'circle' } });
  const ask = () => world.call(buyer, callsApi.start, { body: { user_id: seller.id, ad_id } });
  expect((await ask()).body.code).toBe('call_not_allowed');
  await world.call(buyer, circleApi.request, { params: { id: seller.id } });
  await world.call(seller, circleApi.accept, { params: { id: buyer.id } });
  expect((await ask()).statusCode).toBe(200);
});
