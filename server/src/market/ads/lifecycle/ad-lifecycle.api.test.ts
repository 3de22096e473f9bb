import { adOwnerApi } from '@app/contract/market/ad-owner';
import { AD_ARCHIVE_DAYS, AD_EXPIRY_DAYS, AD_REMINDER_DAYS, type AdDeal, adsApi } from '@app/contract/market/ads';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDomain } from '../../../../test/add-domain.ts';
import { emailsTo } from '../../../../test/emails.ts';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import type { AdEvent } from '../ad-events.public.ts';
import { insertDemoAds, setUserAdsHidden } from '../ads.public.ts';
import { expireAds } from './expire-ads.job.ts';
import { purgeArchivedAds } from './purge-archived-ads.job.ts';

const DAY_MS = 86_400_000;

let world: World;
let now = Date.now();
let anna: Actor;
let igor: Actor;
let staff: Actor;
const events: AdEvent[] = [];
let stopListening: () => void;

beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  stopListening = addDomain({
    on: { 'ads.changed': async (_services, _tx, { changes }) => void events.push(...changes) },
  });
  [anna, igor, staff] = await Promise.all([
    world.user({ paid: true }),
    world.user({ paid: true }),
    world.user({ groups: ['manager'] }),
  ]);
});
afterAll(() => {
  stopListening();
  return world.close();
});

const draft = { board_title: 'Лодка', board_description: 'Надувная, с вёслами', board_price: 5000 };

async function publish(owner: Actor, change: object = {}): Promise<number> {
  const { statusCode, body } = await world.call(owner, adsApi.create, { body: { ...draft, ...change } });
  expect({ statusCode, body }).toMatchObject({ statusCode: 200 });
  return body.board_id;
}

async function pass(days: number): Promise<void> {
  now += days * DAY_MS;
  world.services.publicCache.invalidate();
  for (const person of [anna, igor, staff]) await signIn(person);
}
async function signIn(person: Actor): Promise<void> {
  const { sessions, db } = world.services;
  person.token = await sessions.create(db, person.id, { ip: '127.0.0.1', userAgent: 'later' });
}

const read = async (viewer: Actor | null, id: number) => world.call(viewer, adsApi.get, { params: { id } });
const stateFor = async (viewer: Actor | null, id: number) => {
  const { statusCode, body } = await read(viewer, id);
  return statusCode === 200 ? body.board_state : statusCode;
};
const isListed = async (id: number): Promise<boolean> => {
  const { body } = await world.call(null, adsApi.listEnabled, { query: { size: 100 } });
  return body.boards.some(({ board_id }) => board_id === id);
};
const setDeal = (who: Actor | null, board_id: number, deal: AdDeal) =>
  world.call(who, adOwnerApi.setDeal, { body: { board_id, deal } });
const renew = (who: Actor | null, board_id: number) => world.call(who, adOwnerApi.renew, { body: { board_id } });
const archive = (who: Actor | null, board_id: number) => world.call(who, adsApi.archive, { query: { board_id } });
const restore = (who: Actor | null, board_id: number) => world.call(who, adsApi.restore, { query: { board_id } });
const runExpiry = () => expireAds.run(world.services, {});
const bellOf = async (who: Actor) => {
  const { body } = await world.call(who, notificationsApi.list, { query: { mark: 0 } });
  return body.list.map(({ kind, link }) => `${kind} ${link}`);
};
const eventsOf = (id: number) => events.filter(({ adId }) => adId === id).map(({ kind }) => kind);
const block = (id: number) =>
  world.services.db
    .updateTable('ads')
    .set({ blocked_at: new Date(now), blocked_reason: 'Запрещённый товар' })
    .where('id', '=', id)
    .execute();

describe('the deal', () => {
  test('a reserved ad stays in the lists and says so', async () => {
    const id = await publish(anna);
    expect((await setDeal(anna, id, 'reserved')).body.board_state).toBe('reserved');
    expect(await isListed(id)).toBe(true);
    expect(await stateFor(null, id)).toBe('reserved');
  });

  test('a sold ad leaves the lists; who has the link sees that it is sold, and no number', async () => {
    const id = await publish(anna);
    expect((await setDeal(anna, id, 'sold')).body.board_state).toBe('sold');
    expect(await isListed(id)).toBe(false);
    for (const viewer of [null, igor]) {
      const { body } = await read(viewer, id);
      expect(body).toMatchObject({ board_state: 'sold', owner_phone_masked: 0 });
      expect(body.owner_phone).toContain('•');
    }
    const revealed = await world.call(igor, adOwnerApi.revealPhone, { params: { id } });
    expect(revealed).toMatchObject({ statusCode: 410, body: { message: 'Это уже продано' } });
    const { body } = await world.call(anna, adsApi.list);
    expect(body.boards.find(({ board_id }) => board_id === id)?.board_state).toBe('sold');

    expect((await setDeal(anna, id, 'open')).body.board_state).toBe('active');
    expect(await isListed(id)).toBe(true);
    expect(eventsOf(id)).toEqual(['published', 'left', 'returned']);
  });

  test('only the owner and staff say how the deal stands', async () => {
    const id = await publish(anna);
    expect((await setDeal(null, id, 'sold')).statusCode).toBe(401);
    expect((await setDeal(igor, id, 'sold')).statusCode).toBe(403);
    expect((await setDeal(staff, id, 'sold')).statusCode).toBe(200);
    expect((await setDeal(anna, 99_999_999, 'sold')).statusCode).toBe(404);
    const unknown = await setDeal(anna, id, 'given away' as AdDeal);
    expect(unknown).toMatchObject({ statusCode: 400, body: { code: 'invalid_input' } });
  });
});

describe('what listeners are told', () => {
  test('an ad is announced when people first see it, and once only', async () => {
    const id = await publish(anna, { board_enabled: 0 });
    expect(eventsOf(id)).toEqual([]);
    const enable = (board_enabled: 0 | 1) => world.call(anna, adsApi.edit, { body: { board_id: id, board_enabled } });
    await enable(1);
    await enable(0);
    await enable(1);
    expect(eventsOf(id)).toEqual(['published', 'left', 'returned']);
  });

  test('another price on a public ad is told with both prices, one on a hidden ad is not', async () => {
    const id = await publish(anna);
    const price = (board_price: number, change = {}) =>
      world.call(anna, adsApi.edit, { body: { board_id: id, board_price, ...change } });
    await price(4000);
    await price(4000);
    await price(3000, { board_enabled: 0 });
    expect(events.filter(({ adId }) => adId === id)).toEqual([
      { kind: 'published', adId: id, ownerId: anna.id },
      { kind: 'price', adId: id, ownerId: anna.id, priceBefore: 5000, price: 4000 },
      { kind: 'left', adId: id, ownerId: anna.id },
    ]);
  });

  test('an edit that is refused, and one that is sent again, tell nothing', async () => {
    const headers = { 'idempotency-key': 'boat-once' };
    const send = () => world.call(igor, adsApi.create, { body: draft, headers });
    const [{ body }] = await Promise.all([send(), send(), send()]);
    await world.call(igor, adsApi.edit, { body: { board_id: body.board_id, board_price: 1, board_revision: 77 } });
    expect(eventsOf(body.board_id)).toEqual(['published']);
  });

  test('ads of a person who leaves and comes back leave and return, those that nobody saw do not', async () => {
    const leaving = await world.user({ paid: true });
    const shown = await publish(leaving);
    const hidden = await publish(leaving, { board_enabled: 0 });
    for (const isHidden of [true, true, false]) {
      await world.services.db.transaction().execute((tx) => setUserAdsHidden(world.services, tx, leaving.id, isHidden));
    }
    expect(eventsOf(shown)).toEqual(['published', 'left', 'returned']);
    expect(eventsOf(hidden)).toEqual([]);
  });
});

describe('the archive', () => {
  test.each<[string, object, AdDeal]>([
    ['active', {}, 'open'],
    ['reserved', {}, 'reserved'],
    ['sold', {}, 'sold'],
    ['disabled', { board_enabled: 0 }, 'open'],
  ])('an ad that was %s is so again when it is restored', async (state, change, deal) => {
    const id = await publish(anna, change);
    await setDeal(anna, id, deal);
    expect(await stateFor(anna, id)).toBe(state);
    await archive(anna, id);
    expect(await stateFor(anna, id)).toBe('archived');
    expect((await restore(anna, id)).body.board_state).toBe(state);
  });

  test('an ad whose time is over gets a new one when it is restored, another keeps its own', async () => {
    const fresh = await publish(anna);
    const before = (await read(anna, fresh)).body.board_expires;
    await archive(anna, fresh);
    expect((await restore(anna, fresh)).body.board_expires).toBe(before);

    await archive(anna, fresh);
    await pass(AD_ARCHIVE_DAYS - 1);
    expect((await restore(anna, fresh)).body.board_expires).toBe(before);
    await archive(anna, fresh);
    await pass(AD_ARCHIVE_DAYS - 1);
    await archive(anna, fresh);
    await pass(5);
    const { body } = await restore(anna, fresh);
    expect(body.board_expires).toBe(new Date(now + AD_EXPIRY_DAYS * DAY_MS).toISOString());
    await runExpiry();
    expect(await stateFor(anna, fresh)).toBe('active');
  });

  test('a purged ad is announced as erased, and what was counted for it goes along', async () => {
    const { db } = world.services;
    const id = await publish(anna);
    await world.call(igor, adOwnerApi.view, { params: { id } });
    await world.call(igor, adOwnerApi.revealPhone, { params: { id } });
    await archive(anna, id);
    await pass(AD_ARCHIVE_DAYS + 1);
    await Promise.all([1, 2, 3].map(() => purgeArchivedAds.run(world.services, {})));
    expect(eventsOf(id)).toEqual(['published', 'left', 'erased']);
    expect(await db.selectFrom('ad_days').select('day').where('ad_id', '=', id).execute()).toEqual([]);
    expect(await db.selectFrom('ad_phone_reveals').select('day').where('ad_id', '=', id).execute()).toEqual([]);
  });
});

describe('a blocked ad', () => {
  test('is not switched on, restored or renewed by its owner, who may still change its words', async () => {
    const id = await publish(anna, { board_enabled: 0 });
    await block(id);
    const edit = (change: object) => world.call(anna, adsApi.edit, { body: { board_id: id, ...change } });
    for (const answer of [await edit({ board_enabled: 1 }), await renew(anna, id)]) {
      expect(answer).toMatchObject({ statusCode: 403, body: { code: 'forbidden' } });
      expect(answer.body.message).toMatch(/^Объявление снято модератором/);
    }
    expect((await edit({ board_title: 'Лодка без мотора', board_enabled: 0 })).body.board_state).toBe('blocked');
    await archive(anna, id);
    expect((await restore(anna, id)).statusCode).toBe(403);
    expect((await restore(staff, id)).body).toMatchObject({ board_archived: 0, board_state: 'blocked' });
  });

  test('stays out of the lists whatever its owner does', async () => {
    const id = await publish(anna);
    await block(id);
    world.services.publicCache.invalidate();
    await world.call(anna, adsApi.edit, { body: { board_id: id, board_enabled: 1, board_title: 'Другая лодка' } });
    await setDeal(anna, id, 'sold');
    await setDeal(anna, id, 'open');
    await archive(anna, id);
    await restore(anna, id);
    expect(await isListed(id)).toBe(false);
    expect(await stateFor(igor, id)).toBe(410);
    expect(await stateFor(anna, id)).toBe('blocked');
  });
});

describe('the time of an ad', () => {
  test('its owner is told three days before, by one email and the bell, whatever the number of nodes', async () => {
    const vera = await world.user({ paid: true });
    const id = await publish(vera);
    await pass(AD_EXPIRY_DAYS - AD_REMINDER_DAYS - 1);
    await runExpiry();
    expect(await emailsTo(world, `${vera.login}@example.com`)).toEqual([]);

    await pass(1);
    await Promise.all(Array.from({ length: 5 }, runExpiry));
    await runExpiry();
    const letters = await emailsTo(world, `${vera.login}@example.com`);
    expect(letters).toMatchObject([
      {
        template: 'ad_expires',
        values: { title: 'Лодка', link: `${world.services.config.publicUrl}/ad/${id}?renew=1` },
      },
    ]);
    await signIn(vera);
    expect(await stateFor(vera, id)).toBe('active');
    expect(await bellOf(vera)).toEqual([`ad_expires /ad/${id}?renew=1`]);
  });

  test('one email tells about all ads of an owner that end together; what is sold or blocked needs no reminder', async () => {
    const vera = await world.user({ paid: true });
    const ids = await Promise.all([1, 2, 3, 4].map(() => publish(vera)));
    await setDeal(vera, ids[0] ?? 0, 'sold');
    await block(ids[1] ?? 0);
    await pass(AD_EXPIRY_DAYS - AD_REMINDER_DAYS);
    await runExpiry();
    expect(await emailsTo(world, `${vera.login}@example.com`)).toMatchObject([
      { template: 'ads_expire', values: { count: 2 }, items: [{ title: 'Лодка' }, { title: 'Лодка' }] },
    ]);
  });

  test('however many ads of an owner end together, one email tells of them; nobody is told of ads from elsewhere', async () => {
    const { db } = world.services;
    const [vera, importer] = [await world.user({ paid: true }), await world.user({ paid: true })];
    const endless = (owner_id: number, count: number) =>
      db.transaction().execute((tx) =>
        insertDemoAds(
          tx,
          Array.from({ length: count }, (_, n) => ({
            owner_id,
            title: `Лодка ${n}`,
            description: 'Надувная',
            price_roubles: 1,
            category_id: null,
            country_id: null,
            city_id: null,
            created_at: new Date(now),
            expires_at: new Date(now + AD_EXPIRY_DAYS * DAY_MS + n),
            image_ids: [],
          })),
        ),
      );
    await endless(vera.id, 450);
    const brought = await endless(importer.id, 3);
    await db.updateTable('ads').set({ is_external: true }).where('id', 'in', brought).execute();
    await pass(AD_EXPIRY_DAYS - AD_REMINDER_DAYS);
    await runExpiry();
    const letters = await emailsTo(world, `${vera.login}@example.com`);
    expect(letters.map(({ values }) => values.count)).toEqual([450]);
    await pass(AD_REMINDER_DAYS + 1);
    await runExpiry();
    expect(await emailsTo(world, `${importer.login}@example.com`)).toEqual([]);
    await signIn(importer);
    expect(await bellOf(importer)).toEqual([]);
  });

  test('ads published over one day are told of together, and the next day brings no email', async () => {
    const vera = await world.user({ paid: true });
    for (const hours of [0, 5, 15]) {
      now += (hours / 24) * DAY_MS;
      await signIn(vera);
      await publish(vera);
    }
    for (const days of [AD_EXPIRY_DAYS - AD_REMINDER_DAYS - 0.5, 0.5, 0.5]) {
      await pass(days);
      await runExpiry();
    }
    const letters = await emailsTo(world, `${vera.login}@example.com`);
    expect(letters.map(({ values }) => values.count)).toEqual([3]);
  });

  test('when it is over the ad goes to the archive once, and thirty days later it is erased', async () => {
    const id = await publish(anna);
    await pass(AD_EXPIRY_DAYS);
    await Promise.all(Array.from({ length: 5 }, runExpiry));
    await runExpiry();
    expect(eventsOf(id)).toEqual(['published', 'left']);
    expect((await bellOf(anna)).filter((told) => told === `ad_expired /ad/${id}`)).toHaveLength(1);
    expect(await isListed(id)).toBe(false);
    expect(await stateFor(igor, id)).toBe(410);
    expect((await read(anna, id)).body).toMatchObject({ board_state: 'archived', board_expired: 1 });
    await pass(AD_ARCHIVE_DAYS + 1);
    await purgeArchivedAds.run(world.services, {});
    expect(await stateFor(anna, id)).toBe(404);
  });

  test('a renewal gives sixty more days and another reminder', async () => {
    const vera = await world.user({ paid: true });
    const id = await publish(vera);
    await pass(AD_EXPIRY_DAYS - 1);
    await runExpiry();
    await signIn(vera);
    const { body } = await renew(vera, id);
    expect(body.board_expires).toBe(new Date(now + AD_EXPIRY_DAYS * DAY_MS).toISOString());
    await pass(2);
    await runExpiry();
    await signIn(vera);
    expect(await stateFor(vera, id)).toBe('active');
    await pass(AD_EXPIRY_DAYS - 4);
    await runExpiry();
    expect(await emailsTo(world, `${vera.login}@example.com`)).toHaveLength(2);
  });

  test('an expired ad comes back by a renewal, one that its owner put away stays where it is', async () => {
    const expired = await publish(anna);
    await pass(AD_EXPIRY_DAYS);
    await runExpiry();
    const { body } = await renew(anna, expired);
    expect(body).toMatchObject({ board_state: 'active', board_archived: 0 });
    expect(body.board_expired).toBeUndefined();
    expect(await isListed(expired)).toBe(true);
    expect(eventsOf(expired)).toEqual(['published', 'left', 'returned']);

    const away = await publish(anna);
    await archive(anna, away);
    expect((await renew(anna, away)).body.board_state).toBe('archived');
  });

  test('strangers renew nothing', async () => {
    const id = await publish(anna);
    expect((await renew(igor, id)).statusCode).toBe(403);
    expect((await renew(null, id)).statusCode).toBe(401);
    expect((await renew(staff, id)).statusCode).toBe(200);
  });

  test('what is blocked or waits for staff does not end meanwhile', async () => {
    const blocked = await publish(anna);
    await block(blocked);
    await pass(AD_EXPIRY_DAYS + 1);
    await runExpiry();
    expect(await stateFor(anna, blocked)).toBe('blocked');
    expect((await read(anna, blocked)).body.board_archived).toBe(0);
  });

  test('more ads than one batch end in one run', async () => {
    const { db } = world.services;
    const many = Array.from({ length: 450 }, (_, index) => ({
      owner_id: igor.id,
      title: `Весло ${index}`,
      description: 'Деревянное',
      price_roubles: 100,
      category_id: null,
      country_id: null,
      city_id: null,
      created_at: new Date(now - 61 * DAY_MS),
      expires_at: new Date(now - DAY_MS),
      image_ids: [],
    }));
    const ids = await db.transaction().execute((tx) => insertDemoAds(tx, many));
    await Promise.all([runExpiry(), runExpiry()]);
    const left = await db
      .selectFrom('ads')
      .select('id')
      .where('id', 'in', ids)
      .where('archived_at', 'is', null)
      .execute();
    expect(left).toEqual([]);
    expect(ids.map((id) => eventsOf(id))).toEqual(ids.map(() => ['left']));
  });
});
