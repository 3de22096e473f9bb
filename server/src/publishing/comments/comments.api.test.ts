import { adsApi } from '@app/contract/market/ads';
import { circleApi } from '@app/contract/people/circle';
import { COMMENTS_PAGE_SIZE, commentsApi, REPLIES_SHOWN } from '@app/contract/publishing/comments';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { rounds } from '../../../test/rounds.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { lockAdForComments } from '../../market/ads/ad-comments.public.ts';
import { insertDemoAds } from '../../market/ads/ads.public.ts';
import { erasePeople } from '../../people/auth/erase-people.job.ts';

const DAY_MS = 86_400_000;

let world: World;
let now = Date.now();
let seller: Actor;
let anna: Actor;
let igor: Actor;
let staff: Actor;

beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  [seller, anna, igor, staff] = await Promise.all([
    world.user({ paid: true, firstname: 'Пётр', lastname: 'Продавцов' }),
    world.user({ firstname: 'Анна', lastname: 'Лодочкина' }),
    world.user({ firstname: 'Игорь', lastname: 'Вёслов' }),
    world.user({ groups: ['manager'] }),
  ]);
});

afterAll(() => world.close());

async function newAd(change: object = {}, owner = seller): Promise<number> {
  const { db } = world.services;
  const row = { title: 'Лодка', description: 'Надувная', price_roubles: 5000, image_ids: [] };
  const place = { category_id: null, country_id: null, city_id: null };
  const [id = 0] = await db
    .transaction()
    .execute((tx) => insertDemoAds(tx, [{ ...row, ...place, owner_id: owner.id, created_at: new Date() }]));
  if (Object.keys(change).length > 0) await db.updateTable('ads').set(change).where('id', '=', id).execute();
  return id;
}

const add = (who: Actor | null, board_id: number, message: string, more: object = {}) =>
  world.call(who, commentsApi.add, { body: { board_id, message, ...more } });
const list = (who: Actor | null, board_id: number, query: object = {}) =>
  world.call(who, commentsApi.list, { params: { id: board_id }, query });
const edit = (who: Actor, id: number, message: string, more: object = {}) =>
  world.call(who, commentsApi.edit, { body: { id, message, ...more } });
const hide = (who: Actor, id: number, hidden = 1) =>
  world.call(who, commentsApi.hide, { body: { id, hidden: hidden as 0 | 1 } });
const remove = (who: Actor, id: number) => world.call(who, commentsApi.remove, { params: { id } });
const ratingOf = async (user: Actor) =>
  (await world.call(null, commentsApi.rating, { query: { user_rating: user.id } })).body;
const countOn = async (id: number) => (await world.call(null, adsApi.get, { params: { id } })).body.comments;
const block = (who: Actor, { id }: Actor) => world.call(who, circleApi.block, { params: { id } });
async function befriend(one: Actor, other: Actor): Promise<void> {
  await world.call(one, circleApi.request, { params: { id: other.id } });
  await world.call(other, circleApi.request, { params: { id: one.id } });
}
const words = (comments: { message: string }[]) => comments.map(({ message }) => message);

async function recount(adId: number): Promise<number> {
  const { rows } = await sql<{ seen: number }>`
    select count(*) as seen from comments c left join comments p on p.id = c.parent_id
    where c.ad_id = ${adId} and not c.hidden and c.deleted_at is null and not coalesce(p.hidden, false)`.execute(
    world.services.db,
  );
  return rows[0]?.seen ?? -1;
}

async function expectCount(adId: number, count: number): Promise<void> {
  expect(await countOn(adId)).toBe(count);
  expect(await recount(adId)).toBe(count);
}

describe('reading', () => {
  test('comments are for people who signed in; their number is for everybody', async () => {
    const ad = await newAd();
    await add(anna, ad, 'Торг уместен?');
    expect(await list(null, ad)).toMatchObject({ statusCode: 401, body: { code: 'unauthorized' } });
    await expectCount(ad, 1);
  });

  test('a comment is shown with its author, newest first, twenty to a page', async () => {
    const ad = await newAd();
    for (let n = 1; n <= COMMENTS_PAGE_SIZE + 2; n++) await add(n % 2 ? anna : igor, ad, `Вопрос ${n}`);
    const first = (await list(igor, ad)).body;
    expect(first).toMatchObject({ total: COMMENTS_PAGE_SIZE + 2, count: COMMENTS_PAGE_SIZE + 2, may_comment: 1 });
    expect(first.comments).toHaveLength(COMMENTS_PAGE_SIZE);
    expect(first.comments[0]).toMatchObject({
      message: `Вопрос ${COMMENTS_PAGE_SIZE + 2}`,
      user: { id: igor.id, firstname: 'Игорь', lastname: 'Вёслов', photo: null },
      rating: 0,
      own: 1,
      edited: 0,
      hidden: 0,
      reply_to: null,
      replies: [],
    });
    expect(words((await list(igor, ad, { page: 2 })).body.comments)).toEqual(['Вопрос 2', 'Вопрос 1']);
    expect((await list(igor, ad, { page: 9 })).body).toMatchObject({ comments: [], total: COMMENTS_PAGE_SIZE + 2 });
  });

  test('reading on behind a comment skips nothing when new ones come in between', async () => {
    const ad = await newAd();
    for (const word of ['один', 'два', 'три']) await add(anna, ad, word);
    const { comments } = (await list(anna, ad, { size: 2 })).body;
    await add(igor, ad, 'четыре');
    const after_id = comments.at(-1)?.id;
    expect(words((await list(anna, ad, { size: 2, after_id })).body.comments)).toEqual(['один']);
  });

  test('replies stand under their comment, the oldest first; the rest is asked for', async () => {
    const ad = await newAd();
    const { id } = (await add(anna, ad, 'Вёсла в комплекте?')).body;
    const first = (await add(seller, ad, 'Да, два', { reply_to: id })).body;
    expect(first).toMatchObject({ reply_to: id, replies: [] });
    for (let n = 2; n <= REPLIES_SHOWN + 3; n++) await add(igor, ad, `Ответ ${n}`, { reply_to: id });
    const [thread] = (await list(anna, ad)).body.comments;
    expect(thread).toMatchObject({ id, replies_total: REPLIES_SHOWN + 3 });
    expect(words(thread?.replies ?? [])).toHaveLength(REPLIES_SHOWN);
    expect(thread?.replies[0]?.message).toBe('Да, два');
    const rest = (await list(anna, ad, { reply_to: id, after_id: thread?.replies.at(-1)?.id })).body;
    expect(words(rest.comments)).toEqual([
      `Ответ ${REPLIES_SHOWN + 1}`,
      `Ответ ${REPLIES_SHOWN + 2}`,
      `Ответ ${REPLIES_SHOWN + 3}`,
    ]);
    expect(rest.total).toBe(REPLIES_SHOWN + 3);
    await expectCount(ad, REPLIES_SHOWN + 4);
  });

  test('a reply to a reply stands under the same comment', async () => {
    const ad = await newAd();
    const { id } = (await add(anna, ad, 'Цвет?')).body;
    const reply = (await add(seller, ad, 'Зелёный', { reply_to: id })).body;
    expect((await add(anna, ad, 'Спасибо', { reply_to: reply.id })).body.reply_to).toBe(id);
    expect((await list(igor, ad)).body).toMatchObject({ total: 1, count: 3 });
  });

  test('one comment is found by its number or by that of a reply to it', async () => {
    const ad = await newAd();
    const { id } = (await add(anna, ad, 'Первый')).body;
    const reply = (await add(seller, ad, 'Ответ', { reply_to: id })).body;
    await add(igor, ad, 'Второй');
    for (const comment_id of [id, reply.id])
      expect(words((await list(igor, ad, { comment_id })).body.comments)).toEqual(['Первый']);
    expect((await list(igor, await newAd(), { comment_id: id })).body.comments).toEqual([]);
  });

  test('an ad that is gone or never was has no comments to read', async () => {
    expect((await list(anna, 999_999_999)).body.code).toBe('not_found');
    expect((await list(anna, await newAd({ archived_at: new Date() }))).body.code).toBe('gone');
    expect((await list(anna, await newAd({ enabled: false }))).body.code).toBe('not_found');
  });
});

describe('writing', () => {
  test('an empty comment is not taken, nor one that is too long', async () => {
    const ad = await newAd();
    for (const message of ['', '   \n ', 'я'.repeat(2001)]) {
      expect(await add(anna, ad, message)).toMatchObject({ statusCode: 400, body: { code: 'invalid_input' } });
    }
    await expectCount(ad, 0);
  });

  test('who writes is who is signed in, whatever the call says', async () => {
    const ad = await newAd();
    const { body } = await add(anna, ad, 'Это Игорь', { ownerid: igor.id, user_id: igor.id });
    expect(body.user.id).toBe(anna.id);
  });

  test('one key writes one comment', async () => {
    const ad = await newAd();
    const once = () =>
      world.call(anna, commentsApi.add, {
        body: { board_id: ad, message: 'Дважды нажато' },
        headers: { 'idempotency-key': `comment-on-${ad}` },
      });
    const [first, second] = [await once(), await once()];
    expect(second.body).toEqual(first.body);
    await expectCount(ad, 1);
  });

  test('a sold ad is read and not commented', async () => {
    const ad = await newAd();
    await add(anna, ad, 'Беру');
    await world.services.db.updateTable('ads').set({ deal: 'sold' }).where('id', '=', ad).execute();
    expect((await list(igor, ad)).body).toMatchObject({
      total: 1,
      closed: 'over',
      may_comment: 0,
      may_reply: 0,
      may_rate: 0,
    });
    expect((await add(igor, ad, 'И я')).body.code).toBe('comments_closed');
  });

  test('where the owner closed comments only the owner still answers', async () => {
    const ad = await newAd();
    const { id } = (await add(anna, ad, 'Ещё продаёте?')).body;
    await world.services.db.updateTable('ads').set({ comments_by: 'nobody' }).where('id', '=', ad).execute();
    expect((await add(igor, ad, 'И мне интересно')).body.code).toBe('comments_closed');
    expect((await add(igor, ad, 'И мне', { reply_to: id })).body.code).toBe('comments_closed');
    expect((await add(seller, ad, 'Внимание всем')).body.code).toBe('comments_closed');
    expect((await add(seller, ad, 'Продаю', { reply_to: id })).statusCode).toBe(200);
    expect((await list(seller, ad)).body).toMatchObject({ closed: 'nobody', may_comment: 0, may_reply: 1 });
  });

  test('where only the circle may comment, friends of the owner do, and vote with it', async () => {
    const { db } = world.services;
    const [owner, friend] = [await world.user({ paid: true }), await world.user()];
    await befriend(owner, friend);
    const ad = await newAd({ comments_by: 'circle' }, owner);
    expect((await list(anna, ad)).body).toMatchObject({ closed: 'circle', may_comment: 0, may_reply: 0, may_rate: 0 });
    expect((await list(friend, ad)).body).toMatchObject({ closed: '', may_comment: 1, may_reply: 1, may_rate: 1 });
    expect((await add(anna, ad, 'Торг?', { rating: 1 })).body.code).toBe('comments_closed');
    const said = (await add(friend, ad, 'Как дела?', { rating: 5 })).body;
    expect((await add(anna, ad, 'И мне', { reply_to: said.id })).body.code).toBe('comments_closed');
    expect((await add(owner, ad, 'Отлично', { reply_to: said.id })).statusCode).toBe(200);
    expect(await ratingOf(owner)).toMatchObject({ rating: 5, count: 1 });
    await db.updateTable('ads').set({ comments_by: 'all' }).where('id', '=', ad).execute();
    await db.updateTable('users').set({ may_comment: 'circle' }).where('id', '=', owner.id).execute();
    expect((await add(anna, ad, 'Торг?')).body.code).toBe('comments_closed');
    expect((await add(friend, ad, 'Ещё раз')).statusCode).toBe(200);
    await db.updateTable('users').set({ may_comment: 'nobody' }).where('id', '=', owner.id).execute();
    expect((await add(friend, ad, 'И ещё')).body.code).toBe('comments_closed');
  });

  test('nothing is answered that is elsewhere, hidden or gone', async () => {
    const [ad, other] = [await newAd(), await newAd()];
    const { id } = (await add(anna, ad, 'Спам')).body;
    expect((await add(igor, other, 'Ответ', { reply_to: id })).body.code).toBe('not_found');
    await hide(seller, id);
    expect((await add(igor, ad, 'Ответ', { reply_to: id })).body.code).toBe('not_found');
    expect((await add(seller, ad, 'Не пишите сюда', { reply_to: id })).statusCode).toBe(200);
    await expectCount(ad, 0);
  });
});

describe('votes', () => {
  test('a vote counts once per author and ad, and never for oneself', async () => {
    const owner = await world.user({ paid: true });
    const ad = await newAd({}, owner);
    expect((await list(anna, ad)).body.may_rate).toBe(1);
    expect((await add(anna, ad, 'Отлично', { rating: 5 })).body.rating).toBe(5);
    expect((await list(anna, ad)).body.may_rate).toBe(0);
    expect((await add(anna, ad, 'Ещё раз', { rating: 1 })).body.code).toBe('already_rated');
    expect((await add(anna, ad, 'Без оценки', { rating: 0 })).statusCode).toBe(200);
    expect((await add(owner, ad, 'Сам себе', { rating: 5 })).body.code).toBe('own_rating');
    expect((await list(owner, ad)).body.may_rate).toBe(0);
    await add(igor, ad, 'Хорошо', { rating: 4 });
    await add(staff, ad, 'Неплохо', { rating: 4 });
    expect(await ratingOf(owner)).toMatchObject({ rating: 4.33, count: 3, recent_count: 3 });
    await expectCount(ad, 4);
  });

  test('a vote is from one to five and never in a reply', async () => {
    const ad = await newAd();
    const { id } = (await add(anna, ad, 'Вопрос')).body;
    for (const rating of [6, -1, 4.5, 'пять'])
      expect((await add(igor, ad, 'Ну', { rating })).body.code).toBe('invalid_input');
    expect((await add(igor, ad, 'Ну', { rating: 5, reply_to: id })).body).toMatchObject({
      code: 'invalid_input',
      fields: { rating: expect.any(String) },
    });
  });

  test('fifty votes at once are one, and none of the refused leaves a trace', async () => {
    const owner = await world.user({ paid: true });
    const ad = await newAd({}, owner);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => add(anna, ad, `Попытка ${n}`, { rating: 1 + (n % 5) })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'already_rated')).toHaveLength(49);
    expect((await ratingOf(owner)).count).toBe(1);
    await expectCount(ad, 1);
  });

  test('a vote changes with its comment and goes with it', async () => {
    const owner = await world.user({ paid: true });
    const ad = await newAd({}, owner);
    const { id } = (await add(anna, ad, 'Плохо', { rating: 1 })).body;
    expect((await edit(anna, id, 'Разобрались', { rating: 4 })).body).toMatchObject({ rating: 4, edited: 1 });
    expect(await ratingOf(owner)).toMatchObject({ rating: 4, count: 1 });
    expect((await edit(anna, id, 'Разобрались совсем')).body.rating).toBe(4);
    await edit(anna, id, 'Без оценки', { rating: 0 });
    expect(await ratingOf(owner)).toMatchObject({ rating: null, count: 0 });
    expect((await list(anna, ad)).body.may_rate).toBe(1);
    await edit(anna, id, 'Всё-таки', { rating: 5 });
    await remove(anna, id);
    expect(await ratingOf(owner)).toMatchObject({ rating: null, count: 0, recent_count: 0 });
  });

  test('hiding a comment does not take its vote away', async () => {
    const owner = await world.user({ paid: true });
    const ad = await newAd({}, owner);
    const { id } = (await add(anna, ad, 'Ужасно', { rating: 1 })).body;
    await hide(owner, id);
    expect(await ratingOf(owner)).toMatchObject({ rating: 1, count: 1 });
  });

  test('a vote outlives the ad, and a year on it is no longer recent', async () => {
    const owner = await world.user({ paid: true });
    const ad = await newAd({}, owner);
    await add(anna, ad, 'Хорошо', { rating: 5 });
    await world.services.db.deleteFrom('ads').where('id', '=', ad).execute();
    expect(await ratingOf(owner)).toMatchObject({ rating: 5, count: 1, recent_count: 1 });
    now += 367 * DAY_MS;
    expect(await ratingOf(owner)).toMatchObject({ rating: 5, count: 1, recent_count: 0 });
    now -= 367 * DAY_MS;
  });

  test('fifty good votes sort before a single perfect one', async () => {
    const { db } = world.services;
    const [old, fresh] = [await world.user(), await world.user()];
    await db.updateTable('users').set({ rating_sum: 245, rating_count: 50 }).where('id', '=', old.id).execute();
    await db.updateTable('users').set({ rating_sum: 5, rating_count: 1 }).where('id', '=', fresh.id).execute();
    const [many, one, none] = [await ratingOf(old), await ratingOf(fresh), await ratingOf(await world.user())];
    expect([many.rating, one.rating, none.rating]).toEqual([4.9, 5, null]);
    expect([many.sort_rating, one.sort_rating, none.sort_rating]).toEqual([4.8182, 4.1667, 4]);
    expect((await world.call(null, commentsApi.rating, { query: { user_rating: 999_999_999 } })).statusCode).toBe(404);
  });

  test('votes for one seller under many ads, cast and taken back at once, add up', async () => {
    const owner = await world.user({ paid: true });
    const ads = [await newAd({}, owner), await newAd({}, owner), await newAd({}, owner)];
    const people = await Promise.all(Array.from({ length: 6 }, () => world.user()));
    await Promise.all(
      ads.flatMap((ad) =>
        people.map(async (person, n) => {
          const { id } = (await add(person, ad, 'Оценка', { rating: 1 + (n % 5) })).body;
          if (n % 2) await remove(person, id);
          else await edit(person, id, 'Передумываю', { rating: 3 });
        }),
      ),
    );
    expect(await ratingOf(owner)).toMatchObject({ rating: 3, count: ads.length * 3 });
  });
});

describe('changing', () => {
  test('only its author changes a comment, and staff can read what it said', async () => {
    const ad = await newAd();
    const { id } = (await add(anna, ad, 'Первое слово')).body;
    expect((await edit(igor, id, 'Чужое')).body.code).toBe('forbidden');
    expect((await edit(staff, id, 'Чужое')).body.code).toBe('forbidden');
    expect((await edit(anna, id, 'Первое слово')).body.edited).toBe(0);
    expect((await edit(anna, id, 'Второе слово')).body).toMatchObject({ message: 'Второе слово', edited: 1 });
    const history = (who: Actor) => world.call(who, commentsApi.history, { query: { comment_id: id } });
    expect(words((await history(staff)).body.edits)).toEqual(['Первое слово']);
    expect((await history(anna)).body.code).toBe('forbidden');
    expect((await world.call(anna, commentsApi.edit, { body: { message: 'Без номера' } })).body.code).toBe(
      'id_required',
    );
    expect((await edit(anna, 999_999_999, 'Нет такого')).body.code).toBe('not_found');
  });

  test('the owner of the ad hides a comment and shows it again', async () => {
    const ad = await newAd();
    const { id } = (await add(anna, ad, 'Сомнительно')).body;
    await add(igor, ad, 'Согласен', { reply_to: id });
    expect((await hide(anna, id)).body.code).toBe('forbidden');
    expect((await hide(seller, id)).body.hidden).toBe(1);
    expect((await hide(seller, id)).body.hidden).toBe(1);
    await expectCount(ad, 0);
    expect((await list(igor, ad)).body).toMatchObject({ comments: [], total: 0 });
    for (const who of [seller, anna, staff])
      expect((await list(who, ad)).body.comments).toMatchObject([
        { id, hidden: 1, replies: [{ message: 'Согласен' }] },
      ]);
    expect((await list(igor, ad, { reply_to: id })).body.code).toBe('not_found');
    await hide(seller, id, 0);
    await expectCount(ad, 2);
    expect((await list(igor, ad)).body.total).toBe(1);
  });

  test('a hidden reply is not counted, and stays uncounted when its comment comes back', async () => {
    const ad = await newAd();
    const { id } = (await add(anna, ad, 'Вопрос')).body;
    const reply = (await add(igor, ad, 'Грубость', { reply_to: id })).body;
    await hide(seller, reply.id);
    await expectCount(ad, 1);
    await hide(seller, id);
    await expectCount(ad, 0);
    await hide(seller, id, 0);
    await expectCount(ad, 1);
    expect((await list(anna, ad)).body.comments[0]).toMatchObject({ replies: [], replies_total: 0 });
    expect((await list(igor, ad)).body.comments[0]?.replies).toMatchObject([{ hidden: 1, own: 1 }]);
    await hide(seller, reply.id, 0);
    await expectCount(ad, 2);
  });

  test('people delete their own comments, staff anybody’s', async () => {
    const ad = await newAd();
    const [mine, his] = [(await add(anna, ad, 'Моё')).body, (await add(igor, ad, 'Его')).body];
    expect((await remove(anna, his.id)).body.code).toBe('forbidden');
    expect((await remove(seller, his.id)).body.code).toBe('forbidden');
    expect((await remove(anna, mine.id)).body).toEqual({ id: mine.id });
    expect((await remove(anna, mine.id)).body.code).toBe('not_found');
    expect((await remove(staff, his.id)).statusCode).toBe(200);
    await expectCount(ad, 0);
  });

  test('a deleted comment leaves a place for the replies, which goes with the last of them', async () => {
    const ad = await newAd();
    const { id } = (await add(anna, ad, 'Секрет', { rating: 2 })).body;
    await edit(anna, id, 'Большой секрет');
    const reply = (await add(igor, ad, 'Ответ', { reply_to: id })).body;
    await remove(anna, id);
    const { body } = await list(staff, ad);
    expect(body).toMatchObject({ total: 1, count: 1 });
    expect(body.comments[0]).toMatchObject({
      deleted: 1,
      message: '',
      rating: 0,
      own: 0,
      user: { id: 0, firstname: '' },
    });
    expect(body.comments[0]?.replies).toHaveLength(1);
    expect((await world.call(staff, commentsApi.history, { query: { comment_id: id } })).body.edits).toEqual([]);
    expect((await edit(anna, id, 'Снова')).body.code).toBe('not_found');
    expect((await add(igor, ad, 'Ещё', { reply_to: id })).body.code).toBe('not_found');
    await remove(igor, reply.id);
    expect((await list(staff, ad)).body).toMatchObject({ comments: [], total: 0, count: 0 });
    await expectCount(ad, 0);
  });

  test('many comments, replies, hidings and deletions at once leave the right number', async () => {
    const ad = await newAd();
    const people = await Promise.all(Array.from({ length: 10 }, () => world.user()));
    const roots = await Promise.all(people.map((person) => add(person, ad, 'Начало')));
    const turn = async (n: number): Promise<void> => {
      const person = people[n % people.length] ?? anna;
      const root = roots[(n * 7) % roots.length]?.body.id;
      const { body } = await add(person, ad, `Слово ${n}`, n % 3 ? { reply_to: root } : {});
      if (body.id === undefined) return;
      if (n % 2) await remove(person, body.id);
      else if (n % 5 === 0) await hide(seller, body.id);
      if (n % 40 === 0 && root !== undefined) await hide(seller, root, n % 80 ? 0 : 1);
    };
    // Fifty at any moment: more would only wait for a connection to the database.
    const waiting = Array.from({ length: rounds(40, 560) }, (_, n) => n);
    const lane = async (): Promise<void> => {
      for (let n = waiting.pop(); n !== undefined; n = waiting.pop()) await turn(n);
    };
    await Promise.all(Array.from({ length: 50 }, lane));
    await expectCount(ad, await recount(ad));
    const { rows } = await sql<{ off: number }>`
      select count(*) as off from comments c where c.ad_id = ${ad} and c.parent_id is null
        and c.replies_count <> (select count(*) from comments r where r.parent_id = c.id and not r.hidden)`.execute(
      world.services.db,
    );
    expect(rows).toEqual([{ off: 0 }]);
  });
});

test('who reads does not wait for who writes', async () => {
  const ad = await newAd();
  await add(anna, ad, 'Вопрос');
  await world.services.db.transaction().execute(async (tx) => {
    await lockAdForComments(tx, ad);
    expect(await list(igor, ad)).toMatchObject({ statusCode: 200, body: { total: 1 } });
    expect(await countOn(ad)).toBe(1);
  });
});

describe('who hears of it', () => {
  const bells = async (who: Actor) => {
    const { rows } = await sql<{ kind: string; actor_id: number | null; link: string }>`
      select kind, actor_id, link from notifications where user_id = ${who.id} order by id`.execute(world.services.db);
    return rows;
  };

  test('the owner hears of a comment, whoever is answered of the answer, and nobody of their own', async () => {
    const [owner, buyer] = [await world.user({ paid: true }), await world.user()];
    const ad = await newAd({}, owner);
    const { id } = (await add(buyer, ad, 'Вопрос')).body;
    const reply = (await add(owner, ad, 'Ответ', { reply_to: id })).body;
    await add(buyer, ad, 'Спасибо', { reply_to: reply.id });
    await add(owner, ad, 'Пожалуйста');
    expect(await bells(owner)).toMatchObject([
      { kind: 'comment', actor_id: buyer.id, link: `/ad/${ad}?comment=${id}#comments` },
      { kind: 'reply', actor_id: buyer.id },
    ]);
    expect(await bells(buyer)).toMatchObject([{ kind: 'reply', actor_id: owner.id }]);
  });

  test('the ad’s open pages are told what to ask for, after it is there', async () => {
    const ad = await newAd();
    const publish = vi.spyOn(world.services.live, 'publish');
    const { id } = (await add(anna, ad, 'Вопрос')).body;
    const reply = (await add(seller, ad, 'Ответ', { reply_to: id })).body;
    await edit(anna, id, 'Другой вопрос');
    await edit(anna, id, 'Другой вопрос');
    await hide(seller, id);
    await hide(seller, id, 0);
    await remove(seller, reply.id);
    await add(anna, ad, '');
    const told = publish.mock.calls.filter(([topic]) => topic === `ad:${ad}`).map(([, event]) => event);
    publish.mockRestore();
    const of = (action: string, count: number, which = id, reply_to: number | null = null) => ({
      type: 'comment',
      action,
      id: which,
      reply_to,
      count,
    });
    expect(told).toEqual([
      of('added', 1),
      of('added', 2, reply.id, id),
      of('changed', 2),
      of('hidden', 0),
      of('shown', 2),
      of('removed', 1, reply.id, id),
    ]);
  });
});

describe('people who have left', () => {
  test('their words stay under «Пользователь удалён»; staff still see who it was', async () => {
    const ad = await newAd();
    const gone = await world.user({ firstname: 'Ушёл', lastname: 'Навсегда' });
    await add(gone, ad, 'Мои слова', { rating: 5 });
    await world.services.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', gone.id).execute();
    const author = async (who: Actor, headers = {}) =>
      (await world.call(who, commentsApi.list, { params: { id: ad }, headers })).body.comments[0];
    expect(await author(anna)).toMatchObject({
      message: 'Мои слова',
      rating: 5,
      user: { id: 0, firstname: 'Пользователь удалён', lastname: '', photo: null },
    });
    expect((await author(anna, { cookie: `token=${anna.token}; lang=en` }))?.user.firstname).toBe('Deleted user');
    expect((await author(staff))?.user).toMatchObject({ id: gone.id, firstname: 'Ушёл' });
  });

  test('the erased are forgotten, their votes and words are not', async () => {
    const { db } = world.services;
    const owner = await world.user({ paid: true });
    const ad = await newAd({}, owner);
    const gone = await world.user();
    const { id } = (await add(gone, ad, 'Прежнее', { rating: 4 })).body;
    await edit(gone, id, 'Теперешнее');
    const longAgo = new Date(now - 31 * DAY_MS);
    await db.updateTable('users').set({ deleted_at: longAgo }).where('id', '=', gone.id).execute();
    await erasePeople.run(world.services, {});
    expect((await world.call(staff, commentsApi.history, { query: { comment_id: id } })).body.edits).toEqual([]);
    expect((await list(anna, ad)).body.comments).toMatchObject([{ message: 'Теперешнее', rating: 4 }]);
    expect(await ratingOf(owner)).toMatchObject({ rating: 4, count: 1 });
  });
});

describe('across a block', () => {
  test('nobody comments the other’s ads, votes there, or answers the other', async () => {
    const [owner, vera, oleg] = [await world.user({ paid: true }), await world.user(), await world.user()];
    const ad = await newAd({}, owner);
    const said = (await add(vera, ad, 'Торг?')).body;
    const answered = (await add(oleg, ad, 'И мне', { reply_to: said.id })).body;
    await block(vera, oleg);
    expect((await add(oleg, ad, 'Ответ', { reply_to: said.id })).body.code).toBe('blocked');
    expect((await add(vera, ad, 'Ответ', { reply_to: answered.id })).body.code).toBe('blocked');
    await block(owner, vera);
    expect((await add(vera, ad, 'Ещё', { rating: 1 })).body.code).toBe('blocked');
    expect((await edit(vera, said.id, 'Торг?', { rating: 1 })).body.code).toBe('blocked');
    expect((await add(owner, ad, 'Нет', { reply_to: said.id })).body.code).toBe('blocked');
    expect((await list(vera, ad)).body).toMatchObject({ may_comment: 0, may_reply: 0, may_rate: 0, closed: 'nobody' });
    expect((await edit(vera, said.id, 'Без торга')).statusCode).toBe(200);
    await expectCount(ad, 2);
  });

  test('two people do not read each other, and everybody else reads both', async () => {
    const [owner, vera, oleg] = [await world.user({ paid: true }), await world.user(), await world.user()];
    const ad = await newAd({}, owner);
    const first = (await add(vera, ad, 'Вера')).body;
    await add(oleg, ad, 'Олег у Веры', { reply_to: first.id });
    const second = (await add(oleg, ad, 'Олег')).body;
    await add(vera, ad, 'Вера у Олега', { reply_to: second.id });
    await add(anna, ad, 'Анна у Олега', { reply_to: second.id });
    await block(vera, oleg);
    const seen = async (who: Actor) => {
      const { comments, total, count } = (await list(who, ad)).body;
      return { words: comments.map(({ message, replies }) => [message, ...words(replies)]), total, count };
    };
    const all = [
      ['Олег', 'Вера у Олега', 'Анна у Олега'],
      ['Вера', 'Олег у Веры'],
    ];
    expect(await seen(vera)).toEqual({ words: [['Вера']], total: 1, count: 5 });
    expect(await seen(oleg)).toEqual({ words: [['Олег', 'Анна у Олега']], total: 1, count: 5 });
    for (const who of [anna, owner, staff]) expect(await seen(who)).toEqual({ words: all, total: 2, count: 5 });
    expect((await list(vera, ad, { reply_to: second.id })).body.code).toBe('not_found');
    expect((await list(oleg, ad, { reply_to: second.id })).body).toMatchObject({ total: 1 });
    await block(owner, oleg);
    expect(await seen(owner)).toEqual({ words: all, total: 2, count: 5 });
  });
});
