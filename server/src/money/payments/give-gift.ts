import type { StaffPayer, staffPaymentsApi } from '@app/contract/money/staff-payments';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { setPaidUntil } from '../../people/users/users.public.ts';
import { noteAction } from '../../platform/audit-log/note-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import { type IdempotencyKey, once } from '../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { holdPurses, post } from './ledger.ts';
import { creditBonus } from './payments.public.ts';
import { findPayer, lockPayer } from './payments.queries.ts';
import { showPayer } from './staff-payments.queries.ts';
import { planTurn } from './subscription/autopays.queries.ts';
import { addGiftDays } from './subscription/subscription-period.ts';
import { tellCredit } from './tell-credit.public.ts';

type Gift = BodyOf<(typeof staffPaymentsApi)['give']>;

/** Give a person days, points or roubles, and say why: to them, in the books, and in the log of what staff do. */
export async function giveGift(
  services: Services,
  viewer: SignedInViewer,
  userId: number,
  gift: Gift,
  idempotency: IdempotencyKey | undefined,
): Promise<StaffPayer> {
  const { db, publicCache } = services;
  if (viewer.userId === userId) throw new Failure('forbidden');
  await db.transaction().execute(async (tx) => {
    await lockPayer(tx, userId);
    if ((await findPayer(tx, userId)) === undefined) throw new Failure('not_found');
    await once(tx, idempotency, () => give(services, tx, viewer, userId, gift));
  });
  publicCache.invalidate();
  const payer = await showPayer(db, userId);
  if (payer === undefined) throw new Failure('not_found');
  return payer;
}

async function give(services: Services, tx: Tx, viewer: SignedInViewer, userId: number, gift: Gift): Promise<number> {
  const now = services.clock();
  const { what, amount, reason } = gift;
  const { id } = await tx
    .insertInto('gifts')
    .values({ user_id: userId, what, amount, reason, given_by: viewer.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (what === 'points') {
    await creditBonus(tx, { userId, points: amount, reason: 'gift', sourceKey: `gift:${id}`, giftId: id });
  } else if (what === 'roubles') {
    await holdPurses(tx, userId);
    await post(tx, { kind: 'gift', userId, giftId: id }, [
      ['expense:gifts', amount * 100],
      ['balance', -amount * 100],
    ]);
  } else {
    await post(tx, { kind: 'gift', userId, giftId: id }, []);
    const until = await addGiftDays(tx, userId, amount, now);
    await setPaidUntil(tx, userId, until);
    await planTurn(tx, userId, until, now);
  }
  await noteAction(tx, viewer, now, {
    action: 'money.grant',
    object: `gift:${id}`,
    aboutUserId: userId,
    details: { what, amount },
  });
  await tellCredit(services, tx, { userId, what, amount, comment: reason, key: `gift:${id}` });
  return id;
}
