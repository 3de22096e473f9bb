import { followsApi } from '@app/contract/market/follows';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { publicationsApi } from '@app/contract/publishing/publications';
import { complaintsApi } from '@app/contract/trust/complaints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runQueuedJobs } from '../../../test/queued-jobs.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';

let world: World;
let maria: Actor;
let igor: Actor;

beforeAll(async () => {
  world = await createWorld();
  maria = await world.user({ firstname: 'Мария', paid: true });
  igor = await world.user({ firstname: 'Игорь' });
});
afterAll(() => world.close());

const write = (who: Actor, publish_description: string, more: object = {}, headers = {}) =>
  world.call(who, publicationsApi.addText, { body: { publish_description, ...more }, headers });
const one = (who: Actor | null, id: number) => world.call(who, publicationsApi.one, { params: { id } });

test('words come out without a file, with the fields of a publication of photos', async () => {
  const { statusCode, body } = await write(maria, 'Весна пришла #весна');
  expect(statusCode).toBe(200);
  expect(body).toMatchObject({ publish_type: 0, text_only: 1, content: [], state: 'published', may_comment: 1 });
  expect((await one(null, body.publish_id)).body).toMatchObject({ text_only: 1, own: 0 });
  const { body: own } = await world.call(null, publicationsApi.byUser, { query: { user_id: maria.id } });
  expect(own.list.map(({ publish_id }) => publish_id)).toContain(body.publish_id);
  for (const search of ['весной', '#весна'])
    expect((await world.call(null, publicationsApi.search, { query: { search } })).body.total).toBe(1);
  expect(
    (await world.call(igor, publicationsApi.like, { body: { publish_id: body.publish_id, liked: 1 } })).body,
  ).toEqual({ liked: 1, count: 1 });
  const comment = { publish_id: body.publish_id, message: 'И правда' };
  expect((await world.call(igor, publicationsApi.addComment, { body: comment })).statusCode).toBe(200);
  const complaint = { publish_id: body.publish_id, reason: 'spam' as const };
  expect((await world.call(igor, complaintsApi.add, { body: complaint })).statusCode).toBe(200);
});

test('only with a subscription, with words, and not too many', async () => {
  expect((await write(igor, 'Я')).body.code).toBe('subscription_required');
  for (const words of ['', '  \n ', 'я'.repeat(5001)])
    expect((await write(maria, words)).body.code).toBe('invalid_input');
});

test('its audience is kept, followers hear of it once, and the same key publishes once', async () => {
  await world.call(igor, followsApi.set, { body: { to_id: maria.id, subscribe: 1 } });
  const closed = await write(maria, 'Только своим', { audience: 'friends' });
  expect((await one(igor, closed.body.publish_id)).body.code).toBe('not_found');
  const key = { 'idempotency-key': 'text-once' };
  const answers = await Promise.all(Array.from({ length: 3 }, () => write(maria, 'Один раз', {}, key)));
  expect(new Set(answers.map(({ body }) => body.publish_id)).size).toBe(1);
  await runQueuedJobs(world);
  const { list } = (await world.call(igor, notificationsApi.list, { query: { mark: 0 } })).body;
  expect(list.filter(({ kind }) => kind === 'new_publication')).toHaveLength(1);
  expect((await world.call(igor, publicationsApi.feed, { params: { id: igor.id } })).body.list[0]).toMatchObject({
    text_only: 1,
  });
});

test('a draft becomes one, and saying so twice changes nothing; another’s draft is nowhere', async () => {
  const draft = await world.call(maria, publicationsApi.add, { body: { publish_description: 'Набросок', draft: 1 } });
  const { publish_id } = draft.body;
  expect(draft.body.text_only).toBe(0);
  const stranger = await world.user({ paid: true });
  expect((await write(stranger, 'Чужое', { publish_id })).body.code).toBe('not_found');
  expect((await write(maria, 'Готово', { publish_id })).body).toMatchObject({ publish_id, state: 'published' });
  expect((await write(maria, 'Ещё раз', { publish_id })).body).toMatchObject({ publish_description: 'Готово' });
  expect((await write(stranger, 'Чужое', { publish_id })).body.code).toBe('forbidden');
});

test('a planned one comes out by itself', async () => {
  const publish_at = new Date(Date.now() + 3_600_000).toISOString();
  const { body } = await write(maria, 'Завтра', { publish_at });
  expect(body).toMatchObject({ state: 'planned', text_only: 1 });
  const { publish_id } = body;
  const now = await world.call(maria, publicationsApi.edit, { body: { publish_id, file_ids: [], publish: 1 } });
  expect(now.body).toMatchObject({ state: 'published', text_only: 1 });
});

test('its words change but do not go, and it ends like every publication', async () => {
  const { publish_id } = (await write(maria, 'Было')).body;
  const edit = (publish_description: string) =>
    world.call(maria, publicationsApi.edit, { body: { publish_id, publish_description, file_ids: [] } });
  expect((await edit('  ')).body.code).toBe('invalid_input');
  expect((await edit('Стало')).body).toMatchObject({ publish_description: 'Стало', text_only: 1 });
  const { body } = await world.call(null, publicationsApi.history, { params: { id: publish_id } });
  expect(body.list).toMatchObject([{ publish_description: 'Было' }]);
  await world.call(maria, publicationsApi.remove, { body: { publish_id } });
  expect((await one(null, publish_id)).body.code).toBe('gone');
});
