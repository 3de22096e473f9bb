import { sql } from 'kysely';
import { copyImages } from '../files/media/copy-images.public.ts';
import { insertDemoAds } from '../market/ads/ads.public.ts';
import { grantDemoSubscriptions } from '../money/payments/payments.public.ts';
import { insertDemoConsents } from '../people/auth/demo-consents.public.ts';
import { hashPassword } from '../people/users/passwords/passwords.public.ts';
import { insertDemoUsers } from '../people/users/users.public.ts';
import type { Db, Tx } from '../platform/database/tables.ts';
import type { Services } from '../platform/services.ts';
import { demoAttributes, readDemoAttributes } from './demo-attributes.ts';
import { demoDistrict } from './demo-districts.ts';
import { livedAds } from './demo-life.ts';
import { DEMO_PASSWORD, demoPeople } from './demo-people.ts';
import { storePictures } from './demo-pictures.ts';
import { seedCollections } from './seed-collections.ts';
import { seedDialogs } from './seed-dialogs.ts';
import { type Cast, DAY_MS, momentBefore, seedLife, standingOf } from './seed-life.ts';
import { seedMoney } from './seed-money.ts';
import { seedMusic } from './seed-music.ts';
import { seedNews } from './seed-news.ts';
import { seedPublications } from './seed-publications.ts';
import { seedStreams } from './seed-streams.ts';

/** A year of subscription, as it is sold. */
const SUBSCRIPTION_DAYS = 365;

/** The demonstration is configured, and nobody but the administrator is here yet. */
export async function isDemoWanted({ config, db }: Pick<Services, 'config' | 'db'>): Promise<boolean> {
  return config.demo && (await isUnused(db));
}

/**
 * Fill an unused database with people, their subscriptions, their ads and what they did with those. All of it appears in one transaction: a start that is
 * killed in the middle leaves the database unused, and of two nodes that start at once one does the work.
 */
export async function seedDemo(services: Services): Promise<void> {
  const { db, log, clock } = services;
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
      livedAds().flatMap((ad) => ad.photos),
    ),
  ]);
  const today = Math.floor(clock().getTime() / DAY_MS) * DAY_MS;
  const stage: Stage = { places: await readPlaces(db), passwordHash, avatars, photos, today };

  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`.execute(tx);
    if (!(await isUnused(tx))) return;
    const idOf = await seedPeople(tx, stage);
    const cast = await seedAds(tx, stage, idOf);
    await seedLife(tx, cast);
    await seedDialogs(tx, services, cast);
    const publicationIds = await seedPublications(tx, services, cast);
    const playlists = await seedMusic(tx, services, cast);
    await seedCollections(tx, cast, publicationIds, playlists);
    await seedStreams(tx, services, cast);
    await seedMoney(tx, cast, clock());
    await seedNews(tx, services, { ...cast, places: stage.places, now: clock() });
  });
  log.info({ ms: Math.round(performance.now() - startedAt) }, 'demo data is in place');
}

/** What the demonstration stands on. */
interface Stage {
  places: Places;
  passwordHash: string;
  avatars: Map<string, number>;
  photos: Map<string, number>;
  /** Start of the day in UTC, milliseconds: ads of one day keep their times whenever the day's first start was. */
  today: number;
}

async function isUnused(db: Db): Promise<boolean> {
  const { rows } = await sql<{ unused: boolean }>`
    select not exists (select from users where not is_superuser) and not exists (select from ads) as unused`.execute(
    db,
  );
  return rows[0]?.unused === true;
}

/** Answers login -> id. */
async function seedPeople(tx: Tx, { places, passwordHash, avatars, today }: Stage): Promise<Map<string, number>> {
  const people = demoPeople();
  const faces = people.flatMap(({ avatar }) => avatar ?? []);
  // People come after their pictures, so the pictures belong to nobody; replacing one releases it all the same.
  const faceIds = await copyImages(
    tx,
    faces.map((name) => ({ imageId: known(avatars.get(name), name), ownerId: null })),
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
      ...places.find(person.countryIso, person.city),
      photo_image_id: person.avatar === null ? null : known(faceIds.shift(), person.avatar),
      position: person.position,
      description: person.description,
      may_call: person.allowToCall ? 'all' : 'circle',
      registered_at: new Date(today - person.registeredDaysAgo * DAY_MS),
    })),
  );
  const idOf = new Map(people.map(({ login }, index) => [login, known(ids[index], login)]));
  const subscriptions = people.flatMap(({ login, paidForDays }) =>
    paidForDays === null
      ? []
      : [{ userId: known(idOf.get(login), login), fromDays: paidForDays - SUBSCRIPTION_DAYS, untilDays: paidForDays }],
  );
  await grantDemoSubscriptions(tx, subscriptions);
  await insertDemoConsents(tx, ids, new Date(today));
  return idOf;
}

async function seedAds(tx: Tx, { places, photos, today }: Stage, idOf: Map<string, number>): Promise<Cast> {
  const ads = livedAds().map((ad) => ({ ...ad, ownerId: known(idOf.get(ad.ownerLogin), ad.ownerLogin) }));
  const copies = ads.flatMap(({ ownerId, photos: names }) =>
    names.map((name) => ({ imageId: known(photos.get(name), name), ownerId })),
  );
  const imageIds = await copyImages(tx, copies);
  const attributes = await readDemoAttributes(
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
      category_id: places.category(ad.category),
      ...places.find(ad.countryIso, ad.city),
      created_at: momentBefore(today, ad.ageMinutes),
      district: demoDistrict(ad),
      attributes: attributes(places.category(ad.category), demoAttributes(ad)),
      image_ids: imageIds.splice(0, ad.photos.length),
      ...standingOf(ad, today),
    })),
  );
  const seeded = ads.map((ad, index) => ({ ...ad, id: known(ids[index], ad.title) }));
  const byTitle = new Map(seeded.map((ad) => [ad.title, ad]));
  return {
    today,
    personId: (login) => known(idOf.get(login), login),
    ad: (title) => known(byTitle.get(title), title),
    ads: seeded,
  };
}

interface Places {
  find(iso: string, city: string): { country_id: number; city_id: number };
  category(icon: string): number;
}

async function readPlaces(db: Db): Promise<Places> {
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
    find: (iso, city) => known(byName.get(`${iso} ${city}`), city),
    category: (icon) => known(byIcon.get(icon), icon),
  };
}

function known<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`the demo data names ${name}, which does not exist`);
  return value;
}
