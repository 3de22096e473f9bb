import { adsApi } from '@app/contract/market/ads';
import { authApi } from '@app/contract/people/auth';
import { commentsApi } from '@app/contract/publishing/comments';
import { publicationsApi } from '@app/contract/publishing/publications';
import { casesApi } from '@app/contract/trust/cases';
import { complaintsApi } from '@app/contract/trust/complaints';
import {
  CALLS_ALLOWED_WHILE_FROZEN,
  complaintResponseStatsApi,
  PUBLISHING_CALLS,
  sanctionsApi,
} from '@app/contract/trust/sanctions';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emailsTo } from '../../../test/emails.ts';
import { type Actor, createWorld, PASSWORD, type World } from '../../../test/world.ts';
import { insertDemoAds } from '../../market/ads/ads.public.ts';
import { changesState } from '../../platform/http/guards.ts';
import { insertDemoPublications } from '../../publishing/publications/publications.public.ts';
import { publishPlanned } from '../../publishing/publications/publish-planned.job.ts';
import { expireSanctions } from './expire-sanctions.job.ts';
import { openCase } from './open-case.public.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let world: World;
let now = Date.now();
let maria: Actor;
let pavel: Actor;

beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  [maria, pavel] = await Promise.all([world.user({ groups: ['manager'] }), world.user({ groups: ['manager'] })]);
});

afterAll(() => world.close());

const seller = () => world.user({ paid: true, firstname: 'Пётр', lastname: 'Продавцов' });

async function newAd(owner: Actor): Promise<number> {
  const row = { title: 'Лодка', description: 'Надувная', price_roubles: 5000, image_ids: [] };
  const place = { category_id: null, country_id: null, city_id: null };
  const [id = 0] = await world.services.db
    .transaction()
    .execute((tx) => insertDemoAds(tx, [{ ...row, ...place, owner_id: owner.id, created_at: new Date(now) }]));
  return id;
}

const complain = (who: Actor, body: object) => world.call(who, complaintsApi.add, { body });

async function caseAbout(object: string, kind = 'complaint'): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from moderation_cases where object = ${object} and kind = ${kind} order by id desc limit 1`.execute(
    world.services.db,
  );
  return rows[0]?.id ?? 0;
}

async function complained(): Promise<{ owner: Actor; ad: number; by: Actor; id: number }> {
  const [owner, by] = await Promise.all([seller(), world.user()]);
  const ad = await newAd(owner);
  expect((await complain(by, { board_id: ad, reason: 'spam', message: 'Обман' })).statusCode).toBe(200);
  return { owner, ad, by, id: await caseAbout(`ad:${ad}`) };
}

async function severalComplained(count: number) {
  const made: Awaited<ReturnType<typeof complained>>[] = [];
  while (made.length < count) made.push(await complained());
  return made;
}

const take = (who: Actor, id: number) => world.call(who, casesApi.claim, { params: { id } });
const resolve = (who: Actor, id: number, body: object) =>
  world.call(who, casesApi.resolve, { params: { id }, body: body as never });
const decide = async (who: Actor, id: number, body: object) => {
  expect((await take(who, id)).statusCode).toBe(200);
  const answer = await resolve(who, id, body);
  expect(answer).toMatchObject({ statusCode: 200 });
  return answer.body;
};
const bells = async (who: Actor) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from notifications where user_id = ${who.id} order by id`.execute(world.services.db);
  return rows.map(({ kind }) => kind);
};
const letters = (who: Actor) => emailsTo(world, `${who.login}@example.com`);
const measuresOf = async (who: Actor) => (await world.call(who, sanctionsApi.listOwn, { query: {} })).body.measures;
async function measure(person: Actor, body: object, judge = maria): Promise<number> {
  const by = await world.user();
  await complain(by, { complain_id: person.id, reason: 'spam', message: 'Спам' });
  await decide(judge, await caseAbout(`user:${person.id}`), { reason: 'Рассылка ссылок', ...body });
  const { rows } = await sql<{ id: number }>`select max(id) as id from sanctions where user_id = ${person.id}`.execute(
    world.services.db,
  );
  return rows[0]?.id ?? 0;
}
const signedInAgain = async (person: Actor): Promise<Actor> => ({
  ...person,
  token: await world.services.sessions.create(world.services.db, person.id, { ip: '127.0.0.1', userAgent: 'test' }),
});

describe('the queue', () => {
  test('fifty moderators take twenty cases, and each case has one', { tags: ['long'] }, async () => {
    const cases = await severalComplained(20);
    const moderators = await Promise.all(Array.from({ length: 50 }, () => world.user({ groups: ['manager'] })));
    const answers = await Promise.all(
      moderators.flatMap((moderator, at) =>
        [0, 1, 2].map((step) => take(moderator, cases[(at * 7 + step) % 20]?.id ?? 0)),
      ),
    );
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 200)).toHaveLength(20);
    expect(new Set(codes)).toEqual(new Set([200, 409]));
    const { rows } = await sql<{ taken: number }>`
      select count(*) as taken from moderation_cases where id = any(${cases.map(({ id }) => id)}) and state = 'taken'`.execute(
      world.services.db,
    );
    expect(rows[0]?.taken).toBe(20);
  });

  test('only whoever took a case decides it, and only once', async () => {
    const { id } = await complained();
    expect(await resolve(maria, id, { action: 'nothing' })).toMatchObject({ statusCode: 409 });
    await take(pavel, id);
    expect(await resolve(maria, id, { action: 'nothing' })).toMatchObject({ statusCode: 409 });
    const both = await Promise.all([
      resolve(pavel, id, { action: 'nothing' }),
      resolve(pavel, id, { action: 'nothing' }),
    ]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  test('it is ordered by the time left, and tells what is late and mine', async () => {
    const early = await complained();
    now += HOUR_MS;
    const late = await complained();
    await take(maria, late.id);
    const listed = async (query: object) =>
      (await world.call(maria, casesApi.list, { query: { size: 100, ...query } })).body.cases.map(({ id }) => id);
    const ids = await listed({});
    expect(ids.indexOf(early.id)).toBeLessThan(ids.indexOf(late.id));
    expect(await listed({ mine: 1 })).toContain(late.id);
    expect(await listed({ mine: 1 })).not.toContain(early.id);
    expect(await listed({ overdue: 1 })).not.toContain(early.id);
    now += DAY_MS;
    expect(await listed({ overdue: 1 })).toContain(early.id);
    const { body } = await world.call(maria, casesApi.counts);
    expect(body).toMatchObject({ mine: expect.any(Number), overdue: expect.any(Number) });
    expect(body.kinds.complaint).toBeGreaterThan(1);
  });

  test('a case shows what the thing said then and says now, who complained, and looking is written down', async () => {
    const { id, ad, owner, by } = await complained();
    await sql`update ads set title = 'Катер' where id = ${ad}`.execute(world.services.db);
    const { body } = await world.call(maria, casesApi.get, { params: { id } });
    expect(body.evidence.title).toBe('Лодка');
    expect(body.thing).toMatchObject({ title: 'Катер', link: `/ad/${ad}`, state: 'shown' });
    expect(body.complaints).toMatchObject([{ user: { id: by.id }, reason: 'spam', message: 'Обман', weight: 1 }]);
    const { rows } = await sql`
      select from audit_entries where action = 'moderation.read' and object = ${`case:${id}`} and about_user_id = ${owner.id}`.execute(
      world.services.db,
    );
    expect(rows).toHaveLength(1);
  });

  test('a decided case can be reopened and decided anew', async () => {
    const { id, ad, by } = await complained();
    await decide(maria, id, { action: 'nothing' });
    const reopened = await world.call(pavel, casesApi.reopen, { params: { id } });
    expect(reopened.body).toMatchObject({ state: 'reopened', outcome: '' });
    await decide(pavel, id, { action: 'hide', reason: 'Обман' });
    expect((await world.call(by, adsApi.get, { params: { id: ad } })).statusCode).toBe(410);
  });

  test('of two decided cases about one thing that are reopened at once one waits again', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ad, id: first } = await complained();
      await decide(maria, first, { action: 'nothing' });
      await complain(await world.user(), { board_id: ad, reason: 'spam', message: 'И снова' });
      const second = await caseAbout(`ad:${ad}`);
      await decide(maria, second, { action: 'nothing' });
      const answers = await Promise.all(
        [first, second].map((id) => world.call(pavel, casesApi.reopen, { params: { id } })),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    }
  });

  test('many are decided at once, and what somebody else has is left to them', async () => {
    const cases = await severalComplained(5);
    await take(pavel, cases[0]?.id ?? 0);
    const ids = cases.map(({ id }) => id);
    const { body } = await world.call(maria, casesApi.resolveMany, {
      body: { ids, action: 'suspend', reason: 'Рассылка', hide: 1 },
    });
    expect(body).toEqual({ done: ids.slice(1), left: ids.slice(0, 1) });
    const { rows } = await sql<{ suspended: number }>`
      select count(*) as suspended from users where status = 'suspended' and id = any(${cases.map(({ owner }) => owner.id)})`.execute(
      world.services.db,
    );
    expect(rows[0]?.suspended).toBe(4);
  });

  test('what two hide at the same moment for two reasons is hidden once', async () => {
    const judge = await world.user({ groups: ['manager'] });
    for (let round = 0; round < 3; round += 1) {
      const { owner, ad, id: first } = await complained();
      const evidence = { title: 'Лодка', text: '' };
      const object = `ad:${ad}`;
      const opened = await world.services.db
        .transaction()
        .execute((tx) =>
          openCase(tx, { kind: 'rule', object, aboutUserId: owner.id, reason: 'Ссылки', evidence, now: new Date(now) }),
        );
      await take(maria, first);
      await take(judge, opened.id);
      const hide = { action: 'hide', reason: 'Спам' };
      await Promise.all([resolve(maria, first, hide), resolve(judge, opened.id, hide)]);
      expect(await measuresOf(owner)).toMatchObject([{ kind: 'hide', running: 1 }]);
    }
  });

  test('nobody decides about themselves, and a manager not about staff', async () => {
    const by = await world.user();
    await complain(by, { complain_id: maria.id, reason: 'offensive', message: 'Грубость' });
    const id = await caseAbout(`user:${maria.id}`);
    expect((await take(maria, id)).statusCode).toBe(404);
    await take(pavel, id);
    expect(await resolve(pavel, id, { action: 'suspend', reason: 'Грубость' })).toMatchObject({ statusCode: 403 });
    expect(await resolve(pavel, id, { action: 'nothing' })).toMatchObject({ statusCode: 200 });
  });
});

describe('complaints', () => {
  test('of a case are decided with it, and each complainer hears the outcome', async () => {
    const { id, ad, by } = await complained();
    const other = await world.user();
    await complain(other, { board_id: ad, reason: 'fraud', message: 'Мошенник' });
    await decide(maria, id, { action: 'hide', reason: 'Чужие фото' });
    for (const person of [by, other]) {
      expect(await bells(person)).toEqual(['complaint_outcome']);
      const { body } = await world.call(person, complaintsApi.listOwn, { query: {} });
      expect(body.complains).toMatchObject([{ status: 'upheld', answer: 'Чужие фото' }]);
    }
  });

  test('answered one by one decide the case with the last of them', async () => {
    const { id, ad, by } = await complained();
    const other = await world.user();
    await complain(other, { board_id: ad, message: 'Плохо' });
    const listed = (await world.call(maria, complaintsApi.list, { query: { size: 100, status: 'open' } })).body
      .complains;
    const [first, last] = listed.filter(({ case_id }) => case_id === id);
    await world.call(maria, complaintsApi.decide, { params: { id: first?.id ?? 0 }, body: { status: 'rejected' } });
    const state = async () => (await world.call(maria, casesApi.get, { params: { id } })).body.state;
    expect(await state()).toBe('open');
    await world.call(maria, complaintsApi.remove, { params: { id: last?.id ?? 0 } });
    expect(await state()).toBe('resolved');
    expect(await bells(by)).toContain('complaint_outcome');
  });

  test('decide a reopened case without the words of the decision before', async () => {
    const { id, ad } = await complained();
    await take(pavel, id);
    await resolve(pavel, id, { action: 'nothing', reason: 'Фото свои' });
    await world.call(pavel, casesApi.reopen, { params: { id } });
    await complain(await world.user(), { board_id: ad, message: 'Плохо' });
    const { complains } = (await world.call(maria, complaintsApi.list, { query: { size: 100, status: 'open' } })).body;
    const [left] = complains.filter(({ case_id }) => case_id === id);
    await world.call(maria, complaintsApi.decide, { params: { id: left?.id ?? 0 }, body: { status: 'rejected' } });
    expect((await world.call(maria, casesApi.get, { params: { id } })).body).toMatchObject({
      state: 'resolved',
      outcome: 'nothing',
      resolution: '',
    });
  });

  test('of a case that somebody has are answered by nobody else', async () => {
    const { id } = await complained();
    await take(pavel, id);
    const { body } = await world.call(maria, casesApi.get, { params: { id } });
    const params = { id: body.complaints[0]?.id ?? 0 };
    const upheld = { params, body: { status: 'upheld' as const } };
    expect(await world.call(maria, complaintsApi.decide, upheld)).toMatchObject({ statusCode: 409 });
    expect(await world.call(maria, complaintsApi.remove, { params })).toMatchObject({ statusCode: 409 });
    expect(await world.call(pavel, complaintsApi.decide, upheld)).toMatchObject({ statusCode: 200 });
  });

  test('the last two answered at the same moment decide the case as well', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await world.user();
      const object = `user:${person.id}`;
      for (const by of [await world.user(), await world.user()])
        await complain(by, { complain_id: person.id, reason: 'spam', message: 'Спам' });
      const id = await caseAbout(object);
      const { rows } = await sql<{ id: number }>`select id from complaints where object = ${object}`.execute(
        world.services.db,
      );
      const answers = await Promise.all(
        rows.map((one, at) =>
          world.call(at === 0 ? maria : pavel, complaintsApi.decide, {
            params: { id: one.id },
            body: { status: 'rejected' },
          }),
        ),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      expect((await world.call(maria, casesApi.get, { params: { id } })).body.state).toBe('resolved');
    }
  });

  test('weigh by how often their author was right, and enough weight hides the ad until staff have looked', async () => {
    const [owner, liar, ...others] = await Promise.all([seller(), ...Array.from({ length: 4 }, () => world.user())]);
    for (let at = 0; at < 4; at++) {
      const ad = await newAd(await seller());
      await complain(liar as Actor, { board_id: ad, reason: 'spam' });
      await decide(maria, await caseAbout(`ad:${ad}`), { action: 'nothing' });
    }
    const ad = await newAd(owner as Actor);
    const read = async () => (await world.call(null, adsApi.get, { params: { id: ad } })).statusCode;
    await complain(liar as Actor, { board_id: ad, reason: 'spam' });
    for (const person of others.slice(0, 2)) await complain(person, { board_id: ad, reason: 'spam' });
    const id = await caseAbout(`ad:${ad}`);
    const whole = async () => (await world.call(maria, casesApi.get, { params: { id } })).body;
    expect((await whole()).weight).toBeCloseTo(2 + 2 / 6);
    expect(await read()).toBe(200);
    await complain(others[2] as Actor, { board_id: ad, reason: 'spam' });
    expect(await read()).toBe(404);
    expect(await whole()).toMatchObject({ hidden: 1, thing: { state: 'held' } });
    expect(await bells(owner as Actor)).toEqual(['ad_held']);
    await decide(maria, id, { action: 'nothing' });
    expect(await read()).toBe(200);
    expect(await bells(owner as Actor)).toEqual(['ad_held', 'ad_published']);
  });

  test('an ad that is hidden for complaints stays so when its owner edits it', async () => {
    const owner = await seller();
    const ad = await newAd(owner);
    for (const person of await Promise.all([world.user(), world.user(), world.user()]))
      await complain(person, { board_id: ad, reason: 'fraud' });
    const edited = await world.call(owner, adsApi.edit, { body: { board_id: ad, board_price: 100 } });
    expect(edited.body).toMatchObject({ board_state: 'review' });
    expect(edited.body.board_review_reason).toContain('жалуются');
  });
});

describe('sanctions', () => {
  test('something hidden is gone for others, its owner reads why by bell and email, and another moderator takes it back', async () => {
    const { owner, ad, id } = await complained();
    await decide(maria, id, { action: 'hide', reason: 'Чужие фотографии', rule: 'stolen_photos' });
    expect((await world.call(null, adsApi.get, { params: { id: ad } })).statusCode).toBe(410);
    expect(await bells(owner)).toEqual(['measure']);
    expect((await letters(owner)).at(-1)).toMatchObject({
      template: 'measure',
      values: { kind: 'hide', title: 'Лодка' },
    });
    const [hidden] = await measuresOf(owner);
    expect(hidden).toMatchObject({ kind: 'hide', rule: 'stolen_photos', reason: 'Чужие фотографии', running: 1 });
    const appealed = await world.call(owner, sanctionsApi.appeal, {
      params: { id: hidden?.id ?? 0 },
      body: { appeal: 'Фото мои' },
    });
    expect(appealed.body).toMatchObject({ appeal_state: 'waiting', appeal_until: null });
    const appealCase = await caseAbout(`measure:${hidden?.id}`, 'appeal');
    expect(await take(maria, appealCase)).toMatchObject({ statusCode: 403, body: { code: 'appeal_own' } });
    await decide(pavel, appealCase, { action: 'lift', reason: 'Вы правы' });
    expect((await world.call(null, adsApi.get, { params: { id: ad } })).statusCode).toBe(200);
    expect(await measuresOf(owner)).toMatchObject([{ running: 0, appeal_state: 'lifted', answer: 'Вы правы' }]);
    expect(await bells(owner)).toEqual(['measure', 'measure_end']);
    expect((await letters(owner)).at(-1)).toMatchObject({ template: 'measure_end', values: { what: 'lifted' } });
  });

  test('a sanction is appealed once, in time, and by nobody else', async () => {
    const person = await world.user();
    const id = await measure(person, { action: 'warn' });
    const appeal = (who: Actor) => world.call(who, sanctionsApi.appeal, { params: { id }, body: { appeal: 'Нет' } });
    expect((await appeal(await world.user())).statusCode).toBe(404);
    const answers = await Promise.all([appeal(person), appeal(person), appeal(person)]);
    expect(answers.map(({ statusCode, body }) => body.code ?? statusCode).sort()).toEqual([
      200,
      'appeal_used',
      'appeal_used',
    ]);
    const late = await measure(await world.user(), { action: 'warn' });
    now += 21 * DAY_MS;
    const { rows } = await sql<{ user_id: number }>`select user_id from sanctions where id = ${late}`.execute(
      world.services.db,
    );
    const asPerson = await signedInAgain({ id: rows[0]?.user_id ?? 0, login: '', token: '' });
    expect(
      await world.call(asPerson, sanctionsApi.appeal, { params: { id: late }, body: { appeal: 'Нет' } }),
    ).toMatchObject({
      statusCode: 409,
      body: { code: 'appeal_late', message: 'Обжаловать можно было в течение 20 дней' },
    });
  });

  test('somebody frozen only reads: every call that changes something is refused, but those that are listed', async () => {
    const person = await world.user({ paid: true });
    await measure(person, { action: 'freeze', days: 7 });
    expect((await world.call(person, sanctionsApi.listOwn, { query: {} })).statusCode).toBe(401);
    const frozen = await signedInAgain(person);
    expect(await measuresOf(frozen)).toMatchObject([{ kind: 'freeze', running: 1 }]);
    const all = [...world.app.endpoints.values()].map(({ endpoint }) => endpoint);
    const closed = all.filter(
      (endpoint) =>
        ['user', 'paid'].includes(endpoint.access) &&
        changesState(endpoint) &&
        !endpoint.readsOnly &&
        !CALLS_ALLOWED_WHILE_FROZEN.has(`${endpoint.method} ${endpoint.path}`),
    );
    expect(closed.length).toBeGreaterThan(70);
    for (const endpoint of closed) {
      const params = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 1]));
      const { statusCode, body } = await world.call(frozen, endpoint, { params, body: {} } as never);
      expect([endpoint.path, statusCode, (body as { code?: string }).code]).toEqual([endpoint.path, 403, 'frozen']);
    }
    now += 7 * DAY_MS;
    await expireSanctions.run(world.services, {});
    const { statusCode } = await world.call(frozen, adsApi.create, {
      body: { board_title: 'Лодка', board_description: 'Снова', board_price: 0 },
    });
    expect(statusCode).toBe(200);
    expect(await bells(frozen)).toEqual(['measure', 'measure_end']);
  });

  test('what somebody frozen had planned stays a draft', async () => {
    const person = await world.user({ paid: true });
    const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#c97' } })
      .png()
      .toBuffer();
    const { body } = await world.call(person, publicationsApi.add, {
      body: { publish_description: 'Вечером', publish_at: new Date(now + HOUR_MS).toISOString() },
      files: [{ field: 'publish_content[]', name: 'a.png', type: 'image/png', bytes: photo }],
    });
    await measure(person, { action: 'freeze', days: 7 });
    now += HOUR_MS;
    await publishPlanned.run(world.services, { id: body.publish_id });
    const frozen = await signedInAgain(person);
    const shown = await world.call(frozen, publicationsApi.one, { params: { id: body.publish_id } });
    expect(shown.body).toMatchObject({ state: 'draft' });
  });

  test('what the lists of the contract name is there', () => {
    const names = new Set([...world.app.endpoints.keys()]);
    expect([...CALLS_ALLOWED_WHILE_FROZEN, ...PUBLISHING_CALLS].filter((name) => !names.has(name))).toEqual([]);
  });

  test('what somebody limited publishes waits for staff, and no more than so many a day, however many come at once', async () => {
    const [person, reader] = await Promise.all([world.user({ paid: true }), world.user()]);
    await measure(person, { action: 'limit', days: 30, per_day: 2 });
    const create = (title: string) =>
      world.call(person, adsApi.create, {
        body: { board_title: title, board_description: 'Надувная', board_price: 0 },
      });
    const answers = await Promise.all(['Лодка', 'Весло', 'Якорь', 'Трос'].map(create));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 429, 429]);
    const [made] = answers.filter(({ statusCode }) => statusCode === 200);
    const id = made?.body.board_id ?? 0;
    expect(made?.body.board_state).toBe('review');
    expect((await world.call(reader, adsApi.get, { params: { id } })).statusCode).toBe(404);
    await decide(maria, await caseAbout(`ad:${id}`, 'hold'), { action: 'nothing' });
    expect((await world.call(reader, adsApi.get, { params: { id } })).statusCode).toBe(200);
    now += DAY_MS;
    const refused = await world.call(person, commentsApi.add, { body: { board_id: 999_999, message: 'Здравствуйте' } });
    expect(refused.statusCode).toBe(404);
    expect((await create('Насос')).statusCode).toBe(200);
    expect((await create('Весло')).statusCode).toBe(200);
  });

  test('a publication that somebody limited changes waits for staff again', async () => {
    const [person, reader] = await Promise.all([world.user({ paid: true }), world.user()]);
    const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#79c' } })
      .png()
      .toBuffer();
    const { body } = await world.call(person, publicationsApi.add, {
      body: { publish_description: 'Лодка на озере' },
      files: [{ field: 'publish_content[]', name: 'a.png', type: 'image/png', bytes: photo }],
    });
    const id = body.publish_id;
    await measure(person, { action: 'limit', days: 30 });
    await world.call(person, publicationsApi.edit, {
      body: { publish_id: id, publish_description: 'Быстрый заработок' },
    });
    const seen = async () => (await world.call(reader, publicationsApi.one, { params: { id } })).statusCode;
    expect(await seen()).toBe(404);
    await decide(maria, await caseAbout(`publication:${id}`, 'hold'), { action: 'nothing' });
    expect(await seen()).toBe(200);
  });

  test('somebody suspended reads at sign-in why and until when, appeals by the link, and is back at its date', async () => {
    const person = await seller();
    const ad = await newAd(person);
    await measure(person, { action: 'suspend', days: 3 });
    expect((await world.call(null, adsApi.get, { params: { id: ad } })).statusCode).toBe(404);
    const signIn = () => world.call(null, authApi.login, { body: { login: person.login, password: PASSWORD } });
    const { statusCode, body } = await signIn();
    expect({ statusCode, body }).toMatchObject({ statusCode: 403, body: { code: 'suspended' } });
    const told = (body as unknown as { measure: { reason: string; until: string; token: string } }).measure;
    expect(told).toMatchObject({ reason: 'Рассылка ссылок', until: new Date(now + 3 * DAY_MS).toISOString() });
    const { token } = told;
    const read = await world.call(null, sanctionsApi.byLink, { query: { token } });
    expect(read.body).toMatchObject({ kind: 'suspend', running: 1 });
    expect((await world.call(null, sanctionsApi.byLink, { query: { token: `${token}x` } })).statusCode).toBe(404);
    const appealed = await world.call(null, sanctionsApi.appealByLink, { body: { token, appeal: 'Это ошибка' } });
    expect(appealed.body.appeal_state).toBe('waiting');
    now += 3 * DAY_MS;
    await expireSanctions.run(world.services, {});
    await expireSanctions.run(world.services, {});
    expect((await signIn()).statusCode).toBe(200);
    expect((await world.call(null, adsApi.get, { params: { id: ad } })).statusCode).toBe(200);
  });

  test('staff lift a sanction before its date, once, and an appeal that waits is answered by it', async () => {
    const person = await world.user();
    const id = await measure(person, { action: 'limit' });
    await world.call(person, sanctionsApi.appeal, { params: { id }, body: { appeal: 'За что' } });
    const judge = await signedInAgain(pavel);
    const lift = () => world.call(judge, sanctionsApi.lift, { params: { id }, body: { answer: 'Ошиблись' } });
    const answers = await Promise.all([lift(), lift()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await measuresOf(person)).toMatchObject([{ running: 0, appeal_state: 'lifted', answer: 'Ошиблись' }]);
  });

  test('an appeal of staff is for superusers, and nobody decides one of their own', async () => {
    const [root, other] = await Promise.all([world.user({ is_superuser: true }), world.user({ is_superuser: true })]);
    const [manager, colleague] = await Promise.all([
      world.user({ groups: ['manager'] }),
      world.user({ groups: ['manager'] }),
    ]);
    const ofManager = await measure(manager, { action: 'warn' }, root);
    await world.call(manager, sanctionsApi.appeal, { params: { id: ofManager }, body: { appeal: 'Нет' } });
    const appealed = await caseAbout(`measure:${ofManager}`, 'appeal');
    await take(colleague, appealed);
    expect(await resolve(colleague, appealed, { action: 'lift', reason: 'Свой' })).toMatchObject({ statusCode: 403 });
    const lift = { params: { id: ofManager }, body: { answer: 'Свой' } };
    expect(await world.call(colleague, sanctionsApi.lift, lift)).toMatchObject({ statusCode: 403 });
    await world.call(colleague, casesApi.release, { params: { id: appealed } });
    await decide(other, appealed, { action: 'lift', reason: 'Ошиблись' });

    const ofRoot = await measure(root, { action: 'warn' }, other);
    await world.call(root, sanctionsApi.appeal, { params: { id: ofRoot }, body: { appeal: 'Нет' } });
    const own = await caseAbout(`measure:${ofRoot}`, 'appeal');
    await take(root, own);
    expect(await resolve(root, own, { action: 'lift', reason: 'Сам' })).toMatchObject({ statusCode: 403 });
    await world.call(root, casesApi.release, { params: { id: own } });
    await sql`update users set status = 'suspended' where is_superuser and id not in (${root.id}, ${other.id})`.execute(
      world.services.db,
    );
    await decide(other, own, { action: 'keep', reason: 'Правила одни для всех' });
  });

  test('the word of the one who decided stands where there is nobody else to ask', async () => {
    const person = await world.user();
    const id = await measure(person, { action: 'warn' });
    await world.call(person, sanctionsApi.appeal, { params: { id }, body: { appeal: 'Нет' } });
    const { db } = world.services;
    const others = sql`(is_superuser or groups && '{admin,manager}') and id <> ${maria.id}`;
    await sql`update users set status = 'suspended' where ${others}`.execute(db);
    await decide(maria, await caseAbout(`measure:${id}`, 'appeal'), {
      action: 'keep',
      reason: 'Правила одни для всех',
    });
    await sql`update users set status = 'active' where ${others}`.execute(db);
    expect(await measuresOf(person)).toMatchObject([{ appeal_state: 'kept', answer: 'Правила одни для всех' }]);
  });
});

test('a case without a person can still be decided', async () => {
  const id = await world.services.db.transaction().execute(async (tx) => {
    const evidence = { title: 'Лодка', text: '' };
    const opened = await openCase(tx, {
      kind: 'rule',
      object: 'ad:999999',
      aboutUserId: null,
      reason: 'links',
      evidence,
      now: new Date(now),
    });
    return opened.id;
  });
  const { body } = await take(maria, id);
  expect(body).toMatchObject({ thing: null, actions: ['nothing'] });
  expect((await resolve(maria, id, { action: 'nothing' })).body.state).toBe('resolved');
});

test('the promise is counted from what really happened, by months', async () => {
  const { db } = world.services;
  await sql`delete from complaints`.execute(db);
  now = new Date('2027-03-20T12:00:00Z').getTime();
  const [one, two] = await Promise.all([world.user(), world.user()]);
  const row = (created: string, decided: string | null) =>
    sql`
    insert into complaints (user_id, object, about_user_id, reason, evidence, created_at, due_at, status, decided_at)
    values (${one?.id}, ${`user:${Math.floor(Math.random() * 1e9)}`}, ${two?.id}, 'spam', '{}', ${created}::timestamptz,
      ${created}::timestamptz + interval '24 hours', ${decided === null ? 'open' : 'rejected'}, ${decided}::timestamptz)`.execute(
      db,
    );
  await row('2027-02-27T10:00:00Z', '2027-02-27T11:00:00Z');
  await row('2027-02-28T22:00:00Z', '2027-03-02T22:00:00Z');
  await row('2027-03-01T10:00:00Z', '2027-03-01T10:30:00Z');
  await row('2027-03-05T10:00:00Z', null);
  await row('2027-03-20T11:00:00Z', null);
  const { body } = await world.call(null, complaintResponseStatsApi.get);
  expect(body).toEqual({
    hours: 24,
    months: [
      { month: '2027-03', received: 3, in_time: 1, percent: 33, median_minutes: 1455 },
      { month: '2027-02', received: 1, in_time: 1, percent: 100, median_minutes: 60 },
    ],
  });
});

test('an invitation that looks like a farm waits in the queue, and what is decided there stands in the invitation', async () => {
  const { db } = world.services;
  const [inviter, one, two] = await Promise.all([world.user(), world.user(), world.user()]);
  const waiting = async (invitee: Actor): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      insert into invitations (inviter_id, invitee_id, source, state, reason, attributed_at, registered_at)
      values (${inviter?.id}, ${invitee.id}, 'link', 'review', 'farm', ${new Date(now)}, ${new Date(now)}) returning id`.execute(
      db,
    );
    const id = rows[0]?.id ?? 0;
    const draft = { kind: 'farm', object: `invitation:${id}`, aboutUserId: inviter?.id ?? 0, reason: 'farm' } as const;
    await db
      .transaction()
      .execute((tx) => openCase(tx, { ...draft, evidence: { title: '', text: '' }, now: new Date(now) }));
    return id;
  };
  const state = async (id: number) => {
    const { rows } = await sql<{ state: string; reviewed_by: number }>`
      select state, reviewed_by from invitations where id = ${id}`.execute(db);
    return rows[0];
  };
  const judge = await signedInAgain(maria);
  const [refused, released] = [await waiting(one as Actor), await waiting(two as Actor)];
  await decide(judge, await caseAbout(`invitation:${refused}`, 'farm'), {
    action: 'hide',
    reason: 'Одни и те же люди',
  });
  await decide(judge, await caseAbout(`invitation:${released}`, 'farm'), { action: 'nothing' });
  expect(await state(refused)).toEqual({ state: 'refused', reviewed_by: maria.id });
  expect(await state(released)).toEqual({ state: 'invited', reviewed_by: maria.id });
  expect(await measuresOf(inviter as Actor)).toEqual([]);
});

test('the second moderator sees the photos of what the first one hid, also where it was for friends', async () => {
  const author = await seller();
  const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#97c' } })
    .png()
    .toBuffer();
  const { body } = await world.call(author, publicationsApi.add, {
    body: { publish_description: 'Вид', audience: 'friends' },
    files: [{ field: 'publish_content[]', name: 'a.png', type: 'image/png', bytes }],
  });
  const object = `publication:${body.publish_id}`;
  await sql`update publications set audience = 'all' where id = ${body.publish_id}`.execute(world.services.db);
  await complain(await world.user(), { publish_id: body.publish_id, reason: 'spam' });
  await sql`update publications set audience = 'friends' where id = ${body.publish_id}`.execute(world.services.db);
  const [first, second] = [await signedInAgain(maria), await signedInAgain(pavel)];
  const evidenceOf = async (who: Actor, id: number) => {
    const { thing } = (await world.call(who, casesApi.get, { params: { id } })).body;
    const photo = await world.app.inject({
      url: thing?.photos[0] ?? '',
      headers: { cookie: `token=${who.token}` },
    });
    const page = await world.call(who, publicationsApi.one, { params: { id: body.publish_id } });
    return { photos: thing?.photos.length, photo: photo.statusCode, page: page.statusCode, link: thing?.link };
  };
  const seen = { photos: 1, photo: 200, page: 200, link: `/user/${author.id}/social/${body.publish_id}` };
  const complaint = await caseAbout(object);
  expect(await evidenceOf(first, complaint)).toEqual(seen);
  await decide(first, complaint, { action: 'hide', reason: 'Реклама' });
  const [hidden] = await measuresOf(author);
  await world.call(author, sanctionsApi.appeal, { params: { id: hidden?.id ?? 0 }, body: { appeal: 'Нет' } });
  const appeal = await caseAbout(`measure:${hidden?.id}`, 'appeal');
  expect(await evidenceOf(second, appeal)).toEqual(seen);
  await decide(second, appeal, { action: 'lift', reason: 'Согласны' });
  const after = await world.call(second, publicationsApi.one, { params: { id: body.publish_id } });
  expect(after.statusCode).toBe(404);
});

test('a publication and comments are hidden and come back by an appeal, whatever the owner of the page does', async () => {
  const { db } = world.services;
  const [author, reader, pageOwner] = await Promise.all([seller(), world.user(), seller()]);
  const judge = await signedInAgain(maria);
  const other = await signedInAgain(pavel);
  const [publication] = await db
    .transaction()
    .execute((tx) =>
      insertDemoPublications(tx, [
        { user_id: author.id, description: 'Вид на реку', published_at: new Date(now), file_ids: [] },
      ]),
    );
  const ad = await newAd(pageOwner);
  const comment = (await world.call(author, commentsApi.add, { body: { board_id: ad, message: 'Ерунда' } })).body;
  await complain(reader, { publish_id: publication, reason: 'spam' });
  await complain(reader, { comment_id: comment.id, reason: 'offensive' });
  await decide(judge, await caseAbout(`publication:${publication}`), { action: 'hide', reason: 'Реклама' });
  await decide(judge, await caseAbout(`comment:${comment.id}`), { action: 'hide', reason: 'Грубость' });
  const readPublication = async (who: Actor) =>
    (await world.call(who, publicationsApi.one, { params: { id: publication ?? 0 } })).statusCode;
  expect([await readPublication(reader), await readPublication(author)]).toEqual([404, 200]);
  const params = { id: publication ?? 0 };
  const own = await world.call(author, publicationsApi.one, { params });
  expect(own.body).toMatchObject({ withheld: { state: 'hidden', reason: 'Реклама' }, may_comment: 0 });
  const under = await world.call(author, publicationsApi.comments, { params });
  expect(under).toMatchObject({ statusCode: 200, body: { list: [], closed: 'withheld' } });
  const ownComments = await world.call(author, commentsApi.list, { params: { id: ad } });
  expect(ownComments.body.comments).toMatchObject([{ id: comment.id, withheld: { reason: 'Грубость' } }]);
  const shown = await world.call(pageOwner, commentsApi.hide, { body: { id: comment.id, hidden: 0 } });
  expect(shown.statusCode).toBe(403);
  const measures = await measuresOf(author);
  expect(measures.map(({ reason }) => reason)).toEqual(['Грубость', 'Реклама']);
  for (const { id } of measures) {
    await world.call(author, sanctionsApi.appeal, { params: { id }, body: { appeal: 'Ничего такого' } });
    const appealed = await world.call(other, casesApi.get, {
      params: { id: await caseAbout(`measure:${id}`, 'appeal') },
    });
    expect(appealed.body.thing).toMatchObject({ state: 'hidden', link: expect.stringContaining('/') });
    await decide(other, await caseAbout(`measure:${id}`, 'appeal'), { action: 'lift', reason: 'Согласны' });
  }
  expect(await readPublication(reader)).toBe(200);
  const { rows } = await sql`select hidden, blocked_at from comments where id = ${comment.id}`.execute(db);
  expect(rows).toEqual([{ hidden: false, blocked_at: null }]);
});
