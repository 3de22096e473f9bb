import type { registrationsApi } from '@app/contract/people/registrations';
import type { BodyOf, QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import { recordStaffAction } from '../../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { generateReferralCode } from '../../users/accounts.public.ts';

/** Twice as long as the personal code of a member, so that the two never meet and nobody guesses one. */
const newCode = (): string => generateReferralCode() + generateReferralCode();

export async function listCodes(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedInViewer,
  { size, offset }: QueryOf<typeof registrationsApi.listCodes>,
): Promise<ResponseOf<typeof registrationsApi.listCodes>> {
  const rows = await db
    .selectFrom('invitation_codes as c')
    .leftJoin('users as u', 'u.id', 'c.used_by')
    .select(['c.id', 'c.code', 'c.note', 'c.created_at', 'c.used_at', 'c.used_by', 'u.firstname', 'u.lastname'])
    .orderBy('c.id', 'desc')
    .limit(size)
    .offset(offset)
    .execute();
  const { total } = await db
    .selectFrom('invitation_codes')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  await recordStaffAction(db, viewer, clock(), { action: 'invitation_codes.read', details: { offset } });
  const codes = rows.map(({ id, code, note, created_at, used_at, used_by, firstname, lastname }) => ({
    id,
    code,
    note,
    created: created_at.toISOString(),
    used: used_at?.toISOString() ?? null,
    used_by: used_by === null ? null : { id: used_by, name: `${firstname} ${lastname}`.trim() },
  }));
  return { codes, total };
}

export async function createCodes(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedInViewer,
  { count, note }: BodyOf<typeof registrationsApi.createCodes>,
): Promise<{ codes: string[] }> {
  const now = clock();
  const codes = Array.from({ length: count }, newCode);
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('invitation_codes')
      .values(codes.map((code) => ({ code, note, created_at: now, created_by: viewer.userId })))
      .execute();
    await recordStaffAction(tx, viewer, now, { action: 'invitation_codes.create', details: { count } });
  });
  return { codes };
}

/** A used code stays: it tells whom it admitted. */
export async function removeCode(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedInViewer,
  id: number,
): Promise<{ id: number }> {
  await db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('invitation_codes')
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (numDeletedRows === 0n) {
      const isUsed = await tx.selectFrom('invitation_codes').select('id').where('id', '=', id).executeTakeFirst();
      throw new Failure(isUsed === undefined ? 'not_found' : 'conflict');
    }
    await recordStaffAction(tx, viewer, clock(), {
      action: 'invitation_codes.remove',
      object: `invitation_code:${id}`,
    });
  });
  return { id };
}
