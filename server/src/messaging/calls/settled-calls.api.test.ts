import { callsApi } from '@app/contract/messaging/calls';
import { chatApi } from '@app/contract/messaging/chat';
import { circleApi } from '@app/contract/people/circle';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runQueuedJobs } from '../../../test/queued-jobs.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { recordSettledCalls } from './record-settled-calls.job.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});

afterAll(async () => {
  await world.close();
});

const KEY = '0f0e0d0c-0b0a-0908-0706-050403020100';

async function record(from: Actor, to: Actor, seconds: number | null, key = KEY): Promise<void> {
  await recordSettledCalls.run(world.services, { calls: [{ from: from.id, to: to.id, seconds, key }] });
}

const chatOf = async (reader: Actor, other: Actor) => {
  const { list } = (await world.call(reader, chatApi.list)).body;
  return list.find(({ user }) => user.id === other.id);
};

const entriesOf = async (reader: Actor, other: Actor) => {
  const { body } = await world.call(reader, chatApi.messages, { params: { id: other.id } });
  return body.list.map(({ kind, mine, call }) => ({ kind, mine, call }));
};

test('an answered call stands in both chats with its length, read, and once', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  for (let time = 0; time < 2; time += 1) await record(anna, maria, 28);
  expect(await entriesOf(anna, maria)).toEqual([
    { kind: 'call', mine: 1, call: { user_id: maria.id, declined: 0, duration_s: 28 } },
  ]);
  expect(await entriesOf(maria, anna)).toEqual([
    { kind: 'call', mine: 0, call: { user_id: anna.id, declined: 0, duration_s: 28 } },
  ]);
  expect(await chatOf(maria, anna)).toMatchObject({ unread: 0, last_message: { kind: 'call', preview: 'Звонок' } });
});

test('what was unread before a call stays unread', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  await world.call(anna, chatApi.send, { params: { id: maria.id }, body: { content: 'Перезвоню' } });
  await record(anna, maria, 28);
  expect(await chatOf(maria, anna)).toMatchObject({ unread: 1, my_read_seq: 0 });
});

test('a declined call is told as one, and the way there is the call itself', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  const started = await world.call(anna, callsApi.start, { body: { user_id: maria.id } });
  await world.call(maria, callsApi.decline, { params: { room_id: started.body.room_id } });
  await runQueuedJobs(world);
  expect(await entriesOf(anna, maria)).toEqual([
    { kind: 'call', mine: 1, call: { user_id: maria.id, declined: 1, duration_s: 0 } },
  ]);
});

test('nothing is recorded past a block, or with whoever left', async () => {
  const [anna, maria, olga] = [await world.user(), await world.user(), await world.user()];
  await world.call(maria, circleApi.block, { params: { id: anna.id } });
  await record(anna, maria, 28);
  expect(await chatOf(maria, anna)).toBeUndefined();
  await sql`update users set deleted_at = now() where id = ${olga.id}`.execute(world.services.db);
  await record(anna, olga, 28);
  expect(await chatOf(anna, olga)).toBeUndefined();
});
