import type { StaffPayer, staffPaymentsApi } from '@app/contract/money/staff-payments';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { setPaidUntil } from '../../people/users/users.public.ts';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { lockBalances, postTransaction } from './ledger.ts';
import { notifyCredit } from './notify-credit.public.ts';
import { creditBonus } from './payments.public.ts';
import { findPayer, lockPayer } from './payments.queries.ts';
import { findStaffPayer } from './staff-payments.queries.ts';
import { scheduleNextCharge } from './subscription/autopays.queries.ts';
import { addCreditedDays } from './subscription/subscription-period.ts';

type ManualCreditInput = BodyOf<(typeof staffPaymentsApi)['addManualCredit']>;

export async function grantManualCredit(
  services: Services,
  viewer: SignedInViewer,
  userId: number,
  credit: ManualCreditInput,
  idempotency: IdempotencyKey | undefined,
): Promise<StaffPayer> {
  const { db, publicCache } = services;
  if (viewer.userId === userId) throw new Failure('forbidden');
  await db.transaction().execute(async (tx) => {
    await lockPayer(tx, userId);
    if ((await findPayer(tx, userId)) === undefined) throw new Failure('not_found');
    await runIdempotent(tx, idempotency, () => insertManualCredit(services, tx, viewer, userId, credit));
  });
  publicCache.invalidate();
  return requireFound(await findStaffPayer(db, userId));
}

async function insertManualCredit(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  userId: number,
  credit: ManualCreditInput,
): Promise<number> {
  const now = services.clock();
  const { what, amount, reason } = credit;
  const { id } = await tx
    .insertInto('manual_credits')
    .values({ user_id: userId, what, amount, reason, given_by: viewer.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (what === 'points') {
    await creditBonus(tx, { userId, points: amount, reason: 'gift', sourceKey: `gift:${id}`, manualCreditId: id });
  } else if (what === 'roubles') {
    await lockBalances(tx, userId);
    await postTransaction(tx, { kind: 'gift', userId, manualCreditId: id }, [
      ['expense:gifts', amount * 100],
      ['balance', -amount * 100],
    ]);
  } else {
    await postTransaction(tx, { kind: 'gift', userId, manualCreditId: id }, []);
    const until = await addCreditedDays(tx, userId, amount, now);
    await setPaidUntil(tx, userId, until);
    await scheduleNextCharge(tx, userId, until, now);
  }
  await recordStaffAction(tx, viewer, now, {
    action: 'money.grant',
    object: `gift:${id}`,
    aboutUserId: userId,
    details: { what, amount },
  });
  await notifyCredit(services, tx, { userId, what, amount, comment: reason, key: `gift:${id}` });
  return id;
}
