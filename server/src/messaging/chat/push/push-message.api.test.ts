import { chatApi } from '@app/contract/messaging/chat';
import { notificationsApi, pushApi } from '@app/contract/notifications/notifications';
import { circleApi } from '@app/contract/people/circle';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPushService } from '../../../../test/push-service.ts';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { deliverPush } from '../../../notifications/push/deliver-push.job.ts';
import { pushMessageJob } from './push-message.job.ts';

const NOON = Date.parse('2026-11-21T09:00:00Z');
const NIGHT = Date.parse('2026-11-21T22:30:00Z');
const SECOND_MS = 1000;

let now = NOON;
let world: World;
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  service = await startPushService();
  world = await createWorld({ environment: { PUSH_SERVICES: service.origin }, clock: () => new Date(now) });
});
beforeEach(async () => {
  now = NOON;
  service.received.length = 0;
  await sql`delete from graphile_worker._private_jobs`.execute(world.services.db);
});
afterAll(async () => {
  await world.close();
  await service.close();
});

const write = (from: Actor, to: Actor, more: object = {}) =>
  world.call(from, chatApi.send, { params: { id: to.id }, body: { content: 'Тайное слово', ...more } });
const withDevice = async (options: object = {}): Promise<Actor> => {
  const person = await world.user(options);
  await world.call(person, pushApi.subscribe, { body: service.browser() });
  return person;
};
const friends = async (): Promise<[Actor, Actor]> => {
  const [anna, igor] = [await world.user(), await withDevice()];
  await world.call(anna, circleApi.request, { params: { id: igor.id } });
  await world.call(igor, circleApi.accept, { params: { id: anna.id } });
  await sql`delete from graphile_worker._private_jobs`.execute(world.services.db);
  return [anna, igor];
};

interface QueuedJob {
  id: string;
  name: string;
  payload: object;
  run_at: Date;
}

const listJobs = async (): Promise<QueuedJob[]> => {
  const { rows } = await sql<QueuedJob>`
    select j.id::text as id, t.identifier as name, j.payload, j.run_at
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier in ('push-message', 'deliver-push') order by j.id`.execute(world.services.db);
  return rows;
};

async function later(): Promise<{ pushes: unknown[]; waiting: QueuedJob[] }> {
  now += 4 * SECOND_MS;
  for (;;) {
    const jobs = await listJobs();
    const due = jobs.filter(({ name, run_at }) => name === 'deliver-push' || run_at.getTime() <= now);
    if (due.length === 0) return { pushes: service.received.map(({ opened }) => opened), waiting: jobs };
    for (const { id, name, payload } of due) {
      await sql`select graphile_worker.complete_jobs(array[${id}::bigint])`.execute(world.services.db);
      const job = name === 'push-message' ? pushMessageJob : deliverPush;
      await job.run(world.services, job.payload.parse(payload) as never);
    }
  }
}

describe('a message rings devices', () => {
  test('two to three seconds later, with ids and a number only', async () => {
    const [anna, igor] = await friends();
    await write(anna, igor);
    const [job] = await listJobs();
    const delay = (job?.run_at.getTime() ?? 0) - now;
    expect(delay).toBeGreaterThanOrEqual(2000);
    expect(delay).toBeLessThanOrEqual(3000);
    expect((await later()).pushes).toEqual([{ kind: 'message', user_id: anna.id, unread: 1 }]);
    expect(JSON.stringify(service.received)).not.toContain('Тайное');
    expect(service.received[0]?.headers.urgency).toBe('high');
  });

  test('once, whatever came at the same moment', async () => {
    const [anna, igor] = await friends();
    await Promise.all(Array.from({ length: 10 }, () => write(anna, igor)));
    expect((await later()).pushes).toEqual([{ kind: 'message', user_id: anna.id, unread: 10 }]);
  });

  test('of chats each for itself', async () => {
    const [anna, igor] = await friends();
    const olga = await world.user();
    await write(igor, olga);
    await write(olga, igor);
    await write(anna, igor);
    const { pushes } = await later();
    expect(pushes).toContainEqual({ kind: 'message', user_id: anna.id, unread: 2 });
    expect(pushes).toContainEqual({ kind: 'message', user_id: olga.id, unread: 2 });
  });
});

describe('a message rings no device', () => {
  test('when it was read; a page that only took it keeps no device silent', async () => {
    const [anna, igor] = await friends();
    const { body } = await write(anna, igor);
    await world.call(igor, chatApi.delivered, { body: { list: [{ user_id: anna.id, seq: body.seq }] } });
    expect((await later()).pushes).toHaveLength(1);
    service.received.length = 0;
    const { body: next } = await write(anna, igor);
    await world.call(igor, chatApi.markRead, { params: { id: anna.id }, body: { seq: next.seq } });
    expect((await later()).pushes).toEqual([]);
  });

  test('when it was sent silently, or its reader has none', async () => {
    const [anna, igor] = await friends();
    await write(anna, igor, { silent: 1 });
    await write(igor, anna);
    expect(await listJobs()).toEqual([]);
  });

  test('when its reader silenced the chat, the person, or messages', async () => {
    const [anna, igor] = await friends();
    await write(anna, igor);
    await world.call(igor, chatApi.change, { params: { id: anna.id }, body: { mute: 0 } });
    expect((await later()).pushes).toEqual([]);
    await world.call(igor, chatApi.change, { params: { id: anna.id }, body: { mute: null } });
    await world.call(igor, circleApi.mute, { params: { id: anna.id }, body: {} });
    await write(anna, igor);
    expect((await later()).pushes).toEqual([]);
    await world.call(igor, circleApi.unmute, { params: { id: anna.id } });
    const topic = (push: 0 | 1) =>
      world.call(igor, notificationsApi.changeSettings, { body: { topics: [{ topic: 'messages', push }] } });
    expect((await topic(0)).body.topics.find(({ topic }) => topic === 'messages')).toMatchObject({ bell: 1, push: 0 });
    await write(anna, igor);
    expect((await later()).pushes).toEqual([]);
    await topic(1);
    await write(anna, igor);
    expect((await later()).pushes).toHaveLength(1);
  });

  test('at night; when it ends, one tells of all', async () => {
    const [anna, igor] = await friends();
    now = NIGHT;
    await write(anna, igor);
    now += 10 * SECOND_MS;
    await write(anna, igor);
    const { pushes, waiting } = await later();
    expect(pushes).toEqual([]);
    expect(waiting.map(({ run_at }) => run_at.toISOString())).toEqual(['2026-11-22T05:00:00.000Z']);
    now = Date.parse('2026-11-22T05:00:00Z');
    expect((await later()).pushes).toEqual([{ kind: 'message', unread: 2 }]);
  });
});

test('strangers ring once a day, and whoever was declined never', async () => {
  const me = await withDevice();
  const [one, two, three] = [await world.user(), await world.user(), await world.user()];
  await write(one, me);
  expect((await later()).pushes).toEqual([{ kind: 'message_request', unread: 1 }]);
  await write(two, me);
  await write(one, me);
  expect((await later()).pushes).toHaveLength(1);
  await world.call(me, chatApi.answerRequest, { params: { id: one.id }, body: { answer: 'decline' } });
  now += 24 * 3_600_000;
  await write(one, me);
  expect(await listJobs()).toEqual([]);
  await write(three, me);
  expect((await later()).pushes).toHaveLength(2);
});
