import { AD_STATS_DAYS, adOwnerApi, PHONE_REVEALS_PER_DAY } from '@app/contract/market/ad-owner';
import { adsApi } from '@app/contract/market/ads';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { circleApi } from '@app/contract/people/circle';
import { usersApi } from '@app/contract/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { eraseUserData } from '../../../platform/domain/user-data.ts';
import { countFavorite, countMessage, insertDemoAds } from '../ads.public.ts';
import { purgeOldVisits } from './purge-old-visits.job.ts';

const DAY_MS = 86_400_000;
const NOON = Date.parse('2026-03-10T09:00:00Z');

let world: World;
let now = NOON;
let anna: Actor;
let igor: Actor;
let staff: Actor;

beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  [anna, igor, staff] = await Promise.all([
    world.user({ paid: true, firstname: 'Анна', phone: '+79171234567' }),
    world.user({ paid: true, firstname: 'Игорь' }),
    world.user({ groups: ['manager'] }),
  ]);
});
afterAll(() => world.close());

function adsOf(owners: readonly Actor[], change: object = {}): Promise<number[]> {
  const rows = owners.map((owner) => ({
    owner_id: owner.id,
    title: 'Лодка',
    description: 'Надувная',
    price_roubles: 5000,
    category_id: null,
    country_id: null,
    city_id: null,
    created_at: new Date(now),
    image_ids: [],
    ...change,
  }));
  return world.services.db.transaction().execute((tx) => insertDemoAds(tx, rows));
}
async function adOf(owner: Actor, change: object = {}): Promise<number> {
  const [id = 0] = await adsOf([owner], change);
  return id;
}
const view = (who: Actor | null, id: number, userAgent = 'browser') =>
  world.call(who, adOwnerApi.view, { params: { id }, headers: { 'user-agent': userAgent } });
const stats = (who: Actor | null, id: number) => world.call(who, adOwnerApi.stats, { params: { id } });
const reveal = (who: Actor | null, id: number) => world.call(who, adOwnerApi.revealPhone, { params: { id } });
const read = (who: Actor | null, id: number, query: { phone?: 'masked' } = {}) =>
  world.call(who, adsApi.get, { params: { id }, query });
const today = async (id: number) => (await stats(staff, id)).body.days.at(-1);
const rowOf = (id: number) =>
  world.services.pool
    .query('select xmin::text, xmax::text, revision, changed_at from ads where id = $1', [id])
    .then(({ rows }) => rows[0]);

describe('views', () => {
  test('a visitor counts once a day, its owner and staff not at all', async () => {
    const id = await adOf(anna);
    for (const who of [anna, staff, igor, igor, null, null])
      expect((await view(who, id)).body).toEqual({ board_id: id });
    await view(null, id, 'another browser');
    expect(await today(id)).toEqual({ day: '2026-03-10', views: 3, favorites: 0, messages: 0, phones: 0 });
    expect((await read(anna, id)).body.board_views).toBe(3);
    expect((await read(igor, id)).body.board_views).toBeUndefined();
  });

  test('a thousand looks at once by ten visitors are ten views, and the ad’s own row is not touched', async () => {
    const id = await adOf(anna);
    const before = await rowOf(id);
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, turn) => view(null, id, `browser ${turn % 10}`)),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect((await today(id))?.views).toBe(10);
    expect(await rowOf(id)).toEqual(before);
  });

  test('an ad that is not to be seen, or was never there, counts nothing and says so to nobody', async () => {
    const hidden = await adOf(anna, { enabled: false });
    for (const id of [hidden, 99_999_999]) expect((await view(igor, id)).statusCode).toBe(200);
    expect((await today(hidden))?.views).toBe(0);
    const { rows } = await world.services.pool.query('select from ad_days where ad_id = 99999999');
    expect(rows).toEqual([]);
  });

  test('a day ends at midnight in Moscow, and then nobody can tell any more who looked', async () => {
    const { db, services } = { db: world.services.db, services: world.services };
    const id = await adOf(anna);
    now = Date.parse('2026-03-10T20:59:59Z');
    await view(igor, id);
    now = Date.parse('2026-03-10T21:00:00Z');
    await view(igor, id);
    const { body } = await stats(staff, id);
    expect(body.days.slice(-2).map(({ day, views }) => [day, views])).toEqual([
      ['2026-03-10', 1],
      ['2026-03-11', 1],
    ]);
    await purgeOldVisits.run(services, {});
    const days = async (table: 'ad_visitors' | 'ad_visitor_keys') =>
      new Set((await db.selectFrom(table).select('day').execute()).map(({ day }) => day));
    expect(await days('ad_visitors')).toEqual(new Set(['2026-03-11']));
    expect(await days('ad_visitor_keys')).toEqual(new Set(['2026-03-11']));
    expect((await read(staff, id)).body.board_views).toBe(2);
    now = NOON;
  });

  test('no address and no browser is kept', async () => {
    const id = await adOf(anna);
    await view(null, id, 'telling-browser');
    const { rows } = await world.services.pool.query('select * from ad_visitors');
    const kept = rows.map((row: object) => Object.values(row).map(String).join(' ')).join('\n');
    expect(rows.length).toBeGreaterThan(0);
    expect(kept).not.toContain('127.0.0.1');
    expect(kept).not.toContain('telling-browser');
  });
});

describe('the owner’s graph', () => {
  test('it is thirty days, oldest first, without gaps, and for the owner and staff only', async () => {
    const id = await adOf(anna);
    const { db } = world.services;
    await countFavorite(db, id, 1, new Date(now - 29 * DAY_MS));
    await countFavorite(db, id, 1, new Date(now - 30 * DAY_MS));
    await countMessage(db, id, new Date(now));
    await countMessage(db, id, new Date(now));
    const { body } = await stats(anna, id);
    expect(body.days).toHaveLength(AD_STATS_DAYS);
    const sorted = body.days.map(({ day }) => day).toSorted();
    expect(body.days.map(({ day }) => day)).toEqual(sorted);
    expect(body.days[0]).toEqual({ day: '2026-02-09', views: 0, favorites: 1, messages: 0, phones: 0 });
    expect(body.days.at(-1)).toEqual({ day: '2026-03-10', views: 0, favorites: 0, messages: 2, phones: 0 });
    expect((await stats(igor, id)).statusCode).toBe(403);
    expect((await stats(null, id)).statusCode).toBe(401);
    expect((await stats(anna, 99_999_999)).statusCode).toBe(404);
  });

  test('a favourite taken back on the same day is none, and totals never fall below what is there', async () => {
    const id = await adOf(anna);
    const { db } = world.services;
    await Promise.all(Array.from({ length: 500 }, () => countFavorite(db, id, 1, new Date(now))));
    await Promise.all(Array.from({ length: 499 }, () => countFavorite(db, id, -1, new Date(now))));
    expect((await today(id))?.favorites).toBe(1);
    await countFavorite(db, id, -1, new Date(now + DAY_MS));
    expect((await read(anna, id)).body.board_favorites).toBe(0);
  });

  test('one’s own list carries the totals of every ad', async () => {
    const vera = await world.user({ paid: true });
    const [first, second] = [await adOf(vera), await adOf(vera)];
    await view(igor, first);
    const { body } = await world.call(vera, adsApi.list);
    const totals = body.boards.map(({ board_id, board_views, board_favorites }) => [
      board_id,
      board_views,
      board_favorites,
    ]);
    expect(totals.sort()).toEqual(
      [
        [first, 1, 0],
        [second, 0, 0],
      ].sort(),
    );
  });
});

describe('phones', () => {
  test('lists never hold a stranger’s number; the ad’s page does for people who signed in, unless asked to mask it', async () => {
    const id = await adOf(anna);
    for (const viewer of [null, igor]) {
      const { body } = await world.call(viewer, adsApi.listOfUser, { query: { user_id: anna.id } });
      expect(JSON.stringify(body)).not.toContain('1234567');
      expect(body.boards[0]).toMatchObject({ owner_phone: '+7 917 •••-••-••', owner_phone_masked: 1 });
    }
    expect((await read(igor, id, { phone: 'masked' })).body.owner_phone).toBe('+7 917 •••-••-••');
    expect((await today(id))?.phones).toBe(0);
    expect((await read(igor, id)).body).toMatchObject({ owner_phone: '+79171234567', owner_phone_masked: 0 });
    expect((await today(id))?.phones).toBe(1);
    expect((await read(null, id)).body).toMatchObject({ owner_phone: '+7 917 •••-••-••', owner_phone_masked: 1 });
    const own = await world.call(anna, adsApi.list);
    expect(own.body.boards[0]).toMatchObject({ owner_phone: '+79171234567', owner_phone_masked: 0 });
  });

  test('a reveal answers the number and what is left, and its owner sees who it was, once', async () => {
    const id = await adOf(anna);
    const vera = await world.user({ firstname: 'Вера' });
    const first = await reveal(vera, id);
    expect(first.body).toEqual({ phone: '+79171234567', left: PHONE_REVEALS_PER_DAY - 1 });
    expect((await reveal(vera, id)).body.left).toBe(PHONE_REVEALS_PER_DAY - 1);
    expect((await reveal(vera, await adOf(anna))).body.left).toBe(PHONE_REVEALS_PER_DAY - 1);
    const { body } = await stats(anna, id);
    expect(body.days.at(-1)?.phones).toBe(1);
    expect(body.reveals).toMatchObject([{ user: { id: vera.id, firstname: 'Вера', photo: null } }]);
    expect((await reveal(null, id)).statusCode).toBe(401);
  });

  test('the bell of the owner rings once a day for an ad, however many people look', async () => {
    const vera = await world.user();
    const id = await adOf(vera);
    const bell = async () => {
      const { body } = await world.call(vera, notificationsApi.list, { query: { mark: 0 } });
      return body.list.map(({ kind, link }) => `${kind} ${link}`);
    };
    await Promise.all([igor, await world.user(), await world.user()].map((who) => reveal(who, id)));
    expect(await bell()).toEqual([`phone_revealed /ad/${id}`]);
    now += DAY_MS;
    await reveal(igor, id);
    expect(await bell()).not.toEqual([]);
    now = NOON;
  });

  test('who is erased is named to nobody, and the counts stay', async () => {
    const id = await adOf(anna);
    const leaving = await world.user({ firstname: 'Уходящая' });
    await reveal(leaving, id);
    await world.services.db.transaction().execute((tx) => eraseUserData(world.services, tx, leaving.id));
    const { body } = await stats(anna, id);
    expect(body.reveals).toEqual([]);
    expect(body.days.at(-1)?.phones).toBe(1);
  });

  test('the owner and staff see the number and count as nobody', async () => {
    const id = await adOf(anna);
    for (const who of [anna, staff]) {
      expect((await read(who, id)).body.owner_phone).toBe('+79171234567');
      expect((await reveal(who, id)).body).toEqual({ phone: '+79171234567', left: PHONE_REVEALS_PER_DAY });
    }
    expect((await stats(anna, id)).body).toMatchObject({ reveals: [] });
    expect((await today(id))?.phones).toBe(0);
  });

  test('lists and cards show staff no more of a number than others; each whole one is written down', async () => {
    const shy = await world.user({ see_phone: 'nobody' });
    const [id, hidden] = [await adOf(anna), await adOf(shy)];
    const looks = async () => {
      const { rows } = await sql<{ object: string }>`
        select object from audit_entries where actor_id = ${staff.id} and action = 'users.read' order by id`.execute(
        world.services.db,
      );
      return rows.map(({ object }) => object);
    };
    const before = (await looks()).length;
    for (const one of [id, hidden]) {
      const card = (await read(staff, one, { phone: 'masked' })).body;
      expect(card).toMatchObject({ owner_phone: expect.stringContaining('•'), owner_phone_masked: 1 });
    }
    for (const endpoint of [adsApi.list, adsApi.listEnabled] as const) {
      const { boards } = (await world.call(staff, endpoint, { query: { size: 100 } })).body;
      const others = boards.filter(({ board_user_id }) => board_user_id !== staff.id);
      expect(others.length).toBeGreaterThan(0);
      for (const { owner_phone } of others) expect(owner_phone).not.toMatch(/\d{4}/);
    }
    expect((await looks()).length).toBe(before);
    expect((await read(staff, hidden)).body.owner_phone).toMatch(/^\+7\d{10}$/);
    expect((await looks()).slice(before)).toEqual([`ad:${hidden}`]);
  });

  test('a hidden number stays hidden and costs nothing', async () => {
    const shy = await world.user({ see_phone: 'nobody' });
    const vera = await world.user();
    const id = await adOf(shy);
    expect((await read(vera, id)).body).toMatchObject({ owner_phone: '', owner_phone_masked: 0 });
    expect((await reveal(vera, id)).body).toEqual({ phone: '', left: PHONE_REVEALS_PER_DAY });
  });

  test('a number for the circle is uncovered by friends only, and in lists by nobody', async () => {
    const [owner, friend, stranger] = [
      await world.user({ see_phone: 'circle' }),
      await world.user(),
      await world.user(),
    ];
    const id = await adOf(owner);
    for (const [one, other] of [
      [owner, friend],
      [friend, owner],
    ] as const)
      await world.call(one, circleApi.request, { params: { id: other.id } });
    for (const who of [null, stranger])
      expect((await read(who, id, { phone: 'masked' })).body).toMatchObject({ owner_phone: '', owner_phone_masked: 0 });
    expect((await reveal(stranger, id)).body).toEqual({ phone: '', left: PHONE_REVEALS_PER_DAY });
    const masked = (await read(friend, id, { phone: 'masked' })).body;
    expect(masked).toMatchObject({ owner_phone: expect.stringContaining('•'), owner_phone_masked: 1 });
    const { body: listed } = await world.call(friend, adsApi.listOfUser, { query: { user_id: owner.id } });
    expect(listed.boards).toMatchObject([{ owner_phone: '', owner_phone_masked: 0 }]);
    expect((await reveal(friend, id)).body).toMatchObject({ phone: expect.stringMatching(/^\+7900/) });
  });

  test('across a block numbers are hidden ones', async () => {
    const [owner, vera] = [await world.user(), await world.user()];
    const id = await adOf(owner);
    await world.call(owner, circleApi.block, { params: { id: vera.id } });
    expect((await read(vera, id)).body).toMatchObject({ owner_phone: '', owner_phone_masked: 0 });
    expect((await reveal(vera, id)).body).toEqual({ phone: '', left: PHONE_REVEALS_PER_DAY });
  });

  test('after thirty people the rest stay masked until tomorrow, also when everything is asked for at once', async () => {
    const vera = await world.user();
    const owners = await Promise.all(Array.from({ length: PHONE_REVEALS_PER_DAY + 10 }, () => world.user()));
    const ids = await adsOf(owners);
    const answers = await Promise.all(ids.flatMap((id) => [reveal(vera, id), reveal(vera, id)]));
    const shown = new Set(answers.filter(({ statusCode }) => statusCode === 200).map(({ body }) => body.phone));
    expect(shown.size).toBe(PHONE_REVEALS_PER_DAY);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused).toHaveLength(20);
    expect(refused[0]).toMatchObject({ statusCode: 429, body: { code: 'too_many_reveals' } });
    expect(refused[0]?.body.message).toContain('30');

    const isMasked = async (id: number) => (await read(vera, id)).body.owner_phone_masked === 1;
    const masked = await Promise.all(ids.map(isMasked));
    expect(masked.filter(Boolean)).toHaveLength(10);
    const locked = ids[masked.indexOf(true)] ?? 0;
    now += DAY_MS;
    expect((await reveal(vera, locked)).body.left).toBe(PHONE_REVEALS_PER_DAY - 1);
    now = NOON;
  });

  test('people’s own pages and their ads share one allowance', async () => {
    const vera = await world.user();
    const profile = (id: number, query = {}) => world.call(vera, usersApi.get, { params: { id }, query });
    const left = async () => (await reveal(vera, await adOf(anna))).body.left;
    expect(await left()).toBe(PHONE_REVEALS_PER_DAY - 1);
    expect((await profile(anna.id)).body.phone).toBe('+79171234567');
    expect(await left()).toBe(PHONE_REVEALS_PER_DAY - 1);
    expect((await profile(igor.id, { phone: 'masked' })).body.phone).toContain('•');
    expect(await left()).toBe(PHONE_REVEALS_PER_DAY - 1);
    const people = await Promise.all(Array.from({ length: PHONE_REVEALS_PER_DAY }, () => world.user()));
    const answers = await Promise.all(people.map(({ id }) => profile(id)));
    expect(answers.filter(({ body }) => body.phone?.includes('•'))).toHaveLength(1);
    expect((await profile(anna.id)).body.phone).toBe('+79171234567');
    expect((await profile(vera.id)).body.phone).not.toContain('•');
  });

  test('an author from elsewhere is called by their own number, never by that of who brought the ad', async () => {
    const { body } = await world.call(staff, adsApi.create, {
      body: {
        board_title: 'Лодка',
        board_description: 'Издалека',
        board_price: 1,
        board_external: 1,
        user_firstname: 'Олег',
        user_phone: '+79990001122',
        user_photo: '',
      },
    });
    const id = body.board_id;
    const seen = (await read(igor, id, { phone: 'masked' })).body;
    expect(seen).toMatchObject({ user_firstname: 'Олег', owner_phone: '', owner_phone_masked: 1 });
    expect(seen.user_phone).not.toContain('0001122');
    expect((await reveal(igor, id)).body.phone).toBe('+79990001122');
    expect((await read(igor, id)).body).toMatchObject({ user_phone: '+79990001122', owner_phone: '' });
    expect((await read(null, id)).body.user_phone).not.toContain('0001122');
    expect((await read(staff, id)).body.user_phone).toBe('+79990001122');
  });

  test('the number behind an ad that is gone or never was is not answered', async () => {
    expect((await reveal(igor, await adOf(anna, { archived_at: new Date(now) }))).statusCode).toBe(410);
    expect((await reveal(igor, await adOf(anna, { enabled: false }))).statusCode).toBe(404);
    expect((await reveal(igor, 99_999_999)).statusCode).toBe(404);
  });
});
