import { adsApi } from '@app/contract/market/ads';
import { authApi } from '@app/contract/people/auth';
import { circleApi } from '@app/contract/people/circle';
import { usersApi } from '@app/contract/people/users';
import { approvalsApi } from '@app/contract/staff/staff';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emailsTo } from '../../../test/emails.ts';
import { runQueuedJobs } from '../../../test/queued-jobs.ts';
import { type Actor, createWorld, PASSWORD, type World } from '../../../test/world.ts';

const DAY_MS = 86_400_000;

let now = Date.now();
let world: World;
beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
});
afterAll(() => world.close());

const leave = (person: Actor, current_password?: string) =>
  world.call(person, usersApi.remove, { params: { id: person.id }, body: { current_password } });
const signIn = (person: Actor) =>
  world.call(null, authApi.login, { body: { login: person.login, password: PASSWORD } });
const erase = (staff: Actor, id: number) =>
  world.call(staff, usersApi.erase, { params: { id }, body: { reason: 'Запрос суда' } });

test('who leaves is gone at once, gets one email, and is back after signing in', async () => {
  const person = await world.user({ paid: true });
  const ad = await world.call(person, adsApi.create, {
    body: { board_title: 'Лодка', board_description: 'Как новая', board_price: 1 },
  });
  const answers = await Promise.all(Array.from({ length: 50 }, () => leave(person, PASSWORD)));
  expect(new Set(answers.map(({ statusCode }) => statusCode)).has(200)).toBe(true);
  const letters = await emailsTo(world, `${person.login}@example.com`);
  expect(letters.map(({ template }) => template)).toEqual(['account_deleted']);
  const { until, when, link } = letters[0]?.values ?? {};
  expect(Date.parse(String(until)) - Date.parse(String(when))).toBe(30 * DAY_MS);
  expect(link).toMatch(/\/auth$/);

  expect((await world.call(null, usersApi.get, { params: { id: person.id } })).statusCode).toBe(410);
  expect((await world.call(null, adsApi.get, { params: { id: ad.body.board_id } })).statusCode).not.toBe(200);
  expect((await world.call(person, usersApi.get, { params: { id: person.id } })).statusCode).toBe(410);

  const back = await signIn(person);
  expect(back).toMatchObject({ statusCode: 200, body: { restored: true } });
  expect((await world.call(null, usersApi.get, { params: { id: person.id } })).statusCode).toBe(200);
  expect((await world.call(null, adsApi.get, { params: { id: ad.body.board_id } })).statusCode).toBe(200);
  expect((await signIn(person)).body.restored).toBeUndefined();
});

test('nobody but themselves brings back who left: a suspension that is lifted shows nothing of theirs', async () => {
  const [person, friend] = [await world.user({ paid: true }), await world.user()];
  const manager = await world.user({ groups: ['manager'] });
  await world.call(friend, circleApi.request, { params: { id: person.id } });
  await world.call(person, circleApi.accept, { params: { id: friend.id } });
  const board = { board_title: 'Лодка', board_description: 'Как новая', board_price: 1 };
  const { board_id } = (await world.call(person, adsApi.create, { body: board })).body;
  const look = async () => ({
    ad: (await world.call(null, adsApi.get, { params: { id: board_id } })).statusCode,
    friends: (await world.call(friend, circleApi.friends)).body.total,
  });
  const seen = await look();
  expect(seen).toEqual({ ad: 200, friends: 1 });
  await leave(person, PASSWORD);
  await world.call(manager, usersApi.remove, { params: { id: person.id } });
  expect((await world.call(manager, authApi.confirm, { body: { user_id: person.id } })).statusCode).toBe(200);
  expect(await look()).toMatchObject({ ad: expect.not.toBeOneOf([200]), friends: 0 });
  expect((await signIn(person)).statusCode).toBe(200);
  expect(await look()).toEqual(seen);
});

test('a session that proved nothing lately deletes nobody', async () => {
  const person = await world.user();
  now += 600_000;
  expect((await leave(person)).body.code).toBe('current_password_required');
  expect((await leave(person, 'not-the-password-1')).body.code).toBe('current_password_wrong');
  expect((await world.call(null, usersApi.get, { params: { id: person.id } })).statusCode).toBe(200);
  expect((await leave(person, PASSWORD)).statusCode).toBe(200);
});

test('staff suspend first; a month later administrators have them erased, a superuser at once', async () => {
  const manager = await world.user({ groups: ['manager'] });
  const superuser = await world.user({ is_superuser: true });
  const [one, two] = [await world.user({ firstname: 'Инна' }), await world.user({ firstname: 'Ольга' })];
  expect((await erase(superuser, one.id)).body.code).toBe('conflict');
  for (const { id } of [one, two]) {
    expect((await world.call(manager, usersApi.remove, { params: { id } })).statusCode).toBe(200);
  }
  expect((await erase(manager, one.id)).body.code).toBe('forbidden');
  expect((await erase(superuser, one.id)).body).toEqual({ id: one.id });
  const admin = await world.user({ groups: ['admin'] });
  expect((await erase(admin, two.id)).body.code).toBe('conflict');
  await sql`update sessions set expires_at = now() + interval '1 year' where user_id = ${manager.id}`.execute(
    world.services.db,
  );
  now += 30 * DAY_MS;
  const signInAgain = async (staff: Actor) => ({
    ...staff,
    token: await world.services.sessions.create(world.services.db, staff.id, { ip: '', userAgent: '' }),
  });
  await world.call(await signInAgain(manager), usersApi.remove, { params: { id: two.id } });
  const { approval_id = 0 } = (await erase(await signInAgain(admin), two.id)).body;
  const approved = await world.call(await signInAgain(superuser), approvalsApi.approve, {
    params: { id: approval_id },
  });
  expect(approved.body.state).toBe('done');
  await runQueuedJobs(world);
  const rows = await world.services.db
    .selectFrom('users')
    .select(['firstname', 'lastname'])
    .where('id', 'in', [one.id, two.id])
    .execute();
  expect(rows).toEqual(Array(2).fill({ firstname: 'Пользователь', lastname: 'удалён' }));
  expect((await signIn(one)).body.code).toBe('wrong_credentials');
});
