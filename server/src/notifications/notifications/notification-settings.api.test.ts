import { searchesApi } from '@app/contract/market/searches';
import { MANDATORY_TOPICS, notificationsApi } from '@app/contract/notifications/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { eraseUserData } from '../../platform/domain/user-data.ts';
import { findTimeZoneOfEmail } from '../../platform/find-time-zone.ts';
import { type Notice, notifyAll } from './notifications.public.ts';
import { saveDeviceZone } from './save-device-zone.public.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const settings = async (actor: Actor) => (await world.call(actor, notificationsApi.settings)).body;
const change = (actor: Actor, body: object) =>
  world.call(actor, notificationsApi.changeSettings, { body: body as never });
const topicOf = async (actor: Actor, name: string) =>
  (await settings(actor)).topics.find(({ topic }) => topic === name);
const bell = async (actor: Actor) =>
  (await world.call(actor, notificationsApi.list, { query: { mark: 0 } })).body.list.map(({ kind }) => kind);

const ring = (...notices: Notice[]) =>
  world.services.db.transaction().execute((tx) => notifyAll(tx, world.services, notices));

test('without a choice the bell tells everything, devices what matters, and the night is quiet', async () => {
  const anna = await world.user();
  const { topics, ...rest } = await settings(anna);
  expect(rest).toEqual({
    quiet: { from: '23:00', to: '08:00' },
    time_zone: 'Europe/Moscow',
    time_zone_chosen: 0,
    digest: 1,
    email: `${anna.login}@example.com`,
    devices: 0,
  });
  expect(topics.filter(({ bell }) => bell === 0)).toEqual([]);
  expect(topics.filter(({ push }) => push === 0).map(({ topic }) => topic)).toEqual(['likes', 'publications', 'phone']);
  expect(topics.filter(({ mail }) => mail !== null)).toEqual([{ topic: 'favorites', bell: 1, push: 1, mail: 1 }]);
});

test('what is switched off is not told, and everything else stays as it was', async () => {
  const anna = await world.user();
  await change(anna, { topics: [{ topic: 'subscribers', bell: 0 }] });
  await change(anna, { quiet: { from: '22:30', to: '07:15' }, time_zone: 'Asia/Vladivostok' });
  await change(anna, { topics: [{ topic: 'likes', push: 1 }] });

  expect(await topicOf(anna, 'subscribers')).toMatchObject({ bell: 0, push: 0 });
  expect(await topicOf(anna, 'likes')).toMatchObject({ bell: 1, push: 1 });
  expect(await settings(anna)).toMatchObject({ quiet: { from: '22:30', to: '07:15' }, time_zone: 'Asia/Vladivostok' });
  await ring(
    { userId: anna.id, kind: 'subscriber', link: '/', values: {} },
    { userId: anna.id, kind: 'back_on_sale', link: '/', values: { title: 'Лодка' } },
  );
  expect(await bell(anna)).toEqual(['back_on_sale']);

  await change(anna, { topics: [{ topic: 'subscribers', bell: 1 }], quiet: null });
  expect(await topicOf(anna, 'subscribers')).toMatchObject({ bell: 1, push: 1 });
  expect((await settings(anna)).quiet).toBeNull();
});

test('what a person has to know cannot be switched off', async () => {
  const anna = await world.user();
  await change(anna, { topics: ['review', 'payments', 'complaints'].map((topic) => ({ topic, bell: 0, push: 0 })) });
  expect(await topicOf(anna, 'review')).toMatchObject({ bell: 1, push: 0 });
  await ring(
    { userId: anna.id, kind: 'ad_blocked', link: '/', values: { title: 'Лодка', reason: '' } },
    { userId: anna.id, kind: 'payment', link: '/', values: { state: 'paid', until: '2027-11-21' } },
  );
  expect((await bell(anna)).sort()).toEqual(['ad_blocked', 'payment']);
});

test('emails about favourites have one switch, here and where it always was', async () => {
  const anna = await world.user();
  await change(anna, { topics: [{ topic: 'favorites', mail: 0 }] });
  expect((await world.call(anna, searchesApi.emailPreferences)).body).toEqual({ favorites: 0 });
  await world.call(anna, searchesApi.changeEmailPreferences, { body: { favorites: 1 } });
  expect(await topicOf(anna, 'favorites')).toMatchObject({ mail: 1 });
});

test('fifty changes at once lose none of each other', async () => {
  const anna = await world.user();
  const { topics } = await settings(anna);
  const free = topics.filter(({ topic }) => !MANDATORY_TOPICS.includes(topic));
  await Promise.all(
    Array.from({ length: 50 }, (_, i) => change(anna, { topics: [{ topic: free[i % free.length]?.topic, bell: 0 }] })),
  );
  expect((await settings(anna)).topics.filter(({ bell }) => bell === 1)).toHaveLength(topics.length - free.length);
});

test('the browser tells the zone until the person chooses one, which holds until it is given back', async () => {
  const { db } = world.services;
  const anna = await world.user();
  const told = (zone: string | null) => saveDeviceZone(db, anna.id, zone);
  expect(await told('Asia/Vladivostok')).toEqual({ rendered: 'Asia/Vladivostok', chosen: null });
  expect(await told('Asia/Tokyo')).toEqual({ rendered: 'Asia/Tokyo', chosen: null });
  expect(await told(null)).toEqual({ rendered: 'Asia/Tokyo', chosen: null });
  expect(await settings(anna)).toMatchObject({ time_zone: 'Asia/Tokyo', time_zone_chosen: 0 });
  await change(anna, { time_zone: 'Asia/Omsk' });
  expect(await told('Asia/Tokyo')).toEqual({ rendered: 'Asia/Omsk', chosen: 'Asia/Omsk' });
  expect(await settings(anna)).toMatchObject({ time_zone: 'Asia/Omsk', time_zone_chosen: 1 });
  await change(anna, { time_zone: null });
  expect(await told('Europe/Berlin')).toMatchObject({ chosen: null });
  expect(await settings(anna)).toMatchObject({ time_zone: 'Europe/Berlin', time_zone_chosen: 0 });
  expect(await findTimeZoneOfEmail(db, `${anna.login}@EXAMPLE.com`)).toBe('Europe/Berlin');
});

test('hours, zones and topics that do not exist are refused', async () => {
  const anna = await world.user();
  for (const body of [
    { quiet: { from: '24:00', to: '08:00' } },
    { quiet: { from: '8', to: '9' } },
    { time_zone: 'Europe/Atlantis' },
    { time_zone: '+03:00' },
    { topics: [{ topic: 'passwords', bell: 0 }] },
  ])
    expect((await change(anna, body)).body.code, JSON.stringify(body)).toBe('invalid_input');
});

test('an erased person leaves no wishes', async () => {
  const anna = await world.user();
  await change(anna, { time_zone: 'Asia/Tokyo', digest: 0 });
  await world.services.db.transaction().execute((tx) => eraseUserData(world.services, tx, anna.id));
  const rows = await world.services.db
    .selectFrom('notification_settings')
    .selectAll()
    .where('user_id', '=', anna.id)
    .execute();
  expect(rows).toEqual([]);
});
