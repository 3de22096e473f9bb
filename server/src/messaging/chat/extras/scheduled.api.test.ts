import { randomUUID } from 'node:crypto';
import { chatApi, SCHEDULED_MAX } from '@app/contract/messaging/chat';
import { circleApi } from '@app/contract/people/circle';
import { usersApi } from '@app/contract/people/users';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { publicationsApi } from '@app/contract/publishing/publications';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, PASSWORD, type World } from '../../../../test/world.ts';
import { insertDemoPublications } from '../../../publishing/publications/publications.public.ts';
import { findOverdue, sendScheduled } from './send-scheduled.job.ts';

const HOUR_MS = 3_600_000;

let now = Date.now();
let world: World;
beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
});
afterAll(() => world.close());

const inHours = (hours: number) => new Date(now + hours * HOUR_MS).toISOString();
const schedule = (from: Actor, to: Actor, body: Partial<BodyOf<typeof chatApi.schedule>> = {}) =>
  world.call(from, chatApi.schedule, {
    params: { id: to.id },
    body: { content: 'С днём рождения!', send_at: inHours(1), ...body },
  });
const waiting = async (from: Actor, to: Actor) =>
  (await world.call(from, chatApi.scheduled, { params: { id: to.id } })).body.list;
const received = async (reader: Actor, from: Actor) => {
  const { body } = await world.call(reader, chatApi.messages, { params: { id: from.id }, query: {} });
  return body.list?.map(({ content }) => content) ?? [];
};
const pair = async () => [await world.user(), await world.user()] as const;
const run = (id: number) => sendScheduled.run(world.services, { id });
const events = async (userId: number): Promise<string[]> => {
  const { rows } = await sql<{ type: string }>`
    select event ->> 'type' as type from user_events where user_id = ${userId} order by seq`.execute(world.services.db);
  return rows.map(({ type }) => type);
};

describe('a message for later', () => {
  test('waits for its time, is sent once then, and its sender’s pages follow', async () => {
    const [anna, igor] = await pair();
    const { body } = await schedule(anna, igor);
    expect(body).toMatchObject({ content: 'С днём рождения!', silent: 0, failure: '', files: [] });
    expect(await events(anna.id)).toEqual(['chat_line']);
    expect(await events(igor.id)).toEqual([]);
    expect((await world.call(anna, chatApi.header, { params: { id: igor.id }, query: {} })).body.scheduled).toBe(1);
    await run(body.id);
    expect(await waiting(anna, igor)).toHaveLength(1);

    now += HOUR_MS;
    await Promise.all([run(body.id), run(body.id), run(body.id)]);
    await run(body.id);
    expect(await received(igor, anna)).toEqual(['С днём рождения!']);
    expect(await waiting(anna, igor)).toEqual([]);
    expect(await events(anna.id)).toEqual(['chat_line', 'chat_message', 'chat_line']);
  });

  test('is in the queue for its time, and found again when its job was lost', async () => {
    const [anna, igor] = await pair();
    const { body } = await schedule(anna, igor);
    const find = async () => {
      const { rows } = await sql<{ run_at: Date; attempts: number }>`
        select run_at, attempts from graphile_worker.jobs where key = ${`send-scheduled:${body.id}`}`.execute(
        world.services.db,
      );
      return rows;
    };
    expect((await find())[0]?.run_at.toISOString()).toBe(body.send_at);
    await sql`select graphile_worker.remove_job(${`send-scheduled:${body.id}`})`.execute(world.services.db);
    await findOverdue.run(world.services, {});
    expect(await find()).toEqual([]);
    now += HOUR_MS + 5 * 60_000;
    await findOverdue.run(world.services, {});
    expect(await find()).toHaveLength(1);
  });

  test('that is sent twice under one key waits once, also at the same moment', async () => {
    const [anna, igor] = await pair();
    const client_key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => schedule(anna, igor, { client_key })));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await waiting(anna, igor)).toHaveLength(1);
    expect((await schedule(anna, await world.user(), { client_key })).body.code).toBe('idempotency_mismatch');
  });

  test('that waits already is answered under its key, whatever could be said against it by now', async () => {
    const [anna, igor] = await pair();
    const client_key = randomUUID();
    const send_at = inHours(1);
    const { body } = await schedule(anna, igor, { client_key, send_at });
    await world.call(igor, chatApi.block, { params: { id: anna.id } });
    now += 2 * HOUR_MS;
    const again = await schedule(anna, igor, { client_key, send_at });
    expect(again.statusCode).toBe(200);
    expect(again.body.id).toBe(body.id);
  });

  test('under one key is for one person, also when two are written to at the same moment', async () => {
    const [anna, igor] = await pair();
    const others = [igor, await world.user(), await world.user(), await world.user()];
    const client_key = randomUUID();
    const answers = await Promise.all(others.map((other) => schedule(anna, other, { client_key })));
    const codes = answers.map(({ statusCode, body }) => (statusCode === 200 ? 'sent' : body.code)).sort();
    expect(codes).toEqual([...Array(3).fill('idempotency_mismatch'), 'sent']);
  });

  test('that was sent under its key before its time is not sent again, and leaves no file behind', async () => {
    const [anna, igor] = await pair();
    const client_key = randomUUID();
    const { body } = await schedule(anna, igor, { client_key });
    const { db } = world.services;
    await sql`
      insert into chat_files (owner_id, kind, name, mime, bytes, sha256, storage_key, state, scheduled_id)
      values (${anna.id}, 'file', 'a.bin', 'application/octet-stream', 1, '', '', 'scheduled', ${body.id})`.execute(db);
    await world.call(anna, chatApi.send, { params: { id: igor.id }, body: { content: 'Сразу', client_key } });
    now += HOUR_MS;
    await run(body.id);
    expect(await received(igor, anna)).toEqual(['Сразу']);
    expect(await waiting(anna, igor)).toEqual([]);
    const { rows } = await sql`select from chat_files where scheduled_id = ${body.id}`.execute(db);
    expect(rows).toEqual([]);
  });

  test(`is one of ${SCHEDULED_MAX} of a chat, however many come at once`, async () => {
    const [anna, igor] = await pair();
    const answers = await Promise.all(Array.from({ length: SCHEDULED_MAX + 10 }, () => schedule(anna, igor)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(SCHEDULED_MAX);
    const codes = answers.flatMap(({ statusCode, body }) => (statusCode === 200 ? [] : [body.code]));
    expect(new Set(codes)).toEqual(new Set(['scheduled_full']));
  });

  test('needs a time within a year, a text, and somebody who takes it', async () => {
    const [anna, igor] = await pair();
    expect((await schedule(anna, igor, { send_at: inHours(-1) })).body.code).toBe('invalid_input');
    expect((await schedule(anna, igor, { send_at: inHours(24 * 366) })).body.code).toBe('invalid_input');
    expect((await schedule(anna, igor, { content: '  ' })).body.code).toBe('message_empty');
    expect((await schedule(anna, anna)).statusCode).toBe(404);
    await world.call(igor, circleApi.block, { params: { id: anna.id } });
    expect((await schedule(anna, igor)).body.code).toBe('blocked');
  });

  test('changes, and comes at its new time only', async () => {
    const [anna, igor] = await pair();
    const { body } = await schedule(anna, igor);
    const changed = await world.call(anna, chatApi.changeScheduled, {
      params: { id: body.id },
      body: { content: 'Поздравляю!', send_at: inHours(3), silent: 1 },
    });
    expect(changed.body).toMatchObject({ content: 'Поздравляю!', send_at: inHours(3), silent: 1 });
    now += HOUR_MS;
    await run(body.id);
    expect(await received(igor, anna)).toEqual([]);
    now += 2 * HOUR_MS;
    await run(body.id);
    expect(await received(igor, anna)).toEqual(['Поздравляю!']);
    expect((await world.call(anna, chatApi.changeScheduled, { params: { id: body.id }, body: {} })).statusCode).toBe(
      404,
    );
  });

  test('is nobody else’s to see, change or take back', async () => {
    const [anna, igor] = await pair();
    const { body } = await schedule(anna, igor);
    const params = { id: body.id };
    expect(await waiting(igor, anna)).toEqual([]);
    expect((await world.call(igor, chatApi.changeScheduled, { params, body: { now: 1 } })).statusCode).toBe(404);
    expect((await world.call(igor, chatApi.cancelScheduled, { params })).statusCode).toBe(404);
    expect(await waiting(anna, igor)).toHaveLength(1);
  });

  test('that cannot be sent says why, and can be sent again', async () => {
    const [anna, igor] = await pair();
    const { body } = await schedule(anna, igor);
    await world.call(igor, circleApi.block, { params: { id: anna.id } });
    const before = (await events(anna.id)).length;
    now += HOUR_MS;
    await run(body.id);
    expect(await waiting(anna, igor)).toMatchObject([{ id: body.id, failure: 'blocked' }]);
    expect((await events(anna.id)).slice(before)).toEqual(['chat_line']);
    await run(body.id);
    await findOverdue.run(world.services, {});
    const params = { id: body.id };
    expect((await world.call(anna, chatApi.changeScheduled, { params, body: { now: 1 } })).body.code).toBe('blocked');
    await world.call(igor, circleApi.unblock, { params: { id: anna.id } });
    expect((await world.call(anna, chatApi.changeScheduled, { params, body: { now: 1 } })).statusCode).toBe(200);
    expect(await received(igor, anna)).toEqual(['С днём рождения!']);
  });

  test('whose card its author takes back, or shuts, by then is not sent, and says why in the sender’s words', async () => {
    const [anna, igor] = await pair();
    const author = await world.user({ paid: true });
    const row = { user_id: author.id, description: 'Причал', file_ids: [], published_at: new Date(now) };
    const { db } = world.services;
    const [first = 0, second = 0] = await db.transaction().execute((tx) => insertDemoPublications(tx, [row, row]));
    const later = async (card_id: number) =>
      (await schedule(anna, igor, { content: '', card_kind: 'publication', card_id })).body.id;
    const ids = [await later(first), await later(second), await later(first)];
    const [closed = 0, gone = 0, kept = 0] = ids;
    const edit = (may_share: 0 | 1) =>
      world.call(author, publicationsApi.edit, { body: { publish_id: first, may_share } });
    await edit(0);
    await world.call(author, publicationsApi.remove, { body: { publish_id: second } });
    now += HOUR_MS;
    for (const id of [closed, gone]) await run(id);
    expect(await received(igor, anna)).toEqual([]);
    expect(await waiting(anna, igor)).toMatchObject([
      {
        id: closed,
        failure: 'card_closed',
        failure_text: 'Автор не разрешает этим делиться',
        card: { id: first, kind: 'publication' },
      },
      {
        id: gone,
        failure: 'card_gone',
        failure_text: 'То, чем вы делитесь, больше недоступно',
        card: { id: second, state: 'gone' },
      },
      { id: kept, failure: '', failure_text: '', card: { id: first, state: 'active' } },
    ]);
    const sendNow = (id: number) => world.call(anna, chatApi.changeScheduled, { params: { id }, body: { now: 1 } });
    expect((await sendNow(closed)).body.code).toBe('card_closed');
    expect((await sendNow(gone)).body.code).toBe('card_gone');
    await edit(1);
    await run(kept);
    expect((await sendNow(closed)).statusCode).toBe(200);
    expect(await received(igor, anna)).toEqual(['', '']);
    expect(await waiting(anna, igor)).toMatchObject([{ id: gone }]);
  });

  test('whose card shuts after it was sent under its key by hand leaves without a word', async () => {
    const [anna, igor] = await pair();
    const author = await world.user({ paid: true });
    const row = { user_id: author.id, description: 'Причал', file_ids: [], published_at: new Date(now) };
    const [card_id = 0] = await world.services.db.transaction().execute((tx) => insertDemoPublications(tx, [row]));
    const [client_key, card] = [randomUUID(), { content: '', card_kind: 'publication' as const, card_id }];
    const { body } = await schedule(anna, igor, { ...card, client_key });
    await world.call(anna, chatApi.send, { params: { id: igor.id }, body: { ...card, client_key } });
    await world.call(author, publicationsApi.remove, { body: { publish_id: card_id } });
    now += HOUR_MS;
    await run(body.id);
    expect(await waiting(anna, igor)).toEqual([]);
    expect(await received(igor, anna)).toEqual(['']);
  });

  test('that is taken back and sent now at once is one of the two', async () => {
    for (let round = 0; round < 10; round++) {
      const [anna, igor] = await pair();
      const { body } = await schedule(anna, igor);
      const params = { id: body.id };
      const answers = await Promise.all([
        world.call(anna, chatApi.cancelScheduled, { params }),
        world.call(anna, chatApi.changeScheduled, { params, body: { now: 1 } }),
        world.call(anna, chatApi.changeScheduled, { params, body: { now: 1 } }),
      ]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404]);
      const isCancelled = answers[0]?.statusCode === 200;
      expect(await received(igor, anna)).toEqual(isCancelled ? [] : ['С днём рождения!']);
      expect(await waiting(anna, igor)).toEqual([]);
    }
  });

  test('of somebody who leaves or is suspended is not sent', async () => {
    const [anna, igor] = await pair();
    const { body } = await schedule(anna, igor);
    await world.call(anna, usersApi.remove, { params: { id: anna.id }, body: { current_password: PASSWORD } });
    now += HOUR_MS;
    await run(body.id);
    expect(await received(igor, anna)).toEqual([]);

    const [olga, pavel] = await pair();
    const { body: other } = await schedule(olga, pavel);
    await sql`update users set status = 'suspended' where id = ${olga.id}`.execute(world.services.db);
    now += HOUR_MS;
    await run(other.id);
    expect(await received(pavel, olga)).toEqual([]);
  });
});
