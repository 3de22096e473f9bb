import { notificationsApi } from '@app/contract/notifications/notifications';
import { celebratedOn, nextBirthday } from '@app/contract/people/birthday-calendar';
import { birthdaysApi } from '@app/contract/people/birthdays';
import { circleApi } from '@app/contract/people/circle';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runQueuedJobs } from '../../../test/queued-jobs.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { birthdayDays } from './birthday-days.ts';
import { startBirthdayMornings } from './remind-of-birthdays.job.ts';

/** 9:30 in Moscow and 16:30 in Vladivostok, 6:30 in London. */
const MORNING = new Date('2026-12-05T06:30:00Z');
const DAY_MS = 86_400_000;

let world: World;
let now = MORNING;

beforeAll(async () => {
  world = await createWorld({ clock: () => now });
});
afterAll(() => world.close());
beforeEach(async () => {
  now = MORNING;
  await sql`delete from birthdays`.execute(world.services.db);
  await sql`delete from birthday_mornings`.execute(world.services.db);
});

async function befriend(one: Actor, other: Actor): Promise<void> {
  await sql`insert into friends (user_id, friend_id, since)
    values (${one.id}, ${other.id}, now()), (${other.id}, ${one.id}, now())`.execute(world.services.db);
}
const setOf = (who: Actor, body: object) =>
  world.call(who, birthdaysApi.set, { body: { day: 5, month: 12, ...body } as never });
const seenBy = async (who: Actor | null, of: Actor) =>
  (await world.call(who, birthdaysApi.of, { params: { id: of.id } })).body.birthday;
const upcomingOf = async (who: Actor) =>
  (await world.call(who, birthdaysApi.upcoming)).body.list.map(({ user, ...rest }) => ({ id: user.id, ...rest }));

async function remind(): Promise<void> {
  await startBirthdayMornings.run(world.services, {});
  await runQueuedJobs(world);
}
async function bellOf(who: Actor): Promise<string[]> {
  const { list } = (await world.call(who, notificationsApi.list, { query: { size: 50 } })).body;
  return list
    .filter(({ kind }) => kind === 'birthday')
    .map(({ meta, body, link }) => `${meta.user?.id} ${link} ${body}`);
}
const liveIn = (who: Actor, timeZone: string) =>
  world.call(who, notificationsApi.changeSettings, { body: { time_zone: timeZone } });

test('a birthday is kept with and without its year, changed and deleted', async () => {
  const anna = await world.user();
  expect((await world.call(anna, birthdaysApi.get)).body).toEqual({ birthday: null });
  const whole = { day: 5, month: 12, year: 1996, audience: 'all' };
  expect((await setOf(anna, whole)).body).toEqual({ birthday: whole });
  expect((await setOf(anna, { day: 29, month: 2 })).body.birthday).toEqual({
    day: 29,
    month: 2,
    year: null,
    audience: 'friends',
  });
  for (let time = 0; time < 2; time += 1)
    expect((await world.call(anna, birthdaysApi.remove)).body).toEqual({ birthday: null });
  expect((await world.call(anna, birthdaysApi.get)).body).toEqual({ birthday: null });
  expect((await world.call(null, birthdaysApi.get)).body.code).toBe('unauthorized');
});

test.each([
  { day: 31, month: 4 },
  { day: 30, month: 2 },
  { day: 29, month: 2, year: 2023 },
  { day: 7, month: 12, year: 2026 },
  { year: 1899 },
  { month: 13 },
  { audience: 'circle' },
])('there is no such birthday: %j', async (body) => {
  expect(await setOf(await world.user(), body)).toMatchObject({ statusCode: 400, body: { code: 'invalid_input' } });
});

test('29 February is celebrated on the 28th where the year has none', () => {
  const leapDay = { day: 29, month: 2, year: 2004 };
  expect(celebratedOn(leapDay, 2027)).toBe('2027-02-28');
  expect(celebratedOn(leapDay, 2028)).toBe('2028-02-29');
  expect(nextBirthday(leapDay, '2027-02-28')).toEqual({ date: '2027-02-28', turns: 23 });
  expect(nextBirthday(leapDay, '2027-03-01')).toEqual({ date: '2028-02-29', turns: 24 });
  expect(nextBirthday({ day: 1, month: 1, year: null }, '2026-12-05')).toEqual({ date: '2027-01-01', turns: null });
  expect(birthdayDays('2027-02-28', 1)).toEqual([
    { date: '2027-02-28', month: 2, day: 28 },
    { date: '2027-02-28', month: 2, day: 29 },
  ]);
  expect(birthdayDays('2028-02-28', 2).map(({ day }) => day)).toEqual([28, 29]);
});

test.each([
  ['all', { guest: true, stranger: true, friend: true, relative: true }],
  ['friends', { guest: false, stranger: false, friend: true, relative: true }],
  ['fams', { guest: false, stranger: false, friend: false, relative: true }],
  ['me', { guest: false, stranger: false, friend: false, relative: false }],
] as const)('a birthday for %s is shown to nobody else', async (audience, shown) => {
  const [anna, stranger, friend, relative, blocked] = await Promise.all([0, 1, 2, 3, 4].map(() => world.user()));
  if (!anna || !stranger || !friend || !relative || !blocked) throw new Error('nobody came');
  for (const one of [friend, relative]) await befriend(one, anna);
  await world.call(anna, circleApi.card, { body: { id: relative.id, kith: 1 } });
  await world.call(anna, circleApi.block, { params: { id: blocked.id } });
  await setOf(anna, { audience, year: 1996 });
  const seen = { day: 5, month: 12, year: 1996 };
  for (const [who, isShown] of [
    [null, shown.guest],
    [stranger, shown.stranger],
    [friend, shown.friend],
    [relative, shown.relative],
    [blocked, false],
    [anna, true],
  ] as const)
    expect(await seenBy(who, anna)).toEqual(isShown ? seen : null);
  expect(await upcomingOf(friend)).toHaveLength(shown.friend ? 1 : 0);
  expect(await upcomingOf(relative)).toHaveLength(shown.relative ? 1 : 0);
  // Who shows a birthday to everybody is still nobody's friend.
  expect(await upcomingOf(stranger)).toEqual([]);
});

test('the next birthdays of friends come in the order of the reader’s calendar, without muted people', async () => {
  const reader = await world.user();
  const [today, soon, leap, past, muted] = await Promise.all([0, 1, 2, 3, 4].map(() => world.user()));
  if (!today || !soon || !leap || !past || !muted) throw new Error('nobody came');
  for (const one of [today, soon, leap, past, muted]) await befriend(one, reader);
  await setOf(today, { year: 1996 });
  await setOf(soon, { day: 4, month: 1 });
  await setOf(past, { day: 4 });
  await setOf(leap, { day: 29, month: 2 });
  await setOf(muted, {});
  await world.call(reader, circleApi.mute, { params: { id: muted.id }, body: {} });
  expect(await upcomingOf(reader)).toEqual([
    { id: today.id, date: '2026-12-05', in_days: 0, turns: 30 },
    { id: soon.id, date: '2027-01-04', in_days: 30, turns: null },
  ]);
  // At 20:00 in Moscow the 6th has come in Vladivostok.
  now = new Date('2026-12-05T17:00:00Z');
  await liveIn(reader, 'Asia/Vladivostok');
  expect((await upcomingOf(reader)).map(({ id }) => id)).toEqual([soon.id]);
  // Sessions of the others are over by then.
  now = new Date('2027-02-27T22:00:00Z');
  const later = await world.user();
  await befriend(leap, later);
  expect(await upcomingOf(later)).toEqual([{ id: leap.id, date: '2027-02-28', in_days: 0, turns: null }]);
});

test('friends are reminded once, each in their own morning', async () => {
  const [anna, moscow, london] = [await world.user(), await world.user(), await world.user()];
  const [muting, off, stranger] = [await world.user(), await world.user(), await world.user()];
  for (const friend of [moscow, london, muting, off]) await befriend(friend, anna);
  await liveIn(london, 'Europe/London');
  await world.call(muting, circleApi.mute, { params: { id: anna.id }, body: {} });
  await world.call(off, notificationsApi.changeSettings, { body: { topics: [{ topic: 'birthdays', bell: 0 }] } });
  await setOf(anna, { year: 1996, audience: 'all' });
  for (let time = 0; time < 2; time += 1) await remind();
  const reminder = `${anna.id} /user/${anna.id} Сегодня день рождения, исполняется 30`;
  expect(await bellOf(moscow)).toEqual([reminder]);
  for (const nobody of [london, muting, off, stranger, anna]) expect(await bellOf(nobody)).toEqual([]);

  now = new Date('2026-12-05T09:05:00Z');
  for (let time = 0; time < 2; time += 1) await remind();
  expect(await bellOf(moscow)).toEqual([reminder]);
  expect(await bellOf(london)).toEqual([reminder]);
});

test('a birthday that is moved or given anew reminds nobody a second time within the year', async () => {
  const [anna, friend] = [await world.user(), await world.user()];
  await befriend(friend, anna);
  await setOf(anna, {});
  await remind();
  expect(await bellOf(friend)).toEqual([`${anna.id} /user/${anna.id} Сегодня день рождения`]);
  now = new Date(MORNING.getTime() + DAY_MS);
  await setOf(anna, { day: 6 });
  await remind();
  now = new Date(MORNING.getTime() + 2 * DAY_MS);
  await world.call(anna, birthdaysApi.remove);
  await setOf(anna, { day: 7 });
  await remind();
  expect(await bellOf(friend)).toHaveLength(1);
  now = new Date('2027-12-07T06:30:00Z');
  await remind();
  const { rows } = await sql`select from notifications where user_id = ${friend.id}`.execute(world.services.db);
  expect(rows).toHaveLength(2);
});

test('nobody is reminded by night, of a birthday for nobody, or of a person who left', async () => {
  const [anna, hidden, gone, friend] = [await world.user(), await world.user(), await world.user(), await world.user()];
  for (const one of [anna, hidden, gone]) await befriend(friend, one);
  await setOf(anna, {});
  await setOf(hidden, { audience: 'me' });
  await setOf(gone, {});
  await sql`update users set deleted_at = now() where id = ${gone.id}`.execute(world.services.db);
  now = new Date('2026-12-05T05:30:00Z');
  await remind();
  expect(await bellOf(friend)).toEqual([]);
  now = new Date('2026-12-05T17:30:00Z');
  await remind();
  expect(await bellOf(friend)).toEqual([`${anna.id} /user/${anna.id} Сегодня день рождения`]);
});
