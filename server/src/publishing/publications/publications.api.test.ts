import { followsApi } from '@app/contract/market/follows';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { authApi } from '@app/contract/people/auth';
import { circleApi } from '@app/contract/people/circle';
import { privacyApi } from '@app/contract/people/privacy';
import { usersApi } from '@app/contract/people/users';
import { PUBLISH_DRAFTS_MAX, PUBLISH_REPLIES_SHOWN, publicationsApi } from '@app/contract/publishing/publications';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runQueuedJobs } from '../../../test/queued-jobs.ts';
import { rounds } from '../../../test/rounds.ts';
import { type Actor, createWorld, PASSWORD, type TestFile, type World } from '../../../test/world.ts';
import { emit } from '../../platform/domain/events.ts';
import { applySearchChanges } from '../../platform/search/vocabulary.ts';
import { aggregateTags } from './aggregate-tags.job.ts';
import { notifyFollowersOfPublication } from './notify-followers-of-publication.job.ts';
import { type DemoPublication, insertDemoPublications } from './publications.public.ts';
import { findOverduePublications, publishPlanned } from './publish-planned.job.ts';

const HOUR_MS = 3_600_000;

let world: World;
let now = Date.now();
let maria: Actor;
let anna: Actor;
let igor: Actor;
let staff: Actor;
let picture: Buffer;

beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  [maria, anna, igor, staff] = await Promise.all([
    world.user({ paid: true, firstname: 'Мария', lastname: 'Волжская', login: 'maria_v' }),
    world.user({ paid: true, firstname: 'Анна', lastname: 'Лодочкина', login: 'anna.l' }),
    world.user({ firstname: 'Игорь', lastname: 'Вёслов' }),
    world.user({ groups: ['manager'] }),
  ]);
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#37a' } })
    .png()
    .toBuffer();
});
afterAll(() => world.close());

const photo = (field = 'publish_content[]'): TestFile => ({ field, name: 'a.png', type: 'image/png', bytes: picture });
const add = (who: Actor, body: object = {}, files: TestFile[] = [photo()], headers: Record<string, string> = {}) =>
  world.call(who, publicationsApi.add, { body: body as never, files, headers });
const one = (who: Actor | null, id: number) => world.call(who, publicationsApi.one, { params: { id } });
const edit = (who: Actor, publish_id: number, body: object) =>
  world.call(who, publicationsApi.edit, { body: { publish_id, ...body } as never });
const remove = (who: Actor, publish_id: number) => world.call(who, publicationsApi.remove, { body: { publish_id } });
const of = (who: Actor | null, user: Actor, query: object = {}) =>
  world.call(who, publicationsApi.byUser, { query: { user_id: user.id, ...query } as never });
const like = (who: Actor, publish_id: number, liked: 0 | 1) =>
  world.call(who, publicationsApi.like, { body: { publish_id, liked } });
const say = (who: Actor, publish_id: number, message: string, more: object = {}) =>
  world.call(who, publicationsApi.addComment, { body: { publish_id, message, ...more } as never });
const talk = (who: Actor | null, id: number, query: object = {}) =>
  world.call(who, publicationsApi.comments, { params: { id }, query: query as never });
const follow = (who: Actor, { id }: Actor) => world.call(who, followsApi.set, { body: { to_id: id, subscribe: 1 } });
const bells = async (who: Actor) =>
  (await world.call(who, notificationsApi.list, { query: { mark: 0, size: 50 } })).body.list;
const words = (list: { message: string }[]) => list.map(({ message }) => message);
const ids = (list: { publish_id: number }[]) => list.map(({ publish_id }) => publish_id);
async function befriend(a: Actor, b: Actor): Promise<void> {
  await world.call(a, circleApi.request, { params: { id: b.id } });
  await world.call(b, circleApi.request, { params: { id: a.id } });
}
let moment = 0;
async function published(who: Actor, change: Partial<DemoPublication> = {}): Promise<number> {
  moment += 1000;
  const published_at = new Date(now - HOUR_MS + moment);
  const row = { user_id: who.id, description: 'Причал', file_ids: [], published_at, ...change };
  const [id = 0] = await world.services.db.transaction().execute((tx) => insertDemoPublications(tx, [row]));
  return id;
}

describe('publishing', () => {
  test('photos and words come out and are shown with their author', async () => {
    const { statusCode, body } = await add(maria, { publish_description: 'Старый причал', publish_type: 0 }, [
      photo('publish_content[]'),
      photo('publish_content'),
    ]);
    expect(statusCode).toBe(200);
    expect(body).toMatchObject({
      publish_user_id: maria.id,
      publish_type: 0,
      publish_description: 'Старый причал',
      firstname: 'Мария',
      like_count: 0,
      comments: 0,
      liked: 0,
      own: 1,
      state: 'published',
      audience: 'all',
      edited: null,
    });
    expect(body.content.map(({ kind }) => kind)).toEqual(['photo', 'photo']);
    expect((await one(null, body.publish_id)).body).toMatchObject({ publish_id: body.publish_id, own: 0 });
    expect((await of(null, maria)).body.list[0]).toMatchObject({ publish_id: body.publish_id });
  });

  test('only people with a subscription publish', async () => {
    expect(await add(igor, { publish_description: 'Я' })).toMatchObject({
      statusCode: 402,
      body: { code: 'subscription_required' },
    });
  });

  test('nothing, or more than six photos, is no publication', async () => {
    expect((await add(maria, { publish_description: 'Одни слова' }, [])).body.code).toBe('publication_empty');
    expect(
      (
        await add(
          maria,
          {},
          Array.from({ length: 7 }, () => photo()),
        )
      ).body.code,
    ).toBe('too_many_files');
    const text: TestFile = { ...photo(), bytes: new TextEncoder().encode('не картинка') };
    expect((await add(maria, {}, [text])).statusCode).toBe(415);
  });

  test('one key publishes once, also when pressed many times at once', async () => {
    const key = { 'idempotency-key': 'publish-once' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => add(maria, { publish_description: 'Один раз' }, [photo()], key)),
    );
    expect(new Set(answers.map(({ body }) => body.publish_id)).size).toBe(1);
    const { list } = (await of(null, maria, { size: 50 })).body;
    expect(list.filter(({ publish_description }) => publish_description === 'Один раз')).toHaveLength(1);
    expect((await add(maria, { publish_description: 'Другое' }, [photo()], key)).body.code).toBe(
      'idempotency_mismatch',
    );
  });

  test('a file of somebody else cannot be published', async () => {
    const file = (
      await world.call(maria, publicationsApi.uploadFile, { body: {}, files: [{ ...photo(), field: 'file' }] })
    ).body;
    const body = { publish_description: 'Чужое', file_ids: [file.id] };
    expect((await add(anna, body, [])).body.code).toBe('not_found');
    const mine = (await add(maria, body, [])).body;
    expect(mine.content.map(({ id }) => id)).toEqual([file.id]);
    expect((await add(maria, body, [])).body.code).toBe('not_found');
  });

  test('there is an end to the drafts of an author', async () => {
    const author = await world.user({ paid: true });
    await sql`
      insert into publications (user_id, description, state, changed_at)
      select ${author.id}, 'Набросок', 'draft', now() from generate_series(1, ${PUBLISH_DRAFTS_MAX})`.execute(
      world.services.db,
    );
    expect(await add(author, { publish_description: 'Ещё один', draft: 1 })).toMatchObject({
      statusCode: 409,
      body: { code: 'drafts_full', message: 'Черновиков слишком много: удалите ненужные' },
    });
  });

  test('a draft is its author’s alone until it is published', async () => {
    const draft = (await add(maria, { publish_description: 'Набросок', draft: 1 })).body;
    expect(draft.state).toBe('draft');
    expect((await one(anna, draft.publish_id)).statusCode).toBe(404);
    expect((await one(staff, draft.publish_id)).statusCode).toBe(404);
    expect((await remove(staff, draft.publish_id)).statusCode).toBe(404);
    expect((await like(anna, draft.publish_id, 1)).statusCode).toBe(404);
    expect(ids((await world.call(maria, publicationsApi.drafts)).body.list)).toEqual([draft.publish_id]);
    expect(ids((await of(maria, maria, { size: 50 })).body.list)).not.toContain(draft.publish_id);
    const out = (await edit(maria, draft.publish_id, { publish: 1 })).body;
    expect(out).toMatchObject({ state: 'published', edited: null });
    expect((await one(anna, draft.publish_id)).statusCode).toBe(200);
    expect((await world.call(maria, publicationsApi.drafts)).body.total).toBe(0);
  });

  test('a planned publication comes out at its time, once, whoever brings it', async () => {
    const publish_at = new Date(now + HOUR_MS).toISOString();
    const { publish_id } = (await add(maria, { publish_description: 'Позже', publish_at })).body;
    expect((await one(maria, publish_id)).body).toMatchObject({ state: 'planned', publish_at });
    const run = () => publishPlanned.run(world.services, { id: publish_id });
    await run();
    expect((await one(anna, publish_id)).statusCode).toBe(404);
    now += HOUR_MS;
    await Promise.all([run(), run(), run()]);
    const { timestamp } = (await one(anna, publish_id)).body;
    now += HOUR_MS;
    await run();
    expect((await one(anna, publish_id)).body.timestamp).toBe(timestamp);
  });

  test('of fifty who bring a draft out and delete it at the same moment nothing is left half done', async () => {
    const follower = await world.user();
    const author = await world.user({ paid: true });
    await follow(follower, author);
    const { publish_id } = (await add(author, { publish_description: 'Вместе', draft: 1 })).body;
    const outs = await Promise.all(Array.from({ length: 50 }, () => edit(author, publish_id, { publish: 1 })));
    expect(outs.map(({ statusCode }) => statusCode)).toEqual(outs.map(() => 200));
    expect(new Set(outs.map(({ body }) => body.timestamp)).size).toBe(1);
    await runQueuedJobs(world);
    expect((await bells(follower)).filter(({ kind }) => kind === 'new_publication')).toHaveLength(1);
    const drops = await Promise.all(Array.from({ length: 10 }, () => remove(author, publish_id)));
    expect(drops.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
    expect((await one(author, publish_id)).statusCode).toBe(410);
  });

  test('what was planned while its job was lost is found again', async () => {
    const publish_at = new Date(now + HOUR_MS).toISOString();
    const { publish_id } = (await add(maria, { publish_at })).body;
    await sql`delete from graphile_worker._private_jobs`.execute(world.services.db);
    now += 2 * HOUR_MS;
    await findOverduePublications.run(world.services, {});
    await runQueuedJobs(world);
    expect((await one(anna, publish_id)).statusCode).toBe(200);
  });

  test('of somebody who does not pay any more a planned one stays a draft with all it has, and the bell says so once', async () => {
    const author = await world.user({ paid: true });
    const plan = async (publish_description: string) =>
      (await add(author, { publish_description, publish_at: new Date(now + HOUR_MS).toISOString() })).body;
    const { publish_id, content } = await plan('Берег');
    await sql`update users set paid_until = now() - interval '4 days' where id = ${author.id}`.execute(
      world.services.db,
    );
    now += HOUR_MS;
    const run = (id = publish_id) => publishPlanned.run(world.services, { id });
    await Promise.all([run(), run(), run()]);
    await findOverduePublications.run(world.services, {});
    await runQueuedJobs(world);
    expect((await one(author, publish_id)).body).toMatchObject({
      state: 'draft',
      publish_at: null,
      publish_description: 'Берег',
      content,
    });
    expect((await one(anna, publish_id)).statusCode).toBe(404);
    expect(await bells(author)).toMatchObject([
      { kind: 'publication_held', link: `/user/${author.id}/social/${publish_id}/edit`, body: expect.any(String) },
    ]);
    expect((await edit(author, publish_id, { publish: 1 })).body.code).toBe('subscription_required');
    await sql`update users set paid_until = now() + interval '1 day' where id = ${author.id}`.execute(
      world.services.db,
    );
    expect((await edit(author, publish_id, { publish: 1 })).body.state).toBe('published');
  });

  test('of somebody who is suspended when its time comes it is a draft when they return', async () => {
    const author = await world.user({ paid: true });
    const publish_at = new Date(now + HOUR_MS).toISOString();
    const { publish_id } = (await add(author, { publish_description: 'Причал', publish_at })).body;
    const { db } = world.services;
    const suspend = (isHidden: boolean) =>
      db.transaction().execute(async (tx) => {
        await sql`update users set status = ${isHidden ? 'suspended' : 'active'} where id = ${author.id}`.execute(tx);
        await emit(world.services, tx, { type: 'user.visibilityChanged', userId: author.id, isHidden });
      });
    await suspend(true);
    now += 2 * HOUR_MS;
    await findOverduePublications.run(world.services, {});
    await runQueuedJobs(world);
    await suspend(false);
    await findOverduePublications.run(world.services, {});
    await runQueuedJobs(world);
    expect((await one(author, publish_id)).body).toMatchObject({ state: 'draft', publish_at: null });
    expect((await one(anna, publish_id)).statusCode).toBe(404);
    expect((await bells(author)).map(({ text }) => text)).toEqual([
      'Публикация не вышла · Запланированная публикация «Причал» осталась в черновиках: доступ к аккаунту был закрыт',
    ]);
  });

  test('keeping a draft, and rewording a comment, are limited like publishing and commenting', async () => {
    const limited = await createWorld({ environment: { RATE_LIMITS: 'on' } });
    try {
      const author = await limited.user({ paid: true });
      const attempt = async (times: number, send: () => Promise<{ statusCode: number; headers: object }>) => {
        const answers = [];
        for (let i = 0; i < times; i++) answers.push(await send());
        return answers;
      };
      for (const answers of [
        await attempt(121, () => limited.call(author, publicationsApi.edit, { body: { publish_id: 99_999_999 } })),
        await attempt(121, () =>
          limited.call(author, publicationsApi.editComment, { body: { comment_id: 99_999_999, message: 'Да' } }),
        ),
      ]) {
        expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(120).fill(404), 429]);
        expect(answers.at(-1)?.headers).toMatchObject({ 'retry-after': expect.stringMatching(/^[1-9]\d*$/) });
      }
    } finally {
      await limited.close();
    }
  });

  test('a plan lies neither in the past nor years ahead', async () => {
    for (const publish_at of [
      new Date(now - HOUR_MS).toISOString(),
      new Date(now + 400 * 24 * HOUR_MS).toISOString(),
      'скоро',
    ])
      expect((await add(maria, { publish_at })).statusCode).toBe(400);
  });
});

describe('changing', () => {
  test('what was said before stays readable', async () => {
    const id = await published(maria, { description: 'Прищал' });
    expect((await edit(anna, id, { publish_description: 'Моё' })).body.code).toBe('forbidden');
    expect((await edit(staff, id, { publish_description: 'Моё' })).body.code).toBe('forbidden');
    const { body } = await edit(maria, id, { publish_description: 'Причал' });
    expect(body).toMatchObject({ publish_description: 'Причал', edited: expect.any(String) });
    const history = (await world.call(null, publicationsApi.history, { params: { id } })).body.list;
    expect(history.map(({ publish_description }) => publish_description)).toEqual(['Прищал']);
  });

  test('files change their order, and none is none', async () => {
    const { publish_id, content } = (await add(maria, {}, [photo(), photo()])).body;
    const [a, b] = content.map(({ id }) => id);
    const turned = (await edit(maria, publish_id, { file_ids: [b, a], alts: ['Лодка', 'Берег'] })).body;
    expect(turned.content.map(({ id, alt }) => [id, alt])).toEqual([
      [b, 'Лодка'],
      [a, 'Берег'],
    ]);
    expect((await edit(maria, publish_id, { file_ids: [] })).body.code).toBe('publication_empty');
  });

  test('a deleted one is gone, with its likes and comments', async () => {
    const { publish_id } = (await add(maria, { publish_description: 'Лишнее' })).body;
    await like(anna, publish_id, 1);
    await say(anna, publish_id, 'Зря');
    expect((await remove(anna, publish_id)).body.code).toBe('forbidden');
    expect((await remove(maria, publish_id)).body).toEqual({ publish_id });
    expect(await one(anna, publish_id)).toMatchObject({ statusCode: 410, body: { code: 'gone' } });
    expect((await talk(anna, publish_id)).statusCode).toBe(404);
    expect((await remove(maria, publish_id)).statusCode).toBe(404);
    expect(ids((await of(null, maria, { size: 50 })).body.list)).not.toContain(publish_id);
  });

  test('staff delete any', async () => {
    expect((await remove(staff, await published(maria))).statusCode).toBe(200);
  });
});

describe('who sees it', () => {
  test('each audience holds for lists, one publication and what belongs to it', async () => {
    const [author, friend, kin, stranger] = await Promise.all([world.user(), world.user(), world.user(), world.user()]);
    for (const one of [friend, kin]) await befriend(author, one);
    await sql`update friends set is_relative = true where user_id = ${author.id} and friend_id = ${kin.id}`.execute(
      world.services.db,
    );
    const byAudience = new Map<string, number>();
    for (const audience of ['all', 'friends', 'fams', 'me'] as const)
      byAudience.set(audience, await published(author, { audience }));
    const sees = async (who: Actor | null) => {
      const list = ids((await of(who, author)).body.list);
      const seen: string[] = [];
      for (const [audience, id] of byAudience) {
        const answers = [
          (await one(who, id)).statusCode,
          (await talk(who, id)).statusCode,
          (await world.call(who, publicationsApi.likes, { params: { id } })).statusCode,
          (await world.call(who, publicationsApi.history, { params: { id } })).statusCode,
        ];
        expect(new Set(answers).size, `${audience}: ${answers}`).toBe(1);
        expect(list.includes(id)).toBe(answers[0] === 200);
        if (answers[0] === 200) seen.push(audience);
      }
      return seen;
    };
    expect(await sees(null)).toEqual(['all']);
    expect(await sees(stranger)).toEqual(['all']);
    expect(await sees(friend)).toEqual(['all', 'friends']);
    expect(await sees(kin)).toEqual(['all', 'friends', 'fams']);
    expect(await sees(author)).toEqual(['all', 'friends', 'fams', 'me']);
    expect(await sees(staff)).toEqual(['all']);
  });

  test('a block hides each from the other', async () => {
    const [author, other] = await Promise.all([world.user(), world.user()]);
    const id = await published(author);
    await world.call(author, circleApi.block, { params: { id: other.id } });
    expect((await one(other, id)).statusCode).toBe(404);
    expect((await of(other, author)).statusCode).toBe(404);
    expect((await like(other, id, 1)).statusCode).toBe(404);
  });

  test('publications of a person are read on by page and by cursor, by guests and readers, with the total on every page', async () => {
    const author = await world.user({ paid: true });
    expect((await of(null, author)).body).toEqual({ list: [], total: 0, next: null });
    const all: number[] = [];
    for (let i = 0; i < 5; i++) all.unshift(await published(author));
    for (const who of [null, maria, author]) {
      const first = (await of(who, author, { size: 2 })).body;
      const second = (await of(who, author, { size: 2, after: first.next })).body;
      const third = (await of(who, author, { size: 2, after: second.next })).body;
      expect([first, second, third].map(({ list }) => ids(list))).toEqual([
        all.slice(0, 2),
        all.slice(2, 4),
        all.slice(4),
      ]);
      const byPage = [
        (await of(who, author, { size: 2, page: 2 })).body,
        (await of(who, author, { size: 2, page: 3 })).body,
      ];
      expect(byPage).toEqual([second, third]);
      expect([first.total, second.total, third.total, third.next]).toEqual([5, 5, 5, null]);
      expect((await of(who, author, { size: 2, page: 4 })).body).toEqual({ list: [], total: 5, next: null });
    }
  });

  test('of somebody who leaves nothing is seen until they return', async () => {
    const author = await world.user();
    const id = await published(author);
    await world.call(author, usersApi.remove, {
      params: { id: author.id },
      body: { current_password: PASSWORD } as never,
    });
    expect((await one(null, id)).statusCode).toBe(404);
    expect((await of(null, author)).statusCode).toBe(404);
    const back = await world.call(null, authApi.login, { body: { login: author.login, password: PASSWORD } });
    expect(back.statusCode).toBe(200);
    expect((await one(null, id)).statusCode).toBe(200);
  });
});

describe('likes', () => {
  test('a like counts once however often it is said', async () => {
    const id = await published(maria);
    expect((await like(anna, id, 1)).body).toEqual({ liked: 1, count: 1 });
    expect((await like(anna, id, 1)).body).toEqual({ liked: 1, count: 1 });
    expect((await one(anna, id)).body).toMatchObject({ liked: 1, like_count: 1 });
    expect((await one(igor, id)).body).toMatchObject({ liked: 0, like_count: 1 });
    const likers = (await world.call(igor, publicationsApi.likers, { params: { id } })).body;
    expect(likers).toMatchObject({ total: 1, list: [{ id: anna.id, firstname: 'Анна' }] });
    expect((await like(anna, id, 0)).body).toEqual({ liked: 0, count: 0 });
    expect((await like(anna, id, 0)).body).toEqual({ liked: 0, count: 0 });
  });

  test('repeated presses at once by fifty people leave the number right', async () => {
    const id = await published(maria);
    const people = await Promise.all(Array.from({ length: 50 }, () => world.user()));
    await Promise.all(
      people.map(async (person, i) => {
        for (let press = 0; press < rounds(2, 20); press++) {
          const { statusCode } = await like(person, id, press % 2 === 0 ? 1 : 0);
          expect(statusCode).toBe(200);
        }
        if (i % 2 === 0) await like(person, id, 1);
      }),
    );
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from publication_likes where publish_id = ${id}`.execute(world.services.db);
    expect(rows[0]?.count).toBe(25);
    expect((await one(null, id)).body.like_count).toBe(25);
  });

  test('likes of one publication ring as one line', async () => {
    const author = await world.user();
    const id = await published(author);
    for (const who of [anna, igor, maria]) await like(who, id, 1);
    await like(anna, id, 0);
    await like(anna, id, 1);
    const [line, ...others] = await bells(author);
    expect(others).toEqual([]);
    expect(line).toMatchObject({ kind: 'like', events: 3, link: `/user/${author.id}/social/${id}` });
  });
});

async function recount(id: number): Promise<number> {
  const { rows } = await sql<{ seen: number }>`
    select count(*) as seen from publication_comments c left join publication_comments p on p.id = c.parent_id
    where c.publish_id = ${id} and not c.hidden and c.deleted_at is null and not coalesce(p.hidden, false)`.execute(
    world.services.db,
  );
  return rows[0]?.seen ?? -1;
}

describe('comments', () => {
  test('guests read them, newest first, replies under theirs', async () => {
    const id = await published(maria);
    const first = (await say(anna, id, 'Какой свет!')).body;
    await say(igor, id, 'И правда');
    for (let n = 1; n <= PUBLISH_REPLIES_SHOWN + 2; n++) await say(maria, id, `Спасибо ${n}`, { reply_to: first.id });
    const { body } = await talk(null, id);
    expect(words(body.list)).toEqual(['И правда', 'Какой свет!']);
    expect(body).toMatchObject({ count: PUBLISH_REPLIES_SHOWN + 4, may_comment: 0, closed: 'guest' });
    expect(body.list[1]).toMatchObject({
      user_id: anna.id,
      firstname: 'Анна',
      replies_total: PUBLISH_REPLIES_SHOWN + 2,
    });
    expect(body.list[1]?.replies).toHaveLength(PUBLISH_REPLIES_SHOWN);
    const after_id = body.list[1]?.replies.at(-1)?.id;
    expect((await talk(null, id, { reply_to: first.id, after_id })).body.list).toHaveLength(2);
  });

  test('who may comment is decided by the publication and by its author', async () => {
    const author = await world.user();
    const friend = await world.user();
    await befriend(author, friend);
    const silent = await published(author, { commenters: 'nobody' });
    const circle = await published(author, { commenters: 'circle' });
    expect((await say(friend, silent, 'Можно?')).body.code).toBe('comments_closed');
    expect((await say(anna, circle, 'Можно?')).body.code).toBe('comments_closed');
    expect((await talk(anna, circle)).body).toMatchObject({ may_comment: 0, closed: 'circle' });
    expect((await say(friend, circle, 'Можно')).statusCode).toBe(200);
    expect((await say(author, silent, 'Мне можно')).statusCode).toBe(200);
    await world.call(author, privacyApi.set, { body: { comment: 'nobody' } });
    expect((await say(friend, circle, 'Можно?')).body.code).toBe('comments_closed');
  });

  test('where comments are closed, what was said is deleted but not said anew', async () => {
    const author = await world.user({ paid: true });
    const id = await published(author);
    const comment_id = (await say(anna, id, 'Красиво')).body.id;
    await edit(author, id, { commenters: 'nobody' });
    const change = await world.call(anna, publicationsApi.editComment, { body: { comment_id, message: 'Иначе' } });
    expect(change.body.code).toBe('comments_closed');
    expect(words((await talk(igor, id)).body.list)).toEqual(['Красиво']);
    expect((await world.call(anna, publicationsApi.removeComment, { body: { comment_id } })).statusCode).toBe(200);
  });

  test('whoever is named when a comment is changed hears of it once', async () => {
    const named = await world.user({ login: 'vera.k' });
    const id = await published(maria);
    const comment_id = (await say(anna, id, 'Кто это?')).body.id;
    const change = (message: string) =>
      world.call(anna, publicationsApi.editComment, { body: { comment_id, message } });
    await change('Это же @vera.k');
    await change('Да, это @vera.k!');
    expect(await bells(named)).toMatchObject([
      { kind: 'mention', link: expect.stringContaining(`comment=${comment_id}`) },
    ]);
  });

  test('nobody hears what is said where they are shut out', async () => {
    const author = await world.user({ paid: true });
    const [named, answered] = [await world.user({ login: 'shut_out' }), await world.user()];
    const id = await published(author);
    const { id: reply_to } = (await say(answered, id, 'Первое слово')).body;
    for (const { id: user_id } of [named, answered])
      await world.call(author, circleApi.block, { params: { id: user_id } });
    expect((await say(anna, id, 'Смотри, @shut_out')).statusCode).toBe(200);
    expect((await say(anna, id, 'Ответ', { reply_to })).statusCode).toBe(200);
    expect([await bells(named), await bells(answered)]).toEqual([[], []]);
  });

  test('the author is notified when a video could not be transcoded', async () => {
    const author = await world.user();
    const id = await published(author);
    await world.services.db
      .transaction()
      .execute((tx) => emit(world.services, tx, { type: 'publication.videoFailed', publishId: id }));
    expect(await bells(author)).toMatchObject([{ kind: 'video_failed', link: `/user/${author.id}/social/${id}` }]);
  });

  test('the author hides a comment from the others, and it counts no more', async () => {
    const id = await published(maria);
    const { id: comment } = (await say(anna, id, 'Грубость')).body;
    await say(igor, id, 'Ответ', { reply_to: comment });
    const hide = (who: Actor, hidden: 0 | 1) =>
      world.call(who, publicationsApi.hideComment, { body: { comment_id: comment, hidden } });
    expect((await hide(anna, 1)).body.code).toBe('forbidden');
    expect((await hide(maria, 1)).body).toMatchObject({ hidden: 1 });
    expect((await talk(igor, id)).body).toMatchObject({ list: [], count: 0 });
    expect(words((await talk(anna, id)).body.list)).toEqual(['Грубость']);
    await hide(maria, 0);
    expect((await talk(igor, id)).body.count).toBe(2);
  });

  test('one’s own is changed and deleted; an empty place holds the replies', async () => {
    const id = await published(maria);
    const { id: comment } = (await say(anna, id, 'Било')).body;
    await say(igor, id, 'Ответ', { reply_to: comment });
    const change = (who: Actor) =>
      world.call(who, publicationsApi.editComment, { body: { comment_id: comment, message: 'Было' } });
    expect((await change(maria)).body.code).toBe('forbidden');
    expect((await change(anna)).body).toMatchObject({ message: 'Было', edited: 1 });
    const past = await world.call(staff, publicationsApi.commentHistory, { params: { id: comment } });
    expect(words(past.body.list)).toEqual(['Било']);
    const drop = (who: Actor) => world.call(who, publicationsApi.removeComment, { body: { comment_id: comment } });
    expect((await drop(igor)).body.code).toBe('forbidden');
    expect((await drop(anna)).statusCode).toBe(200);
    expect((await talk(igor, id)).body).toMatchObject({
      count: 1,
      list: [{ deleted: 1, message: '', user: { id: 0 }, replies: [{ message: 'Ответ' }] }],
    });
  });

  test('fifty people who write, reply, hide and delete at once leave the number right', async () => {
    const id = await published(maria);
    const people = await Promise.all(Array.from({ length: 50 }, () => world.user()));
    const { id: thread } = (await say(anna, id, 'Начало')).body;
    await Promise.all(
      people.map(async (person, i) => {
        const { body } = await say(person, id, `Слово ${i}`, i % 2 ? { reply_to: thread } : {});
        if (i % 5 === 0) await world.call(person, publicationsApi.removeComment, { body: { comment_id: body.id } });
        if (i % 7 === 0)
          await world.call(maria, publicationsApi.hideComment, { body: { comment_id: body.id, hidden: 1 } });
      }),
    );
    expect((await one(null, id)).body.comments).toBe(await recount(id));
  });

  test('a comment is liked once by each', async () => {
    const id = await published(maria);
    const { id: comment } = (await say(anna, id, 'Свет!')).body;
    const press = (who: Actor, liked: 0 | 1) =>
      world.call(who, publicationsApi.likeComment, { body: { comment_id: comment, liked } });
    await Promise.all([press(igor, 1), press(igor, 1), press(maria, 1)]);
    expect((await talk(igor, id)).body.list[0]).toMatchObject({ like_count: 2, liked: 1 });
    expect((await press(igor, 0)).body).toEqual({ liked: 0, count: 1 });
  });

  test('the author, whoever is answered and whoever is named hear of it once, with a link to the words', async () => {
    const [author, answered, named] = await Promise.all([world.user(), world.user(), world.user({ login: 'nazvan' })]);
    const id = await published(author, { description: 'Причал' });
    const { id: comment } = (await say(answered, id, 'Где это?')).body;
    const { id: reply } = (await say(anna, id, 'На Волге, @nazvan знает.', { reply_to: comment })).body;
    const link = (n: number) => `/user/${author.id}/social/${id}?comment=${n}#comments`;
    expect(await bells(answered)).toMatchObject([{ kind: 'reply', link: link(reply) }]);
    expect(await bells(named)).toMatchObject([{ kind: 'mention', link: link(reply) }]);
    const [line] = await bells(author);
    expect(line).toMatchObject({ kind: 'comment', events: 2, link: link(reply) });
    expect(line?.body).toBe('2 комментария к публикации «Причал»');
  });
});

describe('words in it', () => {
  test('people named are told once, and not across a block or outside the audience', async () => {
    const [named, blocked] = await Promise.all([world.user({ login: 'olga_k' }), world.user({ login: 'protivnik' })]);
    await world.call(blocked, circleApi.block, { params: { id: maria.id } });
    const text = 'Спасибо @Olga_K. И @protivnik, и @nikto';
    const { body } = await add(maria, { publish_description: text });
    expect(body.mentions).toEqual({ Olga_K: named.id });
    expect(await bells(named)).toMatchObject([
      { kind: 'mention', link: `/user/${maria.id}/social/${body.publish_id}` },
    ]);
    expect(await bells(blocked)).toEqual([]);
    await edit(maria, body.publish_id, { publish_description: `${text}!` });
    expect(await bells(named)).toHaveLength(1);
    await add(maria, { publish_description: '@olga_k, это только мне', audience: 'me' });
    expect(await bells(named)).toHaveLength(1);
  });

  test('followers hear of what is for them', async () => {
    const author = await world.user({ paid: true });
    await follow(anna, author);
    await follow(igor, author);
    await befriend(author, igor);
    const before = (await bells(anna)).length;
    const { publish_id } = (await add(author, { publish_description: 'Кругу', audience: 'friends' })).body;
    await notifyFollowersOfPublication.run(world.services, { publish_id });
    await notifyFollowersOfPublication.run(world.services, { publish_id });
    expect(await bells(anna)).toHaveLength(before);
    expect((await bells(igor)).filter(({ kind }) => kind === 'new_publication')).toMatchObject([
      { body: 'Новая публикация: «Кругу»', link: `/user/${author.id}/social/${publish_id}` },
    ]);
  });

  test('publications are found by words in any form, by tags and by people', async () => {
    const author = await world.user({ login: 'poiskov' });
    const a = await published(author, { description: 'Рыжие коты на крыше #КотыГорода #ёлка' });
    const b = await published(author, { description: 'Собака у крыльца с @poiskov2 #котыгорода' });
    const secret = await published(author, { description: 'Рыжие коты дома #котыгорода', audience: 'me' });
    const find = async (search: string, who: Actor | null = anna) =>
      ids((await world.call(who, publicationsApi.search, { query: { search } })).body.list);
    expect(await find('рыжий кот')).toEqual([a]);
    expect(await find('#КотыГорода')).toEqual([b, a]);
    expect(await find('#елка')).toEqual([a]);
    expect(await find('#котыгорода собаки')).toEqual([b]);
    expect(await find('@poiskov #котыгорода')).toEqual([b, a]);
    expect(await find('#котыгорода', author)).toEqual([secret, b, a]);
    expect(await find('!!!')).toEqual([]);
    const { body } = await world.call(anna, publicationsApi.search, { query: { search: '#котыгорода', size: 1 } });
    expect(body).toMatchObject({ total: 2, next: expect.any(String) });
    const next = await world.call(anna, publicationsApi.search, {
      query: { search: '#котыгорода', size: 1, after: body.next ?? '' },
    });
    expect(ids(next.body.list)).toEqual([a]);
  });

  test('a number is found whole, and as the beginning of longer ones where nothing has it itself', async () => {
    const author = await world.user();
    const short = await published(author, { description: 'Трамвай 41' });
    const long = await published(author, { description: 'Трамвай 4127' });
    const find = async (search: string, page = 1) =>
      (await world.call(anna, publicationsApi.search, { query: { search, page, size: 1 } })).body;
    expect(await find('трамвай 41')).toMatchObject({ list: [{ publish_id: short }], total: 1 });
    expect(await find('трамвай 4')).toMatchObject({ list: [{ publish_id: long }], total: 2 });
    expect(await find('трамвай 4', 2)).toMatchObject({ list: [{ publish_id: short }], total: 2 });
    expect(await find('трамвай 412')).toMatchObject({ list: [{ publish_id: long }], total: 1 });
    await remove(author, short);
    expect(await find('трамвай 41')).toMatchObject({ list: [{ publish_id: long }], total: 1 });
  });

  test('words that find nothing for a typo, or another keyboard, are looked for as they were meant', async () => {
    const author = await world.user();
    const boat = await published(author, { description: 'Швартовы отданы, идём к маяку #маяк' });
    await published(author, { description: 'Секстант пылится дома', audience: 'friends' });
    await applySearchChanges(world.services.pool);
    const find = async (search: string, who: Actor | null = anna) =>
      ids((await world.call(who, publicationsApi.search, { query: { search } })).body.list);
    expect(await find('швартовы')).toEqual([boat]);
    expect(await find('шварторвы')).toEqual([boat]);
    expect(await find('idfhnjds')).toEqual([boat]);
    expect(await find('#маяк шварторвы')).toEqual([boat]);
    expect(await find('#причал шварторвы')).toEqual([]);
    // Corrected queries reveal nothing from publications for friends only.
    expect(await find('сексатнт')).toEqual([]);
    expect(await find('сексатнт', author)).toEqual([]);
    await remove(author, boat);
    await applySearchChanges(world.services.pool);
    const { rows } = await sql`
      select from search_words where space = 'publications' and lexeme like 'швартов%' and hits > 0`.execute(
      world.services.db,
    );
    expect(rows).toEqual([]);
  });

  test('a tag that is counted away before it is counted is not lost count of', async () => {
    const { db } = world.services;
    const change = async (sign: number) => {
      await db.insertInto('publication_tag_changes').values({ tag: 'прилив', sign }).execute();
      await aggregateTags.run(world.services, {});
      return (await world.call(null, publicationsApi.tags, { query: { search: 'прилив' } })).body.list;
    };
    expect([await change(-1), await change(1), await change(1)]).toEqual([[], [], [{ tag: 'прилив', count: 1 }]]);
    await change(-1);
    expect(await db.selectFrom('publication_tags').select('tag').where('tag', '=', 'прилив').execute()).toEqual([]);
  });

  test('tags are proposed by how many may read them', async () => {
    await published(maria, { description: '#волгарассвет #волгазакат' });
    await published(maria, { description: '#ВолгаРассвет' });
    await published(maria, { description: '#волгатайна', audience: 'friends' });
    await aggregateTags.run(world.services, {});
    const tags = async (search: string) =>
      (await world.call(null, publicationsApi.tags, { query: { search } })).body.list;
    expect(await tags('#Волга')).toEqual([
      { tag: 'волгарассвет', count: 2 },
      { tag: 'волгазакат', count: 1 },
    ]);
  });
});
