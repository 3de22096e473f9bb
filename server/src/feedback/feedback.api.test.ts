import { feedbackApi } from '@app/contract/feedback';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../test/world.ts';
import { erasePeople } from '../auth/erase-people.job.ts';

let world: World;
let anna: Actor;
let staff: Actor;

beforeAll(async () => {
  world = await createWorld();
  [anna, staff] = await Promise.all([
    world.user({ firstname: 'Анна', lastname: 'Лодочкина' }),
    world.user({ groups: ['manager'] }),
  ]);
});

afterAll(() => world.close());

const write = (who: Actor | null, message: string, more: object = {}) =>
  world.call(who, feedbackApi.add, { body: { message, ...more } });
const list = async (query: object = {}) => (await world.call(staff, feedbackApi.list, { query })).body;

test('who writes, and from which address, is what the profile says', async () => {
  const igor = await world.user();
  await write(igor, 'Спасибо', { user_id: anna.id, email: 'wrong@example.com' });
  expect((await list()).feedbacks[0]).toMatchObject({ user_id: igor.id, email: `${igor.login}@example.com` });
});

test('without an e-mail in the profile there is nowhere to answer', async () => {
  const nobody = await world.user({ email: '' });
  expect(await write(nobody, 'Ответьте мне')).toMatchObject({
    statusCode: 400,
    body: { code: 'email_required', message: 'Добавьте свой e-mail в профиль' },
  });
});

test('empty and endless messages are refused, and so are guests', async () => {
  for (const message of ['', ' \n ', 'я'.repeat(5001)])
    expect((await write(anna, message)).body.code).toBe('invalid_input');
  expect((await write(null, 'Привет')).statusCode).toBe(401);
});

test('staff see one row per person, the latest writer first, with everything they wrote', async () => {
  const [first, second] = [await world.user({ lastname: 'Списков' }), await world.user({ lastname: 'Списков' })];
  await write(first, 'Раз');
  await write(second, 'Другое');
  await write(first, 'Два');
  const { feedbacks, total } = await list({ search: 'списков' });
  expect(total).toBe(2);
  expect(feedbacks).toMatchObject([
    { user_id: first.id, message: 'Два', count: 2, messages: [{ message: 'Два' }, { message: 'Раз' }] },
    { user_id: second.id, message: 'Другое', count: 1 },
  ]);
  expect((await list({ search: 'списков', size: 1, offset: 1 })).feedbacks).toMatchObject([{ user_id: second.id }]);
  expect((await list({ search: '%' })).total).toBe(0);
  expect((await world.call(anna, feedbackApi.list)).statusCode).toBe(403);
});

test('deleting takes everything the person wrote', async () => {
  const igor = await world.user();
  await write(igor, 'Раз');
  await write(igor, 'Два');
  const remove = (who: Actor) => world.call(who, feedbackApi.remove, { params: { user_id: igor.id } });
  expect((await remove(anna)).statusCode).toBe(403);
  expect((await remove(staff)).body).toEqual({ user_id: igor.id });
  expect((await remove(staff)).body.code).toBe('not_found');
  expect((await list({ search: igor.login })).total).toBe(0);
});

test('one key writes once, and the erased have written nothing', async () => {
  const igor = await world.user();
  const send = () =>
    world.call(igor, feedbackApi.add, { body: { message: 'Один раз' }, headers: { 'idempotency-key': 'feedback' } });
  expect((await send()).body).toEqual((await send()).body);
  expect((await list({ search: igor.login })).feedbacks).toMatchObject([{ count: 1 }]);
  const longAgo = new Date(Date.now() - 31 * 86_400_000);
  const { db } = world.services;
  await db.updateTable('users').set({ deleted_at: longAgo }).where('id', '=', igor.id).execute();
  await erasePeople.run(world.services, {});
  expect((await list({ search: igor.login })).total).toBe(0);
});
