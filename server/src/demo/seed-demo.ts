import { sql } from 'kysely';
import { copyImages } from '../files/media/copy-images.public.ts';
import { insertDemoAds } from '../market/ads/ads.public.ts';
import { followDemoAds } from '../market/saved-searches/demo-searches.public.ts';
import { grantDemoSubscriptions } from '../money/payments/payments.public.ts';
import { insertDemoConsents } from '../people/auth/consents/demo-consents.public.ts';
import { hashPassword } from '../people/users/passwords/passwords.public.ts';
import { insertDemoUsers } from '../people/users/users.public.ts';
import type { Db, Tx } from '../platform/database/tables.ts';
import type { Services } from '../platform/domain/services.ts';
import { applySearchChanges } from '../platform/search/vocabulary.ts';
import { type DemoAdWithHistory, demoAdsWithHistory } from './demo-ad-history.ts';
import { demoAttributes, resolveDemoAttributes } from './demo-attributes.ts';
import { demoDistrict } from './demo-districts.ts';
import { DEMO_PASSWORD, demoPeople } from './demo-people.ts';
import { storePictures } from './demo-pictures.ts';
import { adStatusOf, DAY_MS, type DemoWorld, dayAhead, seedActivity, timestampBefore } from './seed-activity.ts';
import { seedChats } from './seed-chats.ts';
import { seedCollections } from './seed-collections.ts';
import { seedDeals } from './seed-deals.ts';
import { seedMoney } from './seed-money.ts';
import { seedMusic } from './seed-music.ts';
import { seedNotifications } from './seed-notifications.ts';
import { seedPublications } from './seed-publications.ts';
import { seedSafePlaces } from './seed-safe-places.ts';
import { seedStreams } from './seed-streams.ts';

const SUBSCRIPTION_DAYS = 365;

export async function isDemoWanted({ config, db }: Services): Promise<boolean> {
  return config.demo && (await isUnused(db));
}

/**
 * Fills an unused database with users, subscriptions, ads and their activity. Everything is one transaction: an
 * interrupted start leaves the database unused, and of two concurrent starts only one seeds.
 */
export async function seedDemo(services: Services): Promise<void> {
  const { db, pool, log, clock } = services;
  const startedAt = performance.now();
  const [passwordHash, avatars, photos] = await Promise.all([
    hashPassword(DEMO_PASSWORD),
    storePictures(
      services,
      'avatar',
      demoPeople().flatMap(({ avatar }) => avatar ?? []),
    ),
    storePictures(
      services,
      'photo',
      demoAdsWithHistory().flatMap((ad) => ad.photos),
    ),
  ]);
  const today = Math.floor(clock().getTime() / DAY_MS) * DAY_MS;
  const context: SeedContext = { places: await loadPlaces(db), passwordHash, avatars, photos, today };

  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`.execute(tx);
    if (!(await isUnused(tx))) return;
    await seedSafePlaces(tx, context.places.find);
    const idOf = await seedPeople(tx, context);
    const world = await seedAds(tx, context, idOf);
    await seedActivity(tx, world);
    const wanted = world.ads.filter(({ kind }) => kind === 'buy');
    await followDemoAds(
      services,
      tx,
      wanted.map(({ id }) => id),
    );
    await seedChats(tx, services, world, await seedDeals(tx, services, world));
    const publicationIds = await seedPublications(tx, services, world);
    const playlists = await seedMusic(tx, services, world);
    await seedCollections(tx, world, publicationIds, playlists);
    await seedStreams(tx, services, world);
    await seedMoney(tx, world, clock());
    await seedNotifications(tx, { ...world, places: context.places, now: clock() });
  });
  // The first visitor is not kept waiting for the next run of the job: until it, search corrects and suggests nothing.
  await applySearchChanges(pool);
  log.info({ ms: Math.round(performance.now() - startedAt) }, 'demo data is in place');
}

interface SeedContext {
  places: Places;
  passwordHash: string;
  avatars: Map<string, number>;
  photos: Map<string, number>;
  /** Start of the day in UTC, milliseconds: ads keep the same times for every first start of one day. */
  today: number;
}

async function isUnused(db: Db): Promise<boolean> {
  const { rows } = await sql<{ unused: boolean }>`
    select not exists (select from users where not is_superuser) and not exists (select from ads) as unused`.execute(
    db,
  );
  return rows[0]?.unused === true;
}

async function seedPeople(tx: Tx, { places, passwordHash, avatars, today }: SeedContext): Promise<Map<string, number>> {
  const people = demoPeople();
  const faces = people.flatMap(({ avatar }) => avatar ?? []);
  // Users are inserted after their pictures, so these have no owner; replacing a picture releases it all the same.
  const faceIds = await copyImages(
    tx,
    faces.map((name) => ({ imageId: requireKnown(avatars.get(name), name), ownerId: null })),
  );
  const ids = await insertDemoUsers(
    tx,
    people.map((person) => ({
      login: person.login,
      password_hash: passwordHash,
      firstname: person.firstname,
      lastname: person.lastname,
      middlename: person.middlename,
      email: person.email,
      phone: `+${person.phoneCountryCode}${person.phoneNational}`,
      phone_country_code: person.phoneCountryCode,
      phone_country_iso: person.countryIso,
      ...places.find(person.countryIso, person.city),
      photo_image_id: person.avatar === null ? null : requireKnown(faceIds.shift(), person.avatar),
      position: person.position,
      description: person.description,
      may_call: person.allowToCall ? 'all' : 'circle',
      registered_at: new Date(today - person.registeredDaysAgo * DAY_MS),
    })),
  );
  const idOf = new Map(people.map(({ login }, index) => [login, requireKnown(ids[index], login)]));
  const subscriptions = people.flatMap(({ login, paidForDays }) =>
    paidForDays === null
      ? []
      : [
          {
            userId: requireKnown(idOf.get(login), login),
            fromDays: paidForDays - SUBSCRIPTION_DAYS,
            untilDays: paidForDays,
          },
        ],
  );
  await grantDemoSubscriptions(tx, subscriptions);
  await insertDemoConsents(tx, ids, new Date(today));
  return idOf;
}

async function seedAds(tx: Tx, { places, photos, today }: SeedContext, idOf: Map<string, number>): Promise<DemoWorld> {
  const ads = demoAdsWithHistory().map((ad) => ({
    ...ad,
    ownerId: requireKnown(idOf.get(ad.ownerLogin), ad.ownerLogin),
  }));
  const copies = ads.flatMap(({ ownerId, photos: names }) =>
    names.map((name) => ({ imageId: requireKnown(photos.get(name), name), ownerId })),
  );
  const imageIds = await copyImages(tx, copies);
  const attributes = await resolveDemoAttributes(
    tx,
    ads.map((ad) => places.category(ad.category)),
  );
  const ids = await insertDemoAds(
    tx,
    ads.map((ad) => ({
      owner_id: ad.ownerId,
      title: ad.title,
      description: ad.description,
      price_roubles: ad.priceRoubles,
      ...kindOf(ad, today),
      category_id: places.category(ad.category),
      ...places.find(ad.countryIso, ad.city),
      created_at: timestampBefore(today, ad.ageMinutes),
      district: demoDistrict(ad),
      attributes: attributes(places.category(ad.category), demoAttributes(ad)),
      image_ids: imageIds.splice(0, ad.photos.length),
      ...adStatusOf(ad, today),
    })),
  );
  const seeded = ads.map((ad, index) => ({ ...ad, id: requireKnown(ids[index], ad.title) }));
  const byTitle = new Map(seeded.map((ad) => [ad.title, ad]));
  return {
    today,
    personId: (login) => requireKnown(idOf.get(login), login),
    ad: (title) => requireKnown(byTitle.get(title), title),
    ads: seeded,
  };
}

function kindOf({ kind, pricePeriod, swapFor, returnInDays, lentTo }: DemoAdWithHistory, today: number) {
  return {
    ...(kind && { kind }),
    ...(pricePeriod && { price_period: pricePeriod }),
    ...(swapFor && { swap_for: swapFor }),
    ...(returnInDays !== undefined && { return_on: dayAhead(today, returnInDays) }),
    ...(lentTo && { deal: 'reserved' as const }),
  };
}

interface Places {
  find(iso: string, city: string): { country_id: number; city_id: number };
  category(icon: string): number;
}

async function loadPlaces(db: Db): Promise<Places> {
  const [cities, categories] = await Promise.all([
    db
      .selectFrom('cities')
      .innerJoin('countries', 'countries.id', 'cities.country_id')
      .select(['countries.iso', 'cities.name_en', 'cities.id as city_id', 'cities.country_id'])
      .execute(),
    db.selectFrom('categories').select(['id', 'icon']).execute(),
  ]);
  const byName = new Map(
    cities.map(({ iso, name_en, city_id, country_id }) => [`${iso} ${name_en}`, { country_id, city_id }]),
  );
  const byIcon = new Map(categories.map(({ icon, id }) => [icon, id]));
  return {
    find: (iso, city) => requireKnown(byName.get(`${iso} ${city}`), city),
    category: (icon) => requireKnown(byIcon.get(icon), icon),
  };
}

function requireKnown<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`the demo data names ${name}, which does not exist`);
  return value;
}
