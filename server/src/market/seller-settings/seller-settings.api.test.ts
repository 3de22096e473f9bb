import { ANSWER_TEMPLATES_MAX, sellerSettingsApi } from '@app/contract/market/seller-settings';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../test/world.ts';

let world: World;
let seller: Actor;
beforeAll(async () => {
  world = await createWorld();
  seller = await world.user();
});
afterAll(() => world.close());

const get = (who: Actor | null) => world.call(who, sellerSettingsApi.get);
const change = (body: object, who: Actor | null = seller) => world.call(who, sellerSettingsApi.change, { body });
const DAY = { from: '09:00', to: '19:00' };
const WEEK = [DAY, DAY, DAY, DAY, DAY, null, null];

test('a seller begins with nothing, and what is changed alone changes alone', async () => {
  const empty = { hours: null, time_zone: 'Europe/Moscow', away: { on: 0, text: '' }, templates: [], vacation: null };
  expect((await get(seller)).body).toEqual(empty);
  await change({ hours: WEEK });
  await change({ away: { on: 1, text: 'Отвечу утром' } });
  const templates = [{ title: 'Адрес', content: 'Самовывоз\nот метро' }];
  expect((await change({ templates })).body).toEqual({
    ...empty,
    hours: WEEK,
    away: { on: 1, text: 'Отвечу утром' },
    templates,
  });
  await world.call(seller, notificationsApi.changeSettings, { body: { time_zone: 'Asia/Omsk' } });
  expect((await get(seller)).body.time_zone).toBe('Asia/Omsk');
  expect((await get(await world.user())).body).toEqual(empty);
});

test.each([
  ['hours over midnight', { hours: [{ from: '20:00', to: '04:00' }, null, null, null, null, null, null] }],
  ['hours without an end', { hours: [{ from: '09:00', to: '09:00' }, null, null, null, null, null, null] }],
  ['a time that no clock shows', { hours: [{ from: '09:00', to: '24:30' }, null, null, null, null, null, null] }],
  ['six days', { hours: WEEK.slice(1) }],
  ['a week of days off', { hours: WEEK.map(() => null) }],
  ['an answer without words', { away: { on: 1, text: ' ' } }],
  ['a template without a title', { templates: [{ title: '', content: 'Да' }] }],
  [
    'too many templates',
    { templates: Array.from({ length: ANSWER_TEMPLATES_MAX + 1 }, () => ({ title: 'а', content: 'б' })) },
  ],
])('%s is refused', async (_, body) => {
  expect((await change(body)).statusCode).toBe(400);
});

test('guests have none', async () => {
  expect((await get(null)).statusCode).toBe(401);
  expect((await change({ hours: WEEK }, null)).statusCode).toBe(401);
});
