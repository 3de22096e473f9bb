import type { SafePlace, SafePlaceDraft } from '@app/contract/reference/safe-places';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { findViolatedConstraint } from '../../platform/database/violation.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { deleteSafePlace, findSafePlace, insertSafePlace, updateSafePlace } from './safe-places.queries.ts';

export async function createSafePlace(
  services: Services,
  viewer: SignedInViewer,
  key: IdempotencyKey | undefined,
  draft: SafePlaceDraft,
): Promise<SafePlace> {
  const { id } = await services.db.transaction().execute((tx) =>
    runIdempotent(tx, key, async () => {
      const created = await insertSafePlace(tx, draft).catch(refuseUnfit);
      await record(services, tx, viewer, created, { created: draft.name });
      return created;
    }),
  );
  return requireFound(await findSafePlace(services.db, viewer.lang, id));
}

export async function editSafePlace(
  services: Services,
  viewer: SignedInViewer,
  id: number | null | undefined,
  draft: SafePlaceDraft,
): Promise<SafePlace> {
  if (!id) throw new Failure('id_required');
  await services.db.transaction().execute(async (tx) => {
    if (!(await updateSafePlace(tx, id, draft).catch(refuseUnfit))) throw new Failure('not_found');
    await record(services, tx, viewer, id, { name: draft.name, address: draft.address });
  });
  return requireFound(await findSafePlace(services.db, viewer.lang, id));
}

export async function removeSafePlace(services: Services, viewer: SignedInViewer, id: number): Promise<{ id: number }> {
  await services.db.transaction().execute(async (tx) => {
    await record(services, tx, viewer, id, { removed: requireFound(await deleteSafePlace(tx, id)) });
  });
  return { id };
}

const record = (services: Services, tx: Tx, viewer: SignedInViewer, id: number, details: Record<string, string>) =>
  recordStaffAction(tx, viewer, services.clock(), { action: 'reference.edit', object: `safe_place:${id}`, details });

function refuseUnfit(error: unknown): never {
  if (findViolatedConstraint('unique', error) !== undefined)
    throw new Failure('already_exists', { fields: { name: 'errors.already_exists' } });
  if (findViolatedConstraint('foreignKey', error) !== undefined)
    throw new Failure('invalid_input', { fields: { city: 'errors.field.invalid' } });
  throw error;
}
