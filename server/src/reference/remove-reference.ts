import type { ReferenceUses } from '@app/contract/reference/reference';
import { recordStaffAction } from '../platform/audit-log/record-staff-action.public.ts';
import { retryDeadlocks } from '../platform/database/retry-deadlocks.ts';
import type { Tx } from '../platform/database/tables.ts';
import type { Services } from '../platform/domain/services.ts';
import { Failure, requireFound } from '../platform/failure.ts';
import type { SignedInViewer } from '../platform/http/viewer.ts';
import { attributeDictionary } from './attribute-dictionary.ts';
import { cityIndex } from './places/city-index.ts';
import { countCitiesOf, deleteRow, lockRow, moveCities, type ReferenceTable } from './reference.queries.ts';
import type { ReferenceKind } from './reference-uses.public.ts';
import { listReferenceUses } from './reference-uses.public.ts';
import { moveSafePlaces } from './safe-places/safe-places.queries.ts';

const TABLES: Record<ReferenceKind, ReferenceTable> = { category: 'categories', country: 'countries', city: 'cities' };

/**
 * Removes a category, country or city. References change to `replacement` in the same transaction; without a
 * replacement the removal fails while ads, users or cities refer to the entry, and the error contains their number.
 */
export async function removeReference(
  services: Services,
  viewer: SignedInViewer,
  kind: ReferenceKind,
  { id, replacement }: { id: number; replacement?: number | null | undefined },
): Promise<{ id: number }> {
  const { db, pool, clock, publicCache } = services;
  const remove = async (tx: Tx): Promise<void> => {
    const { removed, other } = await lockBoth(tx, kind, id, replacement ?? null);
    const uses = await countUses(tx, kind, id);
    if (other !== undefined) await moveUses(tx, kind, { from: id, to: other.id });
    else if (Object.values(uses).some((count) => count > 0))
      throw new Failure('in_use', { text: `reference.${kind}.inUse`, details: { uses } });
    await deleteRow(tx, TABLES[kind], id);
    await recordStaffAction(tx, viewer, clock(), {
      action: 'reference.edit',
      object: `${kind}:${id}`,
      details: { removed: removed.name_native, ...(other && { replacement: other.id, moved: uses }) },
    });
  };
  // A concurrent update that sets the replacement may hold one lock and wait for the other.
  await retryDeadlocks(() => db.transaction().execute(remove));
  if (kind === 'category') attributeDictionary.invalidate(pool);
  else cityIndex.invalidate(pool);
  publicCache.invalidate();
  return { id };
}

/** Locks both rows in the order of ids, so that opposite replacements cannot deadlock. */
async function lockBoth(tx: Tx, kind: ReferenceKind, id: number, replacement: number | null) {
  const ids = replacement === null ? [id] : [id, replacement].sort((a, b) => a - b);
  const rows = new Map<number, { id: number; name_native: string }>();
  for (const rowId of ids) {
    const row = await lockRow(tx, TABLES[kind], rowId);
    if (row !== undefined) rows.set(rowId, row);
  }
  const removed = requireFound(rows.get(id));
  if (replacement === null) return { removed, other: undefined };
  const other = rows.get(replacement);
  if (other === undefined || other === removed)
    throw new Failure('invalid_input', { fields: { replacement: 'errors.field.invalid' } });
  return { removed, other };
}

async function countUses(tx: Tx, kind: ReferenceKind, id: number): Promise<ReferenceUses> {
  const uses: ReferenceUses = { ads: 0, people: 0, cities: kind === 'country' ? await countCitiesOf(tx, id) : 0 };
  for (const { counted } of listReferenceUses()) if (counted) uses[counted.as] += await counted.count(tx, kind, id);
  return uses;
}

async function moveUses(tx: Tx, kind: ReferenceKind, ids: { from: number; to: number }): Promise<void> {
  if (kind === 'country') await moveCities(tx, ids);
  if (kind === 'city') await moveSafePlaces(tx, ids);
  for (const { move } of listReferenceUses()) await move(tx, kind, ids);
}
