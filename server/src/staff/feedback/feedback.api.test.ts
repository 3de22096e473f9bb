import { notificationsApi } from '@app/contract/notifications/notifications';
import { feedbackApi } from '@app/contract/staff/feedback';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emailsTo } from '../../../test/emails.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { erasePeople } from '../../people/auth/erase-people.job.ts';
import { parseCsv } from '../../platform/formats/csv.ts';

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

test('an answer rings the person’s bell, goes to their mail and stands in the thread, once', async () => {
  const igor = await world.user();
  await write(igor, 'Не открывается карта');
  const unread = async () => (await world.call(staff, feedbackApi.unread)).body.count;
  const before = await unread();
  const answer = () =>
    world.call(staff, feedbackApi.answer, {
      params: { user_id: igor.id },
      body: { message: 'Починили, проверьте' },
      headers: { 'idempotency-key': 'answer-to-igor' },
    });
  const [first, repeated] = [await answer(), await answer()];
  expect(first.body).toMatchObject({ message: 'Починили, проверьте', from_staff: 1 });
  expect(repeated.body.id).toBe(first.body.id);
  expect(await unread()).toBe(before - 1);

  const { body } = await world.call(igor, notificationsApi.list, { query: {} });
  expect(body.list).toMatchObject([
    { kind: 'feedback_answer', link: '/profile/feedback', body: 'Починили, проверьте' },
  ]);
  const letters = await emailsTo(world, `${igor.login}@example.com`);
  expect(letters).toMatchObject([{ template: 'feedback_answer', values: { message: 'Починили, проверьте' } }]);

  await write(igor, 'Работает!');
  const own = await world.call(igor, feedbackApi.own, { query: {} });
  expect(own.body.messages.map(({ message, from_staff }) => [message, from_staff])).toEqual([
    ['Работает!', 0],
    ['Починили, проверьте', 1],
    ['Не открывается карта', 0],
  ]);
  const thread = await world.call(staff, feedbackApi.thread, { params: { user_id: igor.id }, query: {} });
  expect(thread.body).toMatchObject({ user_id: igor.id, total: 3, messages: own.body.messages });
  expect((await world.call(anna, feedbackApi.own, { query: {} })).body.messages).not.toEqual(own.body.messages);
});

test('an answer is new until the person has opened it, and nobody else opens it for them', async () => {
  const oleg = await world.user();
  await write(oleg, 'Как сменить город?');
  const unread = async (who: Actor) => (await world.call(who, feedbackApi.own, { query: { size: 1 } })).body.unread;
  const answer = async (message: string): Promise<number> =>
    (await world.call(staff, feedbackApi.answer, { params: { user_id: oleg.id }, body: { message } })).body.id;
  expect(await unread(oleg)).toBe(0);
  const [first, second] = [await answer('В настройках'), await answer('И там же район')];
  expect(await unread(oleg)).toBe(2);
  expect((await world.call(anna, feedbackApi.markOwnSeen, { body: { up_to: second } })).statusCode).toBe(200);
  expect((await world.call(oleg, feedbackApi.markOwnSeen, { body: { up_to: first } })).body).toEqual({ unread: 1 });
  expect((await world.call(oleg, feedbackApi.markOwnSeen, { body: { up_to: second } })).body).toEqual({ unread: 0 });
  expect(await unread(oleg)).toBe(0);
  await write(oleg, 'Спасибо!');
  expect((await world.call(oleg, feedbackApi.markOwnSeen, { body: { up_to: second + 100 } })).statusCode).toBe(200);
  expect((await list({ search: oleg.login, unread: 1 })).feedbacks).toMatchObject([{ user_id: oleg.id, unread: 1 }]);
});

test('the list counts the person’s own messages, says what waits for a look and who has been answered', async () => {
  const [waits, answered] = [await world.user({ lastname: 'Ответов' }), await world.user({ lastname: 'Ответов' })];
  await write(waits, 'Жду');
  await write(answered, 'Спасибо заранее');
  const params = { user_id: answered.id };
  await world.call(staff, feedbackApi.answer, { params, body: { message: 'Пожалуйста' } });
  expect(await list({ search: 'ответов', sort: 'count' })).toMatchObject({
    feedbacks: [
      { user_id: answered.id, message: 'Спасибо заранее', count: 1, unread: 0, answered: 1 },
      { user_id: waits.id, count: 1, unread: 1, answered: 0 },
    ],
  });
  expect((await list({ search: 'ответов', unread: 1 })).feedbacks).toMatchObject([{ user_id: waits.id }]);
  expect((await world.call(staff, feedbackApi.markSeen, { params: { user_id: waits.id } })).body).toEqual({ count: 1 });
  expect((await list({ search: 'ответов', unread: 1 })).total).toBe(0);
});

test('what came after the page was read is news, whether it was looked at or answered', async () => {
  const writer = await world.user({ lastname: 'Дописов' });
  const params = { user_id: writer.id };
  const unread = async () => (await list({ search: 'дописов' })).feedbacks[0]?.unread;
  const read = (await write(writer, 'Раз')).body.id;
  await write(writer, 'Два');
  expect((await world.call(staff, feedbackApi.markSeen, { params, body: { up_to: read } })).body).toEqual({ count: 1 });
  expect(await unread()).toBe(1);
  const answer = (up_to?: number) =>
    world.call(staff, feedbackApi.answer, { params, body: { message: 'На первое', up_to } });
  expect((await answer(read)).statusCode).toBe(200);
  expect(await unread()).toBe(1);
  expect((await answer()).statusCode).toBe(200);
  expect(await unread()).toBe(0);
  expect((await world.call(staff, feedbackApi.markSeen, { params, body: { up_to: 0 } })).statusCode).toBe(400);
});

test('the table is saved as a file by staff who may read it, and the log says so', async () => {
  const writer = await world.user({ firstname: '=Файл', lastname: 'Выгружаев' });
  await write(writer, 'Старое');
  await write(writer, '=HYPERLINK("http://a"),\nвторая строка');
  await write(await world.user({ lastname: 'Выгружаев' }), 'Прочитано');
  const download = (who: Actor | null, query = '') =>
    world.app.inject({
      url: `/api/feedback/export.csv?search=${encodeURIComponent('выгружаев')}${query}`,
      headers: who === null ? {} : { authorization: `Bearer ${who.token}` },
    });
  const file = await download(staff);
  expect(file.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' });
  const lines = parseCsv(file.body) ?? [];
  expect(lines).toHaveLength(3);
  expect(lines[2]?.cells).toEqual([
    String(writer.id),
    '=Файл Выгружаев',
    `${writer.login}@example.com`,
    expect.any(String),
    '=HYPERLINK("http://a"),\nвторая строка',
    '2',
    '2',
    '0',
  ]);
  expect(file.body).toContain("'=Файл");
  expect(file.body).toContain("'=HYPERLINK");
  await world.call(staff, feedbackApi.markSeen, { params: { user_id: writer.id } });
  expect(parseCsv((await download(staff, '&unread=1')).body)).toHaveLength(2);
  expect((await download(staff, '&unread=7')).statusCode).toBe(400);
  expect([(await download(anna)).statusCode, (await download(null)).statusCode]).toEqual([403, 401]);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from audit_entries where action = 'feedback.export' and actor_id = ${staff.id}`.execute(
    world.services.db,
  );
  expect(rows[0]?.n).toBe(2);
});

test('who wrote nothing can be neither answered nor looked at', async () => {
  const params = { user_id: (await world.user()).id };
  const answers = [
    await world.call(staff, feedbackApi.thread, { params, query: {} }),
    await world.call(staff, feedbackApi.markSeen, { params }),
    await world.call(staff, feedbackApi.answer, { params, body: { message: 'Здравствуйте' } }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  expect((await world.call(anna, feedbackApi.answer, { params, body: { message: 'Я тут главная' } })).statusCode).toBe(
    403,
  );
});

test('what staff read, answer and remove is written down', async () => {
  const igor = await world.user();
  await write(igor, 'Раз');
  const params = { user_id: igor.id };
  await world.call(staff, feedbackApi.thread, { params, query: {} });
  await world.call(staff, feedbackApi.answer, { params, body: { message: 'Ответ' } });
  await world.call(staff, feedbackApi.remove, { params });
  const entries = await world.services.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id'])
    .where('about_user_id', '=', igor.id)
    .orderBy('id')
    .execute();
  expect(entries).toEqual(
    ['feedback.read', 'feedback.answer', 'feedback.remove'].map((action) => ({ action, actor_id: staff.id })),
  );
});
