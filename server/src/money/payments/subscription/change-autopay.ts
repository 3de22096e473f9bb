import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import { findPaidUntil, lockPayer } from '../payments.queries.ts';
import { disableAutopay, removePaymentMethod, resumeAutopay, scheduleNextCharge } from './autopays.queries.ts';

/**
 * Turns autopay off or on. Turning it off is reliable: the payer's lock waits for a charge being requested and prevents
 * a new one.
 */
export async function changeAutopay({ db, clock }: Services, userId: number, isOn: boolean): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockPayer(tx, userId);
    if (!isOn) return disableAutopay(tx, userId);
    if (!(await resumeAutopay(tx, userId))) throw new Failure('method_missing');
    const { paidUntil } = await findPaidUntil(tx, userId);
    const now = clock();
    await scheduleNextCharge(tx, userId, paidUntil ?? now, now);
  });
}

export async function removeMethod({ db }: Services, userId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockPayer(tx, userId);
    await removePaymentMethod(tx, userId);
  });
}
