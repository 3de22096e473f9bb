import type { Registration } from '@app/contract/people/auth';
import type { RegistrationMode } from '@app/contract/platform/site-settings';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import { Failure } from '../../../platform/failure.ts';
import { readSiteSettings } from '../../../platform/site-settings/site-settings.public.ts';
import { findUserByReferral, normalizeReferralCode } from '../../users/accounts.public.ts';

type Form = Pick<Registration, 'invitation_code' | 'registration_reason'>;

/** Refuses a registration that the operator does not let in at all, before anything is computed for it. */
export async function requireRegistrationOpen(db: Db, form: Form): Promise<RegistrationMode> {
  const mode = (await readSiteSettings(db)).settings.registration;
  if (mode === 'closed') throw new Failure('registration_closed');
  if (mode === 'invited' && !form.invitation_code) throw notInvited();
  if (mode === 'approved' && !form.registration_reason)
    throw new Failure('invalid_input', { fields: { registration_reason: 'errors.field.required' } });
  return mode;
}

/** Uses up the code of the newcomer, or has the newcomer wait for staff, in the transaction of the registration. */
export async function admitNewcomer(
  tx: Tx,
  mode: RegistrationMode,
  userId: number,
  { invitation_code: code = '', registration_reason: reason = '' }: Form,
  now: Date,
): Promise<void> {
  if (mode === 'invited' && !(await useCode(tx, code, userId, now)) && !(await findUserByReferral(tx, code)))
    throw notInvited();
  if (mode === 'approved') {
    await tx
      .insertInto('registration_requests')
      .values({ user_id: userId, reason, state: 'unconfirmed', requested_at: now })
      .execute();
  }
}

/** Of newcomers with the same code the first one commits, and the others find it used. */
async function useCode(tx: Tx, typed: string, userId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invitation_codes')
    .set({ used_at: now, used_by: userId })
    .where('code', '=', normalizeReferralCode(typed))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const notInvited = (): Failure =>
  new Failure('invitation_required', { fields: { invitation_code: 'errors.invitation_required' } });
