import { adsApi } from '@app/contract/market/ads';
import { chatApi, NEW_CONTACTS_PER_DAY } from '@app/contract/messaging/chat';
import { circleApi } from '@app/contract/people/circle';
import { complaintsApi } from '@app/contract/trust/complaints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDrift } from '../../../test/chats.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { recordCall } from './chat.public.ts';
import { sweepChatExtras } from './extras/sweep-chat-extras.job.ts';

const DAY_MS = 86_400_000;

let now = Date.now();
let world: World;
beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
});
afterAll(() => world.close());

const write = (from: Actor, to: Actor, body: { content?: string; board_id?: number } = {}) =>
  world.call(from, chatApi.send, { params: { id: to.id }, body: { content: 'Здравствуйте', ...body } });
const headOf = async (reader: Actor, other: Actor) =>
  (await world.call(reader, chatApi.header, { params: { id: other.id }, query: {} })).body;
const answer = (reader: Actor, other: Actor, how: 'accept' | 'decline' | 'report') =>
  world.call(reader, chatApi.answerRequest, { params: { id: other.id }, body: { answer: how } });
const folderOf = async (reader: Actor, other: Actor) => (await headOf(reader, other)).chat.folder;
const listed = async (reader: Actor) =>
  (await world.call(reader, chatApi.list, { query: {} })).body.list.map(({ user }) => user.id);
const befriend = async (one: Actor, other: Actor) => {
  await world.call(one, circleApi.request, { params: { id: other.id } });
  await world.call(other, circleApi.accept, { params: { id: one.id } });
};
const publish = async (owner: Actor): Promise<number> =>
  (
    await world.call(owner, adsApi.create, {
      body: { board_title: 'Лодка', board_description: 'Надувная', board_price: 5000 },
    })
  ).body.board_id;

describe('the first message of somebody unknown', () => {
  test('waits among the requests, with a card of who wrote it', async () => {
    const [me, stranger] = [await world.user({ paid: true }), await world.user({ paid: true })];
    const friend = await world.user();
    await befriend(me, friend);
    await befriend(friend, stranger);
    await publish(stranger);
    expect((await write(stranger, me)).statusCode).toBe(200);
    const head = await headOf(me, stranger);
    expect(head.chat).toMatchObject({ folder: 'requests', unread: 1 });
    expect(head.stranger).toMatchObject({
      mutual: 1,
      ads_count: 1,
      rating: null,
      rating_count: 0,
      phone_country: 'RU',
      verified: { email: 1, phone: 0 },
    });
    expect(JSON.stringify(head)).not.toContain('+7900');
    const { counts } = (await world.call(me, chatApi.list, { query: {} })).body;
    expect(counts).toEqual({ unread: 0, chats: 0, requests: 1 });
  });

  test('goes to the list when a friend wrote it, or whoever was written to before', async () => {
    const [me, friend, known] = [await world.user(), await world.user(), await world.user()];
    await befriend(me, friend);
    await write(friend, me);
    expect(await folderOf(me, friend)).toBe('main');
    await write(me, known);
    await write(known, me);
    expect(await folderOf(me, known)).toBe('main');
    expect((await headOf(me, known)).stranger).toBeNull();
  });

  test('goes to the list when it is about an ad that its reader sells now', async () => {
    const [seller, buyer, other] = [
      await world.user({ paid: true }),
      await world.user(),
      await world.user({ paid: true }),
    ];
    const ad = await publish(seller);
    await write(buyer, seller, { board_id: ad });
    const head = await headOf(seller, buyer);
    expect(head.chat.folder).toBe('main');
    expect(head.stranger).not.toBeNull();
    expect(head.about).toMatchObject({ kind: 'ad', id: ad, state: 'active', mine: 1 });

    await write(await world.user(), other, { board_id: ad });
    expect((await world.call(other, chatApi.counts, {})).body.requests).toBe(1);
  });

  test('is one of twenty a day, however many are sent at once', async () => {
    const sender = await world.user();
    const people = await Promise.all(Array.from({ length: 50 }, () => world.user()));
    const answers = await Promise.all(people.map((person) => write(sender, person)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(NEW_CONTACTS_PER_DAY);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['strangers_limit']));
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(86_000);
    expect(refused[0]?.body.message).toContain('20');

    // Messages to known users, friends and users who asked first stay possible.
    const written = people[answers.findIndex(({ statusCode }) => statusCode === 200)];
    const unwritten = people[answers.findIndex(({ statusCode }) => statusCode !== 200)];
    if (written === undefined || unwritten === undefined) throw new Error('nobody');
    expect((await write(sender, written)).statusCode).toBe(200);
    expect((await headOf(sender, unwritten)).strangers_left).toBe(0);
    const friend = await world.user();
    await befriend(sender, friend);
    expect((await write(sender, friend)).statusCode).toBe(200);
    await write(unwritten, sender);
    expect((await write(sender, unwritten)).statusCode).toBe(200);

    now += DAY_MS;
    expect((await write(sender, await world.user())).statusCode).toBe(200);
    await sweepChatExtras.run(world.services, {});
    const { rows } = await sql`select from first_contacts where sender_id = ${sender.id}`.execute(world.services.db);
    expect(rows).toHaveLength(1);
  });

  test('that is sent again and again to one person counts once', async () => {
    const [sender, me] = [await world.user(), await world.user()];
    await Promise.all(Array.from({ length: 10 }, () => write(sender, me)));
    expect((await headOf(sender, await world.user())).strangers_left).toBe(NEW_CONTACTS_PER_DAY - 1);
  });

  test('may be a call that nobody took: it waits among the requests, and past the limit it is not noted', async () => {
    const stranger = await world.user();
    const others = await Promise.all(Array.from({ length: NEW_CONTACTS_PER_DAY + 1 }, () => world.user()));
    const call = (to: Actor) =>
      world.services.db
        .transaction()
        .execute((tx) =>
          recordCall(world.services, tx, { callerId: stranger.id, calleeId: to.id, outcome: 'unanswered' }),
        );
    for (const other of others) await call(other);
    const [first, last] = [others[0], others.at(-1)];
    if (first === undefined || last === undefined) throw new Error('Nobody was called');
    expect(await folderOf(first, stranger)).toBe('requests');
    expect(await listed(first)).toEqual([stranger.id]);
    expect(await listed(last)).toEqual([]);
    const friend = await world.user();
    await befriend(stranger, friend);
    await call(friend);
    expect(await folderOf(friend, stranger)).toBe('main');
  });

  test('carries warnings that only its reader sees', async () => {
    const [sender, me] = [await world.user(), await world.user()];
    const content = 'Оплатите на http://evil.com и пришлите код из СМС';
    const sent = await write(sender, me, { content });
    expect(sent.body.warnings).toEqual([]);
    const { list } = (await world.call(me, chatApi.messages, { params: { id: sender.id }, query: {} })).body;
    expect(list[0]?.warnings).toEqual(['link', 'code']);
    await answer(me, sender, 'accept');
    await write(sender, me, { content });
    const later = (await world.call(me, chatApi.messages, { params: { id: sender.id }, query: {} })).body.list;
    expect(later[0]?.warnings).toEqual([]);
  });
});

describe('a request', () => {
  test('that is accepted stands in the list, and its sender is a stranger no more', async () => {
    const [me, sender] = [await world.user(), await world.user()];
    await write(sender, me);
    expect((await answer(me, sender, 'accept')).body).toEqual({ unread: 1, chats: 1, requests: 0 });
    const head = await headOf(me, sender);
    expect(head.chat.folder).toBe('main');
    expect(head.stranger).toBeNull();
    expect((await answer(me, sender, 'accept')).statusCode).toBe(200);
  });

  test('that is declined is gone without a word, and stays so', async () => {
    const [me, sender] = [await world.user(), await world.user()];
    await write(sender, me);
    expect((await answer(me, sender, 'decline')).body).toEqual({ unread: 0, chats: 0, requests: 0 });
    expect(await listed(me)).not.toContain(sender.id);
    expect((await write(sender, me, { content: 'Ау?' })).statusCode).toBe(200);
    expect((await world.call(me, chatApi.counts, {})).body).toEqual({ unread: 0, chats: 0, requests: 0 });
    const theirs = await headOf(sender, me);
    expect(theirs.chat).toMatchObject({ may_write: 1, blocked: 0, folder: 'main', delivered_seq: 0, read_seq: 0 });

    await write(me, sender);
    expect(await folderOf(me, sender)).toBe('main');
  });

  test('that is reported blocks its sender and shows staff what was written', async () => {
    const [me, sender] = [await world.user(), await world.user()];
    const staff = await world.user({ groups: ['manager'] });
    await write(sender, me, { content: 'Выиграйте миллион' });
    expect((await answer(me, sender, 'report')).statusCode).toBe(200);
    expect((await write(sender, me)).body.code).toBe('blocked');
    expect((await headOf(me, sender)).chat.blocked).toBe(1);
    const complaints = async () =>
      (await world.call(staff, complaintsApi.list, { query: {} })).body.complains.filter(
        ({ complain_id }) => complain_id === sender.id,
      );
    const [complaint] = await complaints();
    expect(complaint).toMatchObject({ about: 'user', user_id: me.id, reason: 'spam' });
    expect(complaint?.evidence.text).toContain('→ Выиграйте миллион');
    expect((await answer(me, sender, 'report')).statusCode).toBe(200);
    expect(await complaints()).toHaveLength(1);
    const own = (await world.call(me, complaintsApi.listOwn, { query: {} })).body.complains;
    expect(own).toHaveLength(1);
  });

  test('that was complained of before takes what was written as evidence', async () => {
    const [me, sender] = [await world.user(), await world.user()];
    const staff = await world.user({ groups: ['manager'] });
    await world.call(me, complaintsApi.add, { body: { complain_id: sender.id, message: 'Ругается' } });
    await write(sender, me, { content: 'Снова я' });
    await answer(me, sender, 'report');
    const { complains } = (await world.call(staff, complaintsApi.list, { query: {} })).body;
    const about = complains.filter(({ complain_id }) => complain_id === sender.id);
    expect(about).toHaveLength(1);
    expect(about[0]?.evidence.text).toContain('Снова я');
  });

  test('that nobody made cannot be answered', async () => {
    const [me, other] = [await world.user(), await world.user()];
    for (const how of ['accept', 'decline', 'report'] as const) {
      expect((await answer(me, other, how)).statusCode).toBe(404);
      expect((await answer(me, me, how)).statusCode).toBe(404);
    }
    await write(me, other);
    for (const how of ['accept', 'decline', 'report'] as const)
      expect((await answer(me, other, how)).statusCode).toBe(404);
    expect((await headOf(me, other)).chat.blocked).toBe(0);
  });

  test('of a friend is nothing to decline, and stays counted', async () => {
    const [me, friend] = [await world.user(), await world.user()];
    await befriend(me, friend);
    await write(friend, me);
    expect((await answer(me, friend, 'decline')).statusCode).toBe(404);
    await write(friend, me);
    expect((await headOf(me, friend)).chat).toMatchObject({ folder: 'main', unread: 2 });
    expect(await findDrift(world)).toEqual([]);
  });

  test('of somebody who becomes a friend moves to the list, a declined one too', async () => {
    for (const isDeclined of [false, true]) {
      const [me, sender] = [await world.user(), await world.user()];
      await write(sender, me);
      if (isDeclined) await answer(me, sender, 'decline');
      await befriend(sender, me);
      const { chat } = await headOf(me, sender);
      expect(chat).toMatchObject({ folder: 'main', unread: 1 });
      expect(await listed(me)).toContain(sender.id);
    }
  });

  test('that is accepted and reported at once ends reported', async () => {
    for (let round = 0; round < 5; round++) {
      const [me, sender] = [await world.user(), await world.user()];
      await write(sender, me);
      await Promise.all([answer(me, sender, 'accept'), answer(me, sender, 'report'), answer(me, sender, 'accept')]);
      const { rows } = await sql<{ folder: string }>`
        select folder from chat_members where user_id = ${me.id} and other_id = ${sender.id}`.execute(
        world.services.db,
      );
      expect(rows).toEqual([{ folder: 'declined' }]);
      expect((await headOf(me, sender)).chat.blocked).toBe(1);
    }
  });
});
