import { NOTIFICATION_KINDS, NOTIFICATION_TOPICS, notificationsApi } from '@app/contract/notifications/notifications';
import { circleApi } from '@app/contract/people/circle';
import { usersApi } from '@app/contract/people/users';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { eraseUserData } from '../../platform/domain/user-data.ts';
import { type Notice, notify, notifyAll } from './notifications.public.ts';
import { sweepNotifications } from './sweep-notifications.job.ts';

const DAY_MS = 86_400_000;

let world: World;
let now = new Date();

beforeAll(async () => {
  world = await createWorld({ clock: () => now });
});

afterAll(() => world.close());

const ring = (notice: Notice) => world.services.db.transaction().execute((tx) => notify(tx, world.services, notice));

const published = (userId: number, title = 'Лодка', more: Partial<Notice> = {}) =>
  ring({ userId, kind: 'ad_published', link: '/ad/1', values: { title }, ...more } as Notice);

async function unread(actor: Actor): Promise<number> {
  return (await world.call(actor, notificationsApi.unread)).body.count;
}

const list = (actor: Actor, query: object = {}) => world.call(actor, notificationsApi.list, { query });

test('a notification tells in the reader’s language who did what, and leads there', async () => {
  const [anna, sergey] = [await world.user(), await world.user({ firstname: 'Сергей', lastname: 'Зимин' })];
  const title = 'Кресло из зелёного велюра, дубовые ножки, почти новое, самовывоз с третьего этажа';
  await ring({ userId: anna.id, kind: 'comment', actorId: sergey.id, link: '/ad/7#comments', values: { title } });

  const { body } = await list(anna, { mark: 0 });
  expect(body).toMatchObject({ total: 1, unread: 1 });
  expect(body.list[0]).toMatchObject({
    kind: 'comment',
    title: 'Сергей Зимин',
    body: 'Комментарий к объявлению «Кресло из зелёного велюра, дубовые ножки, почти новое…»',
    text: 'Сергей Зимин · Комментарий к объявлению «Кресло из зелёного велюра, дубовые ножки, почти новое…»',
    link: '/ad/7#comments',
    read: 0,
    events: 1,
    meta: { user: { id: sergey.id, firstname: 'Сергей', lastname: 'Зимин', photo: null } },
  });
  expect(body.list[0]?.message).toBe(body.list[0]?.text);

  const german = await world.call(anna, notificationsApi.list, {
    query: { mark: 0 },
    headers: { 'accept-language': 'de' },
  });
  expect(german.body.list[0]?.body).toMatch(/^Kommentar zur Anzeige „Кресло/);
});

test('every kind has its sentence in every language, without a gap', async () => {
  const anna = await world.user();
  const at = '2026-11-28T11:00:00.000Z';
  const notices: Notice[] = [
    { userId: anna.id, kind: 'comment', link: '/', values: { title: 'Лодка' } },
    { userId: anna.id, kind: 'reply', link: '/', values: { title: 'Лодка' } },
    { userId: anna.id, kind: 'saved_search', link: '/', values: { name: 'Лодки', title: 'Лодка', count: 3 } },
    { userId: anna.id, kind: 'price_drop', link: '/', values: { title: 'Лодка', price: 16000, price_before: 18500 } },
    { userId: anna.id, kind: 'back_on_sale', link: '/', values: { title: 'Лодка' } },
    { userId: anna.id, kind: 'new_ad', link: '/', values: { title: 'Лодка' } },
    { userId: anna.id, kind: 'ad_expires', link: '/', values: { title: 'Лодка', days: 3 } },
    { userId: anna.id, kind: 'ad_expired', link: '/', values: { title: 'Лодка' } },
    { userId: anna.id, kind: 'ad_published', link: '/', values: { title: 'Лодка' } },
    { userId: anna.id, kind: 'ad_held', link: '/', values: { title: 'Лодка', reason: '' } },
    { userId: anna.id, kind: 'ad_blocked', link: '/', values: { title: 'Лодка', reason: 'запрещённый товар' } },
    { userId: anna.id, kind: 'complaint_received', link: '/', values: { hours: 24 } },
    { userId: anna.id, kind: 'complaint_outcome', link: '/', values: { outcome: 'accepted' } },
    { userId: anna.id, kind: 'subscriber', link: '/', values: {} },
    { userId: anna.id, kind: 'phone_revealed', link: '/', values: { title: 'Лодка' } },
    { userId: anna.id, kind: 'friend_request', link: '/', values: {} },
    { userId: anna.id, kind: 'friend_accept', link: '/', values: {} },
    { userId: anna.id, kind: 'referral_joined', link: '/', values: {} },
    { userId: anna.id, kind: 'payment', link: '/', values: { state: 'paid', until: '2027-11-21' } },
    { userId: anna.id, kind: 'like', link: '/', values: { what: 'comment' } },
    { userId: anna.id, kind: 'mention', link: '/', values: { title: 'Это @anna' } },
    { userId: anna.id, kind: 'new_publication', link: '/', values: { title: '' } },
    { userId: anna.id, kind: 'video_failed', link: '/', values: {} },
    { userId: anna.id, kind: 'publication_held', link: '/', values: { title: 'Берег', what: 'unpaid' } },
    { userId: anna.id, kind: 'music_taken_down', link: '/', values: { title: 'Берег', what: 'down' } },
    { userId: anna.id, kind: 'stream_start', link: '/', values: { title: 'Собираем трек с нуля' } },
    { userId: anna.id, kind: 'missed_call', link: '/', values: {} },
    { userId: anna.id, kind: 'credit', link: '/', values: { what: 'points', amount: 100 } },
    { userId: anna.id, kind: 'promotion_over', link: '/', values: { title: 'Лодка', views: 7, points: 20 } },
    { userId: anna.id, kind: 'approval', link: '/', values: { what: 'asked', about: 'erase_user' } },
    { userId: anna.id, kind: 'publication_review', link: '/', values: { title: 'Берег', what: 'limited' } },
    { userId: anna.id, kind: 'measure', link: '/', values: { what: 'hide', title: 'Лодка', reason: 'обман' } },
    { userId: anna.id, kind: 'measure_end', link: '/', values: { what: 'lifted', title: '', reason: '' } },
    { userId: anna.id, kind: 'feedback_answer', link: '/', values: { title: 'Ответили' } },
    { userId: anna.id, kind: 'large_page', link: '/large-pages', values: {} },
    { userId: anna.id, kind: 'co_author', link: '/', values: { title: 'Утро' } },
    { userId: anna.id, kind: 'deal', link: '/', values: { title: 'Лодка', what: 'accepted' } },
    { userId: anna.id, kind: 'deal_review', link: '/', values: { title: 'Лодка', what: 'review', stars: 5 } },
    { userId: anna.id, kind: 'operation_warning', link: '/admin', values: { what: 'disk', amount: 93 } },
    { userId: anna.id, kind: 'meeting', link: '/', values: { title: 'Лодка', what: 'reminder', at, place: 'Вокзал' } },
    { userId: anna.id, kind: 'meeting_relative', link: '/', values: { what: 'silent', at, place: 'Вокзал' } },
    { userId: anna.id, kind: 'loan', link: '/', values: { title: 'Лодка', what: 'today', until: '2026-12-05' } },
    { userId: anna.id, kind: 'draw', link: '/', values: { title: 'Лодка', what: 'won', number: 7 } },
    { userId: anna.id, kind: 'birthday', link: '/', values: { age: 30 } },
  ];
  expect(new Set(notices.map(({ kind }) => kind)).size).toBe(NOTIFICATION_KINDS.length);
  await world.services.db.transaction().execute((tx) => notifyAll(tx, world.services, notices));

  for (const lang of ['ru', 'en', 'es', 'de', 'fr', 'it', 'ko']) {
    const { body } = await world.call(anna, notificationsApi.list, {
      query: { size: 50, mark: 0 },
      headers: { 'accept-language': lang },
    });
    expect(body.list.map(({ kind }) => kind).sort()).toEqual(notices.map(({ kind }) => kind).sort());
    for (const { text } of body.list) expect(text).not.toMatch(/notifications\.|undefined|NaN|[{}]| · $/);
  }
  const { body } = await list(anna, { size: 50, mark: 0 });
  const texts = new Map(body.list.map(({ kind, text }) => [kind, text]));
  expect(texts.get('payment')).toMatch(/^Оплата подписки · Подписка оплачена до 21 ноября 2027\sг\.$/);
  expect(texts.get('saved_search')).toBe('Сохранённый поиск · 3 новых объявления по поиску «Лодки»');
  expect(texts.get('price_drop')).toBe('Новая цена · «Лодка»: теперь 16\u00a0000\u00a0₽ вместо 18\u00a0500\u00a0₽');
  expect(texts.get('ad_blocked')).toBe('Объявление заблокировано · «Лодка» снято с публикации: запрещённый товар');
  expect(texts.get('publication_held')).toBe(
    'Публикация не вышла · Запланированная публикация «Берег» осталась в черновиках: подписка не оплачена',
  );
  expect(texts.get('ad_held')).toBe('Объявление на проверке · «Лодка» увидят после проверки');
});

test('every kind belongs to exactly one topic that people switch', () => {
  expect(Object.values(NOTIFICATION_TOPICS).flat().sort()).toEqual([...NOTIFICATION_KINDS].sort());
});

test('asking for the count changes nothing, opening the list makes the shown ones read', async () => {
  const anna = await world.user();
  for (let i = 0; i < 12; i++) await published(anna.id, `Лодка ${i}`);
  expect([await unread(anna), await unread(anna)]).toEqual([12, 12]);

  const first = (await list(anna)).body;
  expect(first.list.map(({ read }) => read)).toEqual(Array(10).fill(0));
  expect(first).toMatchObject({ total: 12, unread: 2 });
  const again = (await list(anna, { mark: 0 })).body;
  expect(again.list.map(({ read }) => read)).toEqual(Array(10).fill(1));

  const older = (await list(anna, { before_id: first.list.at(-1)?.id })).body;
  expect(older.list.map(({ body }) => body)).toEqual(['«Лодка 1» видно всем', '«Лодка 0» видно всем']);
  expect(await unread(anna)).toBe(0);
  expect((await list(anna, { page: 2 })).body.list).toEqual(older.list.map((item) => ({ ...item, read: 1 })));
});

test('a list that another site’s page makes a browser load leaves everything unread', async () => {
  const anna = await world.user();
  await published(anna.id);
  const load = (headers: Record<string, string>) =>
    world.app.inject({
      method: 'GET',
      url: '/api/notifications',
      headers: { cookie: `token=${anna.token}; csrftoken=secret`, ...headers },
    });
  const unproved: Record<string, string>[] = [
    {},
    { 'x-csrftoken': 'guessed' },
    { 'x-csrftoken': 'secret', 'sec-fetch-site': 'cross-site' },
    { 'x-csrftoken': 'secret', 'sec-purpose': 'prefetch' },
  ];
  for (const headers of unproved) {
    const answer = await load(headers);
    expect({ headers, status: answer.statusCode, ...answer.json() }).toMatchObject({ status: 200, unread: 1 });
  }
  const bearer = await world.app.inject({
    method: 'GET',
    url: '/api/notifications',
    headers: { authorization: `Bearer ${anna.token}` },
  });
  expect(bearer.json()).toMatchObject({ unread: 0 });
});

test('one is read by itself, and nobody else’s', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  await published(anna.id, 'Первая');
  await published(anna.id, 'Вторая');
  const [newest] = (await list(anna, { mark: 0 })).body.list;
  const read = (actor: Actor) => world.call(actor, notificationsApi.markRead, { params: { id: newest?.id ?? 0 } });
  expect((await read(maria)).body).toEqual({ count: 0 });
  expect(await unread(anna)).toBe(2);
  expect((await read(anna)).body).toEqual({ count: 1 });
  expect((await read(anna)).body).toEqual({ count: 1 });
  expect((await list(anna, { mark: 0 })).body.list.map(({ read }) => read)).toEqual([1, 0]);
});

test('whoever muted or blocked somebody is told nothing of them', async () => {
  const [muter, blocker, other, loud] = [
    await world.user(),
    await world.user(),
    await world.user(),
    await world.user({ firstname: 'Игорь' }),
  ];
  await world.call(muter, circleApi.mute, { params: { id: loud.id }, body: { seconds: 3600 } });
  await world.call(blocker, circleApi.block, { params: { id: loud.id } });
  await world.services.db.transaction().execute((tx) =>
    notifyAll(
      tx,
      world.services,
      [muter, blocker, other].map(({ id }) => ({
        userId: id,
        kind: 'new_ad' as const,
        actorId: loud.id,
        link: '/ad/1',
        values: { title: 'Лодка' },
      })),
    ),
  );
  expect([await unread(muter), await unread(blocker), await unread(other)]).toEqual([0, 0, 1]);
});

test('a friend request can be answered in the list until it is answered anywhere', async () => {
  const [anna, olga, timur] = [await world.user(), await world.user({ firstname: 'Ольга' }), await world.user()];
  const ask = (from: Actor) => world.call(from, circleApi.request, { params: { id: anna.id } });
  await ask(olga);
  expect((await list(anna, { mark: 0 })).body.list).toMatchObject([
    { kind: 'friend_request', body: 'Заявка в круг', meta: { can_answer: 1, user: { id: olga.id } } },
  ]);
  await ask(timur);
  const [both] = (await list(anna, { mark: 0 })).body.list;
  expect(both).toMatchObject({ events: 2, body: '2 заявки в круг' });
  expect(both?.meta.can_answer).toBeUndefined();

  await world.call(anna, circleApi.hideByPost, { params: { id: timur.id } });
  expect((await list(anna, { mark: 0 })).body.list).toMatchObject([
    { events: 1, title: expect.stringMatching(/^Ольга/), meta: { can_answer: 1 } },
  ]);
  await world.call(anna, circleApi.accept, { params: { id: olga.id } });
  expect((await list(anna)).body).toMatchObject({ list: [], unread: 0 });
});

test('reading everything spares what came after the list was shown', async () => {
  const anna = await world.user();
  await published(anna.id, 'Первая');
  await published(anna.id, 'Вторая');
  const shown = (await list(anna, { mark: 0 })).body.list;
  await published(anna.id, 'Третья');

  const { body } = await world.call(anna, notificationsApi.markAllRead, { body: { up_to: shown[0]?.id } });
  expect(body).toEqual({ count: 1 });
  expect((await world.call(anna, notificationsApi.markAllRead, { body: {} })).body).toEqual({ count: 0 });
});

test('what somebody did themselves rings no bell of theirs', async () => {
  const anna = await world.user();
  await published(anna.id, 'Лодка', { actorId: anna.id });
  expect(await unread(anna)).toBe(0);
});

test('fifty parallel tries to tell the same thing tell it once, and not again after it was read', async () => {
  const anna = await world.user();
  const tell = () => published(anna.id, 'Лодка', { dedupe: 'ad:1:published' });
  await Promise.all(Array.from({ length: 50 }, tell));
  expect(await unread(anna)).toBe(1);
  await list(anna);
  await tell();
  expect((await list(anna)).body).toMatchObject({ total: 1, unread: 0 });
});

test('a transaction that fails tells nobody, and may tell later', async () => {
  const anna = await world.user();
  const failing = world.services.db.transaction().execute(async (tx) => {
    await notify(tx, world.services, {
      userId: anna.id,
      kind: 'ad_published',
      link: '/',
      values: { title: 'Лодка' },
      dedupe: 'once',
    });
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await unread(anna)).toBe(0);
  await published(anna.id, 'Лодка', { dedupe: 'once' });
  expect(await unread(anna)).toBe(1);
});

test('what tells of the same thing is one row until it is read', async () => {
  const anna = await world.user();
  const people = await Promise.all(
    ['Анна', 'Мария', 'Ольга'].map((firstname) => world.user({ firstname, lastname: 'Громова' })),
  );
  const follow = (actor: Actor | undefined) =>
    ring({
      userId: anna.id,
      kind: 'subscriber',
      actorId: actor?.id,
      link: '/user/1/ads',
      values: {},
      dedupe: `subscriber:${actor?.id}`,
    });
  for (const person of people) await follow(person);
  await follow(people[0]);

  const { body } = await list(anna);
  expect(body).toMatchObject({ total: 1, unread: 0 });
  expect(body.list[0]).toMatchObject({
    title: 'Ольга Громова и ещё 2',
    body: 'Подписка на ваши объявления и публикации',
    events: 3,
  });

  await follow(await world.user({ firstname: 'Тимур', lastname: 'Алиев' }));
  expect((await list(anna)).body.list.map(({ title }) => title)).toEqual(['Тимур Алиев', 'Ольга Громова и ещё 2']);
});

test('parallel events of one group are counted exactly, within a batch and beside it', async () => {
  const anna = await world.user();
  const found = (count: number): Notice => ({
    userId: anna.id,
    kind: 'saved_search',
    link: '/searches/1',
    values: { name: 'Лодки', title: 'Лодка', count },
  });
  const batch = () =>
    world.services.db.transaction().execute((tx) => notifyAll(tx, world.services, [found(1), found(2)]));
  await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? batch() : ring(found(3)))));
  const { body } = await list(anna, { mark: 0 });
  expect(body).toMatchObject({ total: 1, unread: 1 });
  expect(body.list[0]?.events).toBe(60);
});

test('the counter equals the unread rows whatever is told and read at the same time', async () => {
  const step = fc.constantFrom('tell', 'tell once', 'gather', 'open', 'older', 'read all');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const anna = await world.user();
      const tries: Record<(typeof steps)[number], () => Promise<unknown>> = {
        tell: () => published(anna.id),
        'tell once': () => published(anna.id, 'Лодка', { dedupe: 'once' }),
        gather: () => ring({ userId: anna.id, kind: 'subscriber', link: '/', values: {} }),
        open: () => list(anna),
        older: () => list(anna, { page: 2, size: 3 }),
        'read all': () => world.call(anna, notificationsApi.markAllRead, { body: {} }),
      };
      await Promise.all(steps.map((name) => tries[name]()));
      const { list: rows, unread: unreadCount, total } = (await list(anna, { size: 50, mark: 0 })).body;
      expect(unreadCount).toBe(rows.filter(({ read }) => read === 0).length);
      expect(total).toBe(rows.length);
      expect(await unread(anna)).toBe(unreadCount);
      if (!steps.some((name) => ['open', 'older', 'read all'].includes(name))) {
        const notified = steps.filter((name) => name === 'tell').length;
        expect(total).toBe(notified + Number(steps.includes('tell once')) + Number(steps.includes('gather')));
      }
    }),
    { numRuns: 20 },
  );
});

test('notifications are kept for ninety days and five hundred a person', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  const real = now;
  now = new Date(real.getTime() - 91 * DAY_MS);
  await published(anna.id, 'Старая');
  now = real;
  await published(anna.id, 'Новая');
  const many = Array.from(
    { length: 503 },
    (_, i): Notice => ({
      userId: maria.id,
      kind: 'ad_published',
      link: '/',
      values: { title: `Лодка ${i}` },
    }),
  );
  await world.services.db.transaction().execute((tx) => notifyAll(tx, world.services, many));

  await sweepNotifications.run(world.services, {});
  expect((await list(anna)).body.list.map(({ body }) => body)).toEqual(['«Новая» видно всем']);
  expect((await list(maria)).body.total).toBe(500);
  expect((await list(maria)).body.list[0]?.body).toBe('«Лодка 502» видно всем');
});

test('a person who is erased leaves nothing in anybody’s list', async () => {
  const [anna, sergey] = [await world.user(), await world.user({ firstname: 'Сергей', lastname: 'Зимин' })];
  await ring({ userId: anna.id, kind: 'new_ad', actorId: sergey.id, link: '/ad/1', values: { title: 'Лодка' } });
  await published(sergey.id, 'Лодка', { dedupe: 'once' });
  await world.services.db.updateTable('users').set({ deleted_at: now }).where('id', '=', sergey.id).execute();
  expect((await list(anna, { mark: 0 })).body.list[0]).toMatchObject({
    title: 'Пользователь удалён',
    meta: { user: { firstname: 'Пользователь удалён', lastname: '', photo: null } },
  });

  await world.services.db.transaction().execute((tx) => eraseUserData(world.services, tx, sergey.id));
  expect((await list(anna)).body).toMatchObject({ list: [], total: 0 });
  for (const table of ['notifications', 'notification_keys'] as const) {
    const rows = await world.services.db.selectFrom(table).selectAll().where('user_id', '=', sergey.id).execute();
    expect(rows).toEqual([]);
  }
});

test('whoever blocked the reader since shows no picture, and whoever was suspended since has no name', async () => {
  const [anna, olga] = [await world.user(), await world.user({ firstname: 'Ольга' })];
  const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#a37' } })
    .png()
    .toBuffer();
  const photo = { field: 'photo', name: 'olga.png', type: 'image/png', bytes };
  await world.call(olga, usersApi.change, { params: { id: olga.id }, body: {}, files: [photo] });
  await ring({ userId: anna.id, kind: 'friend_accept', actorId: olga.id, link: `/user/${olga.id}`, values: {} });
  const shown = async () => (await list(anna, { mark: 0 })).body.list[0]?.meta.user;
  expect(await shown()).toMatchObject({ firstname: 'Ольга', photo: expect.any(String) });

  await world.call(olga, circleApi.block, { params: { id: anna.id } });
  expect(await shown()).toMatchObject({ firstname: 'Ольга', photo: null });
  const manager = await world.user({ groups: ['manager'] });
  await world.call(manager, usersApi.remove, { params: { id: olga.id } });
  expect(await shown()).toMatchObject({ firstname: expect.not.stringContaining('Ольга'), photo: null });
});

test('fifty who tell the same things at once, each in another order, do not stop each other', async () => {
  const anna = await world.user();
  const likes = Array.from({ length: 20 }, (_, i): Notice => {
    return { userId: anna.id, kind: 'like', link: `/feed/${i}`, values: { what: 'publication' } };
  });
  const tell = (i: number) =>
    world.services.db
      .transaction()
      .execute((tx) => notifyAll(tx, world.services, i % 2 === 0 ? likes : likes.toReversed()));
  await Promise.all(Array.from({ length: 50 }, (_, i) => tell(i)));
  expect((await list(anna, { mark: 0 })).body).toMatchObject({ total: 20, unread: 20 });
});
