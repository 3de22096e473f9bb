import type {
  Category,
  CategoryDraft,
  City,
  CityDraft,
  Country,
  CountryDraft,
} from '@app/contract/reference/reference';
import { recordStaffAction } from '../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../platform/database/tables.ts';
import { findViolatedConstraint } from '../platform/database/violation.ts';
import type { Services } from '../platform/domain/services.ts';
import { Failure, requireFound } from '../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../platform/http/idempotency.ts';
import type { SignedInViewer } from '../platform/http/viewer.ts';
import { cityIndex } from './places/city-index.ts';
import { getCategory, getCity, getCountry } from './reference.public.ts';
import {
  findCountry,
  insertCategory,
  insertCity,
  insertCountry,
  updateCategory,
  updateCity,
  updateCountry,
} from './reference.queries.ts';
import type { ReferenceKind } from './reference-uses.public.ts';

type Key = IdempotencyKey | undefined;
type Id = number | null | undefined;

export async function createCategory(
  services: Services,
  viewer: SignedInViewer,
  key: Key,
  draft: CategoryDraft,
): Promise<Category> {
  const id = await create(services, viewer, key, 'category', draft, (tx) => insertCategory(tx, draft));
  return getCategory(services.db, viewer.lang, id);
}

export async function createCountry(
  services: Services,
  viewer: SignedInViewer,
  key: Key,
  draft: CountryDraft,
): Promise<Country> {
  const id = await create(services, viewer, key, 'country', draft, (tx) =>
    insertCountry(tx, draft).catch(refuseTakenIso),
  );
  return getCountry(services.db, viewer.lang, id);
}

export async function createCity(
  services: Services,
  viewer: SignedInViewer,
  key: Key,
  draft: CityDraft,
): Promise<City> {
  requireWholePoint(draft);
  await requireCountry(services.db, draft.country);
  const id = await create(services, viewer, key, 'city', draft, (tx) =>
    insertCity(tx, draft).catch(refuseRemovedCountry),
  );
  cityIndex.invalidate(services.pool);
  return getCity(services.db, viewer.lang, id);
}

export async function editCategory(
  services: Services,
  viewer: SignedInViewer,
  id: Id,
  draft: CategoryDraft,
): Promise<Category> {
  return edit(services, viewer, `category:${requiredId(id)}`, (tx) =>
    updateCategory(tx, viewer.lang, requiredId(id), draft),
  );
}

export async function editCountry(
  services: Services,
  viewer: SignedInViewer,
  id: Id,
  draft: CountryDraft,
): Promise<Country> {
  return edit(services, viewer, `country:${requiredId(id)}`, (tx) =>
    updateCountry(tx, viewer.lang, requiredId(id), draft).catch(refuseTakenIso),
  );
}

/** When a city moves to another country, the country of its users and ads is updated as well. */
export async function editCity(services: Services, viewer: SignedInViewer, id: Id, draft: CityDraft): Promise<City> {
  const { db, pool } = services;
  const cityId = requiredId(id);
  requireWholePoint(draft);
  await requireCountry(db, draft.country);
  const city = await edit(services, viewer, `city:${cityId}`, (tx) =>
    updateCity(tx, viewer.lang, cityId, draft).catch(refuseRemovedCountry),
  );
  cityIndex.invalidate(pool);
  return city;
}

async function create(
  { db, clock, publicCache }: Services,
  viewer: SignedInViewer,
  key: Key,
  kind: ReferenceKind,
  { name_native }: CategoryDraft,
  insert: (tx: Tx) => Promise<number>,
): Promise<number> {
  const { id } = await db.transaction().execute((tx) =>
    runIdempotent(tx, key, async () => {
      const created = await insert(tx);
      const details = { created: name_native };
      await recordStaffAction(tx, viewer, clock(), { action: 'reference.edit', object: `${kind}:${created}`, details });
      return created;
    }),
  );
  publicCache.invalidate();
  return id;
}

async function edit<Item extends CategoryDraft>(
  { db, clock, publicCache }: Services,
  viewer: SignedInViewer,
  object: string,
  update: (tx: Tx) => Promise<Item | undefined>,
): Promise<Item> {
  const item = await db.transaction().execute(async (tx) => {
    const changed = requireFound(await update(tx));
    const { name_en, name_native } = changed;
    await recordStaffAction(tx, viewer, clock(), {
      action: 'reference.edit',
      object,
      details: { name_en, name_native },
    });
    return changed;
  });
  publicCache.invalidate();
  return item;
}

function requiredId(id: Id): number {
  if (!id) throw new Failure('id_required');
  return id;
}

function requireWholePoint({ lat, lon }: CityDraft): void {
  const [hasLat, hasLon] = [lat ?? null, lon ?? null].map((degrees) => degrees !== null);
  if (hasLat !== hasLon)
    throw new Failure('invalid_input', { fields: { [hasLat ? 'lon' : 'lat']: 'errors.field.required' } });
}

async function requireCountry(db: Services['db'], id: number): Promise<void> {
  const country = await findCountry(db, 'ru', id);
  if (country === undefined) throw unknownCountry();
}

const unknownCountry = (): Failure =>
  new Failure('invalid_input', { fields: { country: 'reference.country.unknown' } });

function refuseTakenIso(error: unknown): never {
  if (findViolatedConstraint('unique', error) === undefined) throw error;
  throw new Failure('already_exists', { fields: { iso: 'errors.already_exists' } });
}

/** The country was removed concurrently. */
function refuseRemovedCountry(error: unknown): never {
  if (findViolatedConstraint('foreignKey', error) !== undefined) throw unknownCountry();
  throw error;
}
