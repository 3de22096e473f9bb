import { FEATURE_CALLS, FEATURES } from '@app/contract/platform/features';
import { operationsApi as api } from '@app/contract/staff/operations';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Actor, createWorld, PASSWORD, type World } from '../../../test/world.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { startWorkers } from '../../platform/queue/workers.ts';
import { aggregateDailyMetrics, recountDailyMetrics } from './aggregate-daily-metrics.job.ts';
import { createSiteState } from './site-state.public.ts';

let world: World;
let admin: Actor;
let manager: Actor;
let person: Actor;

beforeAll(async () => {
  world = await createWorld();
  [admin, manager, person] = await Promise.all([
    world.user({ groups: ['admin'] }),
    world.user({ groups: ['manager'] }),
    world.user({ paid: true }),
  ]);
});
afterAll(() => world.close());

const state = async (actor: Actor | null = null) => (await world.call(actor, api.siteState)).body;
const noted = (action: string) =>
  world.services.db
    .selectFrom('audit_entries')
    .select(['actor_id', 'object', 'details'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .executeTakeFirst();

test('an announcement is shown to everybody in their language from its beginning to its end', async () => {
  const soon = new Date(Date.now() + 3600_000).toISOString();
  const later = new Date(Date.now() + 7200_000).toISOString();
  const body = {
    level: 'warning' as const,
    texts: { ru: 'Ночью обновляемся', en: 'We update tonight' },
    url: '/contacts',
  };
  const { body: made, statusCode } = await world.call(admin, api.addAnnouncement, { body });
  expect([statusCode, made.state]).toEqual([200, 'shown']);
  await world.call(admin, api.addAnnouncement, { body: { texts: { ru: 'Завтра' }, starts: soon, ends: later } });

  expect((await state()).announcements).toEqual([
    { id: made.id, revision: 1, level: 'warning', text: 'Ночью обновляемся', url: '/contacts', dismissible: 1 },
  ]);
  const english = await world.call(person, api.siteState, { headers: { 'accept-language': 'en' } });
  expect(english.body.announcements[0]?.text).toBe('We update tonight');
  const korean = await world.call(person, api.siteState, { headers: { 'accept-language': 'ko' } });
  expect(korean.body.announcements[0]?.text).toBe('Ночью обновляемся');
  expect(await noted('announcements.add')).toMatchObject({ actor_id: admin.id });

  const edited = await world.call(admin, api.editAnnouncement, {
    params: { id: made.id },
    body: { texts: { ru: 'Готово' } },
  });
  expect(edited.body).toMatchObject({ id: made.id, revision: 2, texts: { ru: 'Готово' } });
  const { body: list } = await world.call(admin, api.listAnnouncements);
  expect(list.announcements.map((one) => one.state)).toEqual(['planned', 'shown']);

  await world.call(admin, api.removeAnnouncement, { params: { id: made.id } });
  expect((await state()).announcements).toEqual([]);
  expect((await world.call(admin, api.removeAnnouncement, { params: { id: made.id } })).statusCode).toBe(404);
});

test.each([
  ['no Russian text', { texts: { ru: '', en: 'Hello' } }],
  ['a link that runs', { texts: { ru: 'Да' }, url: 'javascript:alert(1)' }],
  ['a link to another site without a scheme', { texts: { ru: 'Да' }, url: '//example.com' }],
  [
    'an end before its beginning',
    { texts: { ru: 'Да' }, starts: '2030-01-02T00:00:00Z', ends: '2030-01-01T00:00:00Z' },
  ],
  ['an end that is over and no beginning', { texts: { ru: 'Да' }, ends: '2020-01-01T00:00:00Z' }],
])('an announcement with %s is refused', async (_, body) => {
  expect((await world.call(admin, api.addAnnouncement, { body: body as never })).statusCode).toBe(400);
});

test('every switch shuts calls that exist, and never signing in or the administration', () => {
  const shut = FEATURES.flatMap((feature) => FEATURE_CALLS[feature]);
  for (const call of shut) {
    const bound = world.app.endpoints.get(call);
    expect(bound, call).toBeDefined();
    expect(bound?.endpoint.access, call).not.toBe('staff');
    expect(call).not.toMatch(/ \/api\/(auth|features|password|users\/(checkcode|confirm))/);
  }
});

test('what is switched off answers so in clear words, the rest goes on, and on again means on', async () => {
  const add = (headers = {}) =>
    world.app.inject({
      method: 'PUT',
      url: '/api/boards',
      headers: { cookie: `token=${person.token}; csrftoken=x`, 'x-csrftoken': 'x', ...headers },
    });
  const before = await add();
  await world.call(admin, api.setFeature, { body: { feature: 'ads', is_on: 0, reason: 'Спам' } });
  const off = await add();
  expect([off.statusCode, off.json().code, off.json().feature]).toEqual([503, 'feature_off', 'ads']);
  expect(off.json().message).toContain('Новые объявления сейчас не принимаем');
  expect((await add({ 'accept-language': 'de' })).json().message).toContain('Neue Anzeigen');
  expect(off.headers['retry-after']).toBe('300');
  expect((await state()).features_off).toEqual(['ads']);
  expect(await noted('features.edit')).toMatchObject({
    actor_id: admin.id,
    object: 'feature:ads',
    details: { is_on: false, reason: 'Спам' },
  });

  const { body } = await world.call(admin, api.listFeatures);
  expect(body.features.find(({ feature }) => feature === 'ads')).toMatchObject({
    is_on: 0,
    reason: 'Спам',
    changed_by: admin.id,
  });
  await world.call(admin, api.setFeature, { body: { feature: 'ads', is_on: 1 } });
  expect((await add()).statusCode).toBe(before.statusCode);
});

test('an older reading of the switches that comes late changes nothing', async () => {
  const reached = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  let results = 0;
  const slow: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      results += 1;
      if (results === 2) reached.resolve();
      if (results <= 2) await free.promise;
      return result;
    },
  };
  const { db, ...rest } = world.services;
  const keeper = createSiteState({ ...rest, db: db.withPlugin(slow) });
  const early = keeper.refresh();
  await reached.promise;
  await world.call(admin, api.setFeature, { body: { feature: 'music', is_on: 0 } });
  await keeper.refresh();
  free.resolve();
  await early;
  expect(keeper.isOff('music')).toBe(true);
  await world.call(admin, api.setFeature, { body: { feature: 'music', is_on: 1 } });
});

test('with everything switched off staff still sign in and switch it on again', async () => {
  for (const feature of FEATURES) await world.call(admin, api.setFeature, { body: { feature, is_on: 0 } });
  const signedIn = await world.app.inject({
    method: 'POST',
    url: '/api/auth',
    payload: { login: admin.login, password: PASSWORD },
  });
  expect(signedIn.statusCode).toBe(200);
  const again = { ...admin, token: signedIn.json().token as string };
  for (const feature of FEATURES) {
    expect((await world.call(again, api.setFeature, { body: { feature, is_on: 1 } })).statusCode).toBe(200);
  }
  expect((await state()).features_off).toEqual([]);
});

test('managers neither announce nor switch nor touch jobs', async () => {
  const answers = await Promise.all([
    world.call(manager, api.addAnnouncement, { body: { texts: { ru: 'Привет' } } }),
    world.call(manager, api.setFeature, { body: { feature: 'ads', is_on: 0 } }),
    world.call(manager, api.deadJobs),
    world.call(manager, api.retryJobs, { body: { name: 'x' } }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
});

const broken = defineJob({
  name: 'broken-for-test',
  payload: z.object({ ad_id: z.number(), to: z.string() }),
  maxAttempts: 1,
  run: async ({ fail }: { fail: boolean; pool: World['services']['pool']; log: World['services']['log'] }) => {
    if (fail) throw new Error('550 no such mailbox <anna@example.com>');
  },
});

test('a job that failed for good is shown without anybody’s words, tried again, and given up with a reason', async () => {
  const { db, pool, queue } = world.services;
  const log = { ...world.services.log, error: () => {}, warn: () => {}, debug: () => {}, info: () => {} } as never;
  const parts = { pool, log, fail: true };
  let workers = await startWorkers(parts, [broken], { concurrency: 2 });
  for (const ad_id of [1, 2, 3]) await queue.add(db, broken, { ad_id, to: 'anna@example.com' });
  const dead = () => world.call(admin, api.deadJobs, { query: { name: broken.name } });
  await expect.poll(async () => (await dead()).body.total).toBe(3);

  const { body } = await dead();
  expect(body.kinds).toContainEqual({ name: broken.name, count: 3 });
  expect(JSON.stringify(body)).not.toContain('anna@');
  const [one, two] = body.jobs;
  expect(one).toMatchObject({ name: broken.name, payload: { to: '… (16)' }, attempts: 1 });
  expect(one?.error).toContain('550 no such mailbox');

  await workers.stop();
  parts.fail = false;
  expect((await world.call(admin, api.retryJobs, { body: { id: one?.id } })).body.count).toBe(1);
  expect((await world.call(admin, api.discardJobs, { body: { id: two?.id, reason: '' } })).statusCode).toBe(400);
  const discarded = await world.call(admin, api.discardJobs, { body: { id: two?.id, reason: 'Ящика нет' } });
  expect(discarded.body.count).toBe(1);
  expect(await noted('jobs.discard')).toMatchObject({
    object: `job:${two?.id}`,
    details: { count: 1, reason: 'Ящика нет' },
  });
  expect((await world.call(admin, api.retryJobs, { body: { id: 1, name: 'x' } })).statusCode).toBe(400);
  expect((await world.call(admin, api.retryJobs, { body: {} })).statusCode).toBe(400);

  expect((await world.call(admin, api.retryJobs, { body: { name: broken.name } })).body.count).toBe(1);
  workers = await startWorkers(parts, [broken], { concurrency: 2 });
  await expect
    .poll(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from graphile_worker.jobs where task_identifier = ${broken.name}`.execute(db);
      return rows[0]?.count;
    })
    .toBe(0);
  await workers.stop();
  expect((await world.call(admin, api.retryJobs, { body: { name: broken.name } })).statusCode).toBe(404);
});

test('days are counted from the rows, by Moscow, and money is told only to those who may see it', async () => {
  const { db } = world.services;
  const { rows } = await sql<{ day: string; at: Date }>`
    select to_char(day, 'YYYY-MM-DD') as day, (day::timestamp + interval '30 minutes') at time zone 'Europe/Moscow' as at
    from (select (now() at time zone 'Europe/Moscow')::date - 3 as day) d`.execute(db);
  const [{ day, at } = { day: '', at: new Date() }] = rows;
  const cohort = await Promise.all([1, 2, 3, 4].map(() => world.user({ registered_at: at })));
  const away = cohort.slice(1).map(({ id }) => id);
  await db.updateTable('sessions').set({ last_seen_at: at }).where('user_id', 'in', away).execute();
  await aggregateDailyMetrics.run(world.services, {});
  await recountDailyMetrics.run(world.services, {});
  await recountDailyMetrics.run(world.services, {});

  const { body } = await world.call(admin, api.statistics, { query: { days: 7 } });
  expect(body.days).toHaveLength(7);
  const at3 = body.days.indexOf(day);
  const figure = (name: string) => body.figures.find((one) => one.name === name)?.values;
  expect(at3).toBe(3);
  expect(figure('registrations')?.[at3]).toBe(4);
  expect(figure('return_1_percent')?.[at3]).toBe(25);
  expect(figure('return_7_percent')?.[at3]).toBeNull();
  expect(figure('storage_bytes')?.[6]).toBeGreaterThanOrEqual(0);
  expect(figure('storage_bytes')?.[0]).toBeNull();
  expect(figure('payments')).toHaveLength(7);

  await Promise.all([1, 2].map(() => world.user()));
  const registeredToday = figure('registrations')?.[6] ?? 0;
  await aggregateDailyMetrics.run(world.services, {});
  const { body: later } = await world.call(admin, api.statistics, { query: { days: 7 } });
  const registrations = later.figures.find(({ name }) => name === 'registrations')?.values;
  expect(registrations?.[6]).toBe(registeredToday + 2);
  expect(registrations?.[3]).toBe(4);

  const { body: seen } = await world.call(manager, api.statistics, { query: { days: 90 } });
  expect(seen.days).toHaveLength(90);
  expect(seen.figures.map(({ name }) => name)).not.toContain('payments_kopecks');
  expect((await world.call(admin, api.statistics, { query: { days: 8 as never } })).statusCode).toBe(400);
});

test('the peak of a day counts every call and stream, however short', async () => {
  const { db } = world.services;
  const now = new Date();
  const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
  const [anna, igor, olga] = await Promise.all([world.user(), world.user(), world.user()]);
  const { rows } = await sql<{ id: number }>`
    insert into calls (room_id, starter_id, state, started_at, ended_at)
    values ('peak-peak-peak-peak-00', ${anna.id}, 'ended', ${ago(50)}, ${ago(20)}) returning id`.execute(db);
  await sql`
    insert into call_participants (call_id, user_id, state, joined_at, left_at)
    select ${rows[0]?.id}, id, 'left', ${ago(50)}, ${ago(20)} from unnest(${[anna.id, igor.id]}::bigint[]) id`.execute(
    db,
  );
  await sql`
    insert into streams (id, user_id, theme, audience, source, state, started_at, ended_at, viewers_max)
    values (987654321098765, ${olga.id}, 'Пик', 'all', 'browser', 'ended', ${ago(40)}, ${ago(30)}, 3)`.execute(db);
  await aggregateDailyMetrics.run(world.services, {});
  await aggregateDailyMetrics.run(world.services, {});
  const { body } = await world.call(admin, api.statistics, { query: { days: 7 } });
  const peaks = ['media_rooms', 'media_people'].map((name) =>
    Math.max(...(body.figures.find((one) => one.name === name)?.values ?? []).map(Number)),
  );
  expect(peaks).toEqual([2, 6]);
});

test('the staff sees what is on air now, and how much the media nodes open at most', async () => {
  const { db } = world.services;
  const [anna, igor] = await Promise.all([world.user(), world.user()]);
  await sql`
    insert into streams (id, user_id, theme, audience, source, state, started_at, due_at)
    values (987654321098766, ${anna.id}, 'Сейчас', 'all', 'browser', 'live', now(), now() + interval '1 hour'),
      (987654321098767, ${igor.id}, 'Скоро', 'all', 'browser', 'waiting', null, now() + interval '1 hour')`.execute(db);
  await sql`
    insert into stream_watchers (stream_id, node, count, expires_at)
    values (987654321098766, gen_random_uuid(), 4, now() + interval '1 minute'),
      (987654321098766, gen_random_uuid(), 3, now() + interval '1 minute'),
      (987654321098766, gen_random_uuid(), 9, now() - interval '1 minute')`.execute(db);
  const { body } = await world.call(admin, api.statistics, { query: { days: 7 } });
  expect(body.live).toEqual({ streams: 1, watchers: 7, rooms: 0, rooms_max: 500 });
});
