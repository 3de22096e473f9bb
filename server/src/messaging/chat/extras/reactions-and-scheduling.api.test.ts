import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adsApi } from '@app/contract/market/ads';
import { chatApi, PINNED_CHATS_MAX, QUICK_REPLIES_MAX } from '@app/contract/messaging/chat';
import { usersApi } from '@app/contract/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, PASSWORD, type World } from '../../../../test/world.ts';

let now = Date.now();
let world: World;
beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
});
afterAll(() => world.close());

type Sent = { content?: string; board_id?: number; card_kind?: 'ad' | 'user'; card_id?: number };
const write = (from: Actor, to: Actor, body: Sent = {}) =>
  world.call(from, chatApi.send, { params: { id: to.id }, body: { content: 'Привет', ...body } });
const change = (me: Actor, other: Actor, body: { pinned?: 0 | 1; archived?: 0 | 1; mute?: number | null }) =>
  world.call(me, chatApi.change, { params: { id: other.id }, body });
const headOf = async (me: Actor, other: Actor) =>
  (await world.call(me, chatApi.header, { params: { id: other.id }, query: {} })).body;
const draft = (me: Actor, other: Actor, text: string) =>
  world.call(me, chatApi.draft, { params: { id: other.id }, body: { text } });
const events = async (userId: number): Promise<string[]> => {
  const { rows } = await sql<{ type: string }>`
    select event ->> 'type' as type from user_events where user_id = ${userId} order by seq`.execute(world.services.db);
  return rows.map(({ type }) => type);
};
const talk = async () => {
  const [anna, igor] = [await world.user(), await world.user()];
  await write(anna, igor);
  await write(igor, anna);
  return [anna, igor] as const;
};
const publish = async (owner: Actor): Promise<number> =>
  (
    await world.call(owner, adsApi.create, {
      body: { board_title: 'Лодка', board_description: 'Надувная', board_price: 5000 },
    })
  ).body.board_id;

describe('a line of the list', () => {
  test('is pinned, muted and archived for oneself alone, and one’s pages follow', async () => {
    const [anna, igor] = await talk();
    const before = (await events(anna.id)).length;
    expect((await change(anna, igor, { pinned: 1, mute: 3600 })).body).toMatchObject({
      pinned: 1,
      muted: 1,
      muted_until: expect.any(String),
    });
    expect((await change(anna, igor, { mute: 0 })).body).toMatchObject({ pinned: 1, muted: 1, muted_until: null });
    expect((await change(anna, igor, { mute: null })).body).toMatchObject({ muted: 0 });
    expect((await change(anna, igor, { archived: 1 })).body).toMatchObject({ folder: 'archive', pinned: 0 });
    expect((await change(anna, igor, { archived: 0 })).body).toMatchObject({ folder: 'main' });
    expect((await events(anna.id)).slice(before)).toEqual(Array.from({ length: 5 }, () => 'chat_line'));
    expect((await headOf(igor, anna)).chat).toMatchObject({ pinned: 0, muted: 0, folder: 'main' });
    expect((await change(anna, await world.user(), { pinned: 1 })).statusCode).toBe(404);
  });

  test('is not counted while it is muted', async () => {
    const [anna, igor] = await talk();
    await change(anna, igor, { mute: 0 });
    expect((await world.call(anna, chatApi.counts, {})).body).toMatchObject({ unread: 0, chats: 0 });
    await change(anna, igor, { mute: null });
    expect((await world.call(anna, chatApi.counts, {})).body).toMatchObject({ unread: 1, chats: 1 });
  });

  test(`is one of ${PINNED_CHATS_MAX} pinned ones, however many are pinned at once`, async () => {
    const anna = await world.user();
    const others = await Promise.all(Array.from({ length: PINNED_CHATS_MAX + 5 }, () => world.user()));
    for (const other of others) await write(anna, other);
    const answers = await Promise.all(others.map((other) => change(anna, other, { pinned: 1 })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(PINNED_CHATS_MAX);
    expect(new Set(answers.flatMap(({ body, statusCode }) => (statusCode === 200 ? [] : [body.code])))).toEqual(
      new Set(['pins_full']),
    );
    const first = others[answers.findIndex(({ statusCode }) => statusCode === 200)];
    if (first !== undefined) expect((await change(anna, first, { pinned: 1 })).statusCode).toBe(200);
  });
});

describe('what waits in the field', () => {
  test('is on every device of the person, and on nobody else’s', async () => {
    const [anna, igor] = [await world.user(), await world.user()];
    expect((await draft(anna, igor, 'Ещё прода')).body).toEqual({ text: 'Ещё прода' });
    expect((await headOf(anna, igor)).chat.draft).toBe('Ещё прода');
    expect((await headOf(igor, anna)).chat.draft).toBe('');
    expect(await events(anna.id)).toEqual(['chat_line']);
    expect(await events(igor.id)).toEqual([]);
    await draft(anna, igor, 'Ещё прода');
    expect(await events(anna.id)).toEqual(['chat_line']);
    await draft(anna, igor, '');
    expect((await headOf(anna, igor)).chat.draft).toBe('');
    expect((await world.call(anna, chatApi.list, { query: {} })).body.list).toEqual([]);
  });

  test('goes when it is sent, and stays when something else was typed since', async () => {
    const [anna, igor] = await talk();
    await draft(anna, igor, 'Куплю за');
    await write(anna, igor, { content: 'Куплю за тысячу' });
    expect((await headOf(anna, igor)).chat.draft).toBe('');
    await draft(anna, igor, 'А доставка');
    await write(anna, igor, { content: 'Куплю за две' });
    expect((await headOf(anna, igor)).chat.draft).toBe('А доставка');
  });

  test('is for people who are there', async () => {
    const anna = await world.user();
    expect((await draft(anna, anna, 'Я')).statusCode).toBe(404);
    expect((await draft(anna, { ...anna, id: 999_999_999 }, 'Ты')).statusCode).toBe(404);
  });
});

describe('settings of chats', () => {
  test('begin with what everybody has, in the language of the page', async () => {
    const anna = await world.user();
    const read = async (lang: string) =>
      (await world.call(anna, chatApi.settings, { headers: { 'accept-language': lang } })).body;
    expect(await read('ru')).toMatchObject({ shows_reads: 1, shows_typing: 1 });
    expect((await read('ru')).quick_replies).toContain('Здравствуйте! Ещё продаётся?');
    expect((await read('en')).quick_replies[0]).toBe('Hello! Is it still for sale?');
    expect((await read('en')).quick_replies.length).toBeLessThanOrEqual(QUICK_REPLIES_MAX);
  });

  test('offer sellers phrases of their own', async () => {
    const anna = await world.user();
    const { body } = await world.call(anna, chatApi.settings, {});
    expect(body.seller_replies).toContain('Торг на месте');
    expect(body.seller_replies).not.toContain('Здравствуйте! Ещё продаётся?');
    expect(body.quick_replies).not.toContain('Торг на месте');
    await world.call(anna, chatApi.changeSettings, { body: { seller_replies: ['Уступлю'] } });
    expect((await world.call(anna, chatApi.settings, {})).body).toMatchObject({
      seller_replies: ['Уступлю'],
      quick_replies: body.quick_replies,
    });
  });

  test('change one by one', async () => {
    const anna = await world.user();
    const set = async (body: object) => (await world.call(anna, chatApi.changeSettings, { body })).body;
    expect(await set({ shows_reads: 0 })).toMatchObject({ shows_reads: 0, shows_typing: 1 });
    expect(await set({ shows_typing: 0 })).toMatchObject({ shows_reads: 0, shows_typing: 0 });
    expect(await set({ quick_replies: ['Да', '', 'Да', ' Нет '] })).toMatchObject({ quick_replies: ['Да', 'Нет'] });
    expect(await set({ quick_replies: [] })).toMatchObject({ quick_replies: [] });
    expect(await set({})).toMatchObject({ shows_reads: 0, shows_typing: 0, quick_replies: [] });
  });
});

describe('a chat that began at an ad', () => {
  test('is about that ad, and counts for its owner once a day', async () => {
    const [seller, buyer] = [await world.user({ paid: true }), await world.user()];
    const ad = await publish(seller);
    await write(buyer, seller, { board_id: ad });
    await write(buyer, seller, { board_id: ad });
    await write(seller, buyer, { board_id: ad });
    const messages = async () =>
      (await world.call(seller, adOwnerApi.stats, { params: { id: ad } })).body.days.at(-1)?.messages;
    expect(await messages()).toBe(1);
    expect((await headOf(buyer, seller)).about).toMatchObject({
      kind: 'ad',
      id: ad,
      title: 'Лодка',
      price: 5000,
      mine: 0,
    });
    now += 86_400_000;
    await write(buyer, seller, { board_id: ad });
    expect(await messages()).toBe(1);
    now -= 86_400_000;
  });

  test('shows the ad in its first message about the ad, as the ad is now', async () => {
    const [seller, buyer] = [await world.user({ paid: true }), await world.user()];
    const [boat, oars] = [await publish(seller), await publish(seller)];
    const cardOf = async (reader: Actor, id: number) =>
      (await world.call(reader, chatApi.one, { params: { id } })).body.card;
    const ask = async (ad: number, from = buyer, to = seller) =>
      (await write(from, to, { content: 'Ещё у вас?', board_id: ad })).body;

    const first = await ask(boat);
    expect(first).toMatchObject({
      content: 'Ещё у вас?',
      card: { kind: 'ad', id: boat, title: 'Лодка', price: 5000, ad_state: 'active', mine: 0 },
    });
    expect(await cardOf(seller, first.id)).toMatchObject({ id: boat, mine: 1 });
    const row = (await world.call(seller, chatApi.list, { query: {} })).body.list[0]?.last_message;
    expect(row).toMatchObject({ preview: 'Ещё у вас?' });

    expect((await ask(boat)).card).toBeNull();
    expect((await ask(boat, seller, buyer)).card).toBeNull();
    expect((await ask(oars)).card).toMatchObject({ id: oars });
    expect((await ask(boat)).card).toMatchObject({ id: boat });

    await world.call(seller, adOwnerApi.setDeal, { body: { board_id: boat, deal: 'sold' } });
    expect(await cardOf(buyer, first.id)).toMatchObject({ state: 'archived', ad_state: 'sold' });
    expect(await cardOf(seller, first.id)).toMatchObject({ state: 'archived', ad_state: 'sold' });
    await sql`update ads set enabled = false where id = ${oars}`.execute(world.services.db);
    expect((await ask(oars)).card).toBeNull();
  });

  test('shows the ad again to a person who deleted the chat', async () => {
    const [seller, buyer] = [await world.user({ paid: true }), await world.user()];
    const ad = await publish(seller);
    await write(buyer, seller, { board_id: ad });
    await world.call(seller, chatApi.remove, { params: { id: buyer.id }, query: {} });
    expect((await write(buyer, seller, { board_id: ad })).body.card).toMatchObject({ id: ad });
  });

  test('is about no ad of anybody else', async () => {
    const [seller, buyer] = [await world.user({ paid: true }), await world.user()];
    const ad = await publish(await world.user({ paid: true }));
    expect((await write(buyer, seller, { board_id: ad })).body.card).toBeNull();
    expect((await headOf(buyer, seller)).about).toBeNull();
  });
});

describe('a card', () => {
  test('is as its thing is now, and tells nothing of what its reader may not see', async () => {
    const [anna, igor, seller] = [await world.user(), await world.user(), await world.user({ paid: true })];
    const ad = await publish(seller);
    const sent = await write(anna, igor, { content: '', card_kind: 'ad', card_id: ad });
    expect(sent.body.card).toMatchObject({ kind: 'ad', id: ad, link: `/ad/${ad}`, price: 5000, state: 'active' });
    const card = async (reader: Actor) =>
      (await world.call(reader, chatApi.one, { params: { id: sent.body.id } })).body.card;
    await sql`update ads set price_roubles = 4000 where id = ${ad}`.execute(world.services.db);
    expect(await card(igor)).toMatchObject({ price: 4000, mine: 0 });
    await sql`update ads set archived_at = now() where id = ${ad}`.execute(world.services.db);
    expect(await card(igor)).toMatchObject({ state: 'archived', title: 'Лодка' });
    await sql`update ads set archived_at = null, enabled = false where id = ${ad}`.execute(world.services.db);
    expect(await card(igor)).toMatchObject({ state: 'gone', title: 'Объявление недоступно', photo: null });
    expect(await card(igor)).not.toHaveProperty('price');
    expect((await write(anna, igor, { content: '', card_kind: 'ad', card_id: ad })).statusCode).toBe(404);
    expect((await write(seller, igor, { content: '', card_kind: 'ad', card_id: ad })).body.card).toMatchObject({
      state: 'archived',
      mine: 1,
    });
  });

  test('of a person goes with them', async () => {
    const [anna, igor, maria] = [await world.user(), await world.user(), await world.user({ firstname: 'Мария' })];
    const sent = await write(anna, igor, { content: '', card_kind: 'user', card_id: maria.id });
    expect(sent.body.card).toMatchObject({ kind: 'user', link: `/user/${maria.id}`, state: 'active' });
    expect(sent.body.card?.title).toContain('Мария');
    await world.call(maria, usersApi.remove, { params: { id: maria.id }, body: { current_password: PASSWORD } });
    const { card } = (await world.call(igor, chatApi.one, { params: { id: sent.body.id } })).body;
    expect(card).toMatchObject({ state: 'gone', title: 'Пользователь удалён', photo: null });
  });
});
