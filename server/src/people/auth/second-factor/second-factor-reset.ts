import { SECOND_FACTOR_RESET_DAYS } from '@app/contract/people/security';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { type Account, findAccount } from '../../users/accounts.public.ts';
import type { Device } from '../devices/device-name.ts';
import { notifyOwner } from '../notify-owner.ts';
import { lockUserForShare, logSecurityEvent } from '../security-log.ts';
import { deleteTotp } from './totp.ts';

const DAY_MS = 24 * 3600 * 1000;
const AT_ONCE = 100;
const NO_DEVICE: Device = { ip: '', userAgent: undefined };

/** Starts the waiting time of a reset. Repeated requests neither shorten nor prolong it. */
export async function startReset(services: Services, account: Account, device: Device): Promise<Date> {
  const { db, clock } = services;
  const now = clock();
  const due = new Date(now.getTime() + SECOND_FACTOR_RESET_DAYS * DAY_MS);
  return db.transaction().execute(async (tx) => {
    const started = await tx
      .insertInto('second_factor_resets')
      .values({ user_id: account.id, asked_at: now, due_at: due })
      .onConflict((conflict) => conflict.doNothing())
      .returning('due_at')
      .executeTakeFirst();
    if (started === undefined) return (await findReset(tx, account.id)) ?? due;
    await logSecurityEvent(tx, { userId: account.id, kind: 'reset_asked', device, at: now });
    await notifyOwner(services, tx, 'second_step_reset', account, { device, due: due.toISOString() });
    return due;
  });
}

export async function findReset(db: Db, userId: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('second_factor_resets')
    .select('due_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.due_at;
}

/** A full sign-in, or an explicit statement, shows that the codes are not lost. */
export async function cancelReset({ clock }: Services, tx: Tx, userId: number, device: Device): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('second_factor_resets')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await logSecurityEvent(tx, { userId, kind: 'reset_cancelled', device, at: clock() });
}

/** Removes the second factor when the waiting time is over, even if the job has not run yet. */
export async function finishDueReset(services: Services, userId: number): Promise<void> {
  const { db, clock } = services;
  const due = await findReset(db, userId);
  if (due === undefined || due > clock()) return;
  await db.transaction().execute(async (tx) => {
    await lockUserForShare(tx, userId);
    // The delete locks the row, so that only one caller sends the notification.
    const { numDeletedRows } = await tx
      .deleteFrom('second_factor_resets')
      .where('user_id', '=', userId)
      .where('due_at', '<=', clock())
      .executeTakeFirst();
    const account = await findAccount(tx, userId);
    if (numDeletedRows === 0n || account === undefined) return;
    await deleteTotp(tx, userId);
    await logSecurityEvent(tx, { userId, kind: 'reset_done', device: NO_DEVICE, at: clock() });
    await notifyOwner(services, tx, 'second_step_reset_done', account);
  });
}

/** Finishes due resets, and emails owners whose reset is due within a day. */
export async function advanceResets(services: Services): Promise<void> {
  const { db, clock } = services;
  const due = await db
    .selectFrom('second_factor_resets')
    .select('user_id')
    .where('due_at', '<=', clock())
    .limit(AT_ONCE)
    .execute();
  for (const { user_id } of due) await finishDueReset(services, user_id);
  const soon = await db
    .selectFrom('second_factor_resets')
    .select('user_id')
    .where('due_at', '<=', new Date(clock().getTime() + DAY_MS))
    .where('reminded_at', 'is', null)
    .limit(AT_ONCE)
    .execute();
  for (const { user_id } of soon) await sendResetReminder(services, user_id);
}

async function sendResetReminder(services: Services, userId: number): Promise<void> {
  const { db, clock } = services;
  await db.transaction().execute(async (tx) => {
    const reminded = await tx
      .updateTable('second_factor_resets')
      .set({ reminded_at: clock() })
      .where('user_id', '=', userId)
      .where('reminded_at', 'is', null)
      .returning('due_at')
      .executeTakeFirst();
    const account = await findAccount(tx, userId);
    if (reminded === undefined || account === undefined) return;
    await notifyOwner(services, tx, 'second_step_reset_soon', account, { due: reminded.due_at.toISOString() });
  });
}
