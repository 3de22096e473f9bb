import type { Category, CategoryDraft, City, CityDraft, Country, CountryDraft } from '@app/contract/reference';
import type { Transaction } from 'kysely';
import type { Database } from '../database.ts';
import { Failure } from '../platform/failure.ts';
import { type IdempotencyKey, once } from '../platform/idempotency.ts';
import type { PublicCache } from '../platform/public-cache.ts';
import type { Viewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import { atlas } from './atlas.ts';
import { attributeDictionary } from './attribute-dictionary.ts';
import { getCategory, getCity, getCountry } from './reference.public.ts';
import {
  deleteRow,
  findCountry,
  insertCategory,
  insertCity,
  insertCountry,
  updateCategory,
  updateCity,
  updateCountry,
} from './reference.queries.ts';

const FOREIGN_KEY_VIOLATION = '23503';

type Key = IdempotencyKey | undefined;
type Id = number | null | undefined;

export async function createCategory(
  services: Services,
  viewer: Viewer,
  key: Key,
  draft: CategoryDraft,
): Promise<Category> {
  const id = await create(services, key, (tx) => insertCategory(tx, draft));
  return getCategory(services.db, viewer.lang, id);
}

export async function createCountry(
  services: Services,
  viewer: Viewer,
  key: Key,
  draft: CountryDraft,
): Promise<Country> {
  const id = await create(services, key, (tx) => insertCountry(tx, draft));
  return getCountry(services.db, viewer.lang, id);
}

export async function createCity(services: Services, viewer: Viewer, key: Key, draft: CityDraft): Promise<City> {
  requireWholePoint(draft);
  await requireCountry(services.db, draft.country);
  const id = await create(services, key, (tx) => insertCity(tx, draft));
  atlas.forget(services.pool);
  return getCity(services.db, viewer.lang, id);
}

export async function editCategory(
  { db, publicCache }: Services,
  viewer: Viewer,
  id: Id,
  draft: CategoryDraft,
): Promise<Category> {
  return edited(publicCache, await updateCategory(db, viewer.lang, requiredId(id), draft));
}

export async function editCountry(
  { db, publicCache }: Services,
  viewer: Viewer,
  id: Id,
  draft: CountryDraft,
): Promise<Country> {
  return edited(publicCache, await updateCountry(db, viewer.lang, requiredId(id), draft));
}

/** A city that moves to another country takes along the people and ads that name it. */
export async function editCity(services: Services, viewer: Viewer, id: Id, draft: CityDraft): Promise<City> {
  const { db, pool, publicCache } = services;
  const cityId = requiredId(id);
  requireWholePoint(draft);
  await requireCountry(db, draft.country);
  const city = await updateCity(db, viewer.lang, cityId, draft);
  atlas.forget(pool);
  return edited(publicCache, city);
}

/** What its ads were asked for goes along. */
export async function removeCategory({ db, pool, publicCache }: Services, id: number): Promise<{ id: number }> {
  const happened = await refuseWhileUsed('reference.category.inUse', () => deleteRow(db, 'categories', id));
  attributeDictionary.forget(pool);
  return removed(publicCache, id, happened);
}

export async function removeCountry({ db, publicCache }: Services, id: number): Promise<{ id: number }> {
  return removed(
    publicCache,
    id,
    await refuseWhileUsed('reference.country.inUse', () => deleteRow(db, 'countries', id)),
  );
}

export async function removeCity({ db, publicCache }: Services, id: number): Promise<{ id: number }> {
  return removed(publicCache, id, await refuseWhileUsed('reference.city.inUse', () => deleteRow(db, 'cities', id)));
}

async function create(
  { db, publicCache }: Services,
  key: Key,
  insert: (tx: Transaction<Database>) => Promise<number>,
): Promise<number> {
  const { id } = await db.transaction().execute((tx) => once(tx, key, () => insert(tx)));
  publicCache.invalidate();
  return id;
}

function requiredId(id: Id): number {
  if (!id) throw new Failure('id_required');
  return id;
}

/** Half a point is none. */
function requireWholePoint({ lat, lon }: CityDraft): void {
  const [hasLat, hasLon] = [lat ?? null, lon ?? null].map((degrees) => degrees !== null);
  if (hasLat !== hasLon)
    throw new Failure('invalid_input', { fields: { [hasLat ? 'lon' : 'lat']: 'errors.field.required' } });
}

async function requireCountry(db: Services['db'], id: number): Promise<void> {
  const country = await findCountry(db, 'ru', id);
  if (country === undefined) throw new Failure('invalid_input', { fields: { country: 'reference.country.unknown' } });
}

/** The database knows what refers to what; asking beforehand would leave a gap for a new ad to slip into. */
async function refuseWhileUsed<Result>(text: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION)
      throw new Failure('in_use', { text });
    throw error;
  }
}

function edited<Item>(publicCache: PublicCache, item: Item | undefined): Item {
  if (item === undefined) throw new Failure('not_found');
  publicCache.invalidate();
  return item;
}

function removed(publicCache: PublicCache, id: number, happened: boolean): { id: number } {
  if (!happened) throw new Failure('not_found');
  publicCache.invalidate();
  return { id };
}
