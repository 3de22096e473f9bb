import type { Selectable } from 'kysely';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import { findAccount, lockAccount, reinstateUser } from '../../people/users/accounts.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';
import { SANCTIONS_PAGE } from './apply-sanction.ts';
import { leaveBulkSanction } from './bulk-sanctions/leave-bulk-sanction.ts';
import type { SanctionsTable } from './moderation.tables.ts';
import { findModerationTarget, parseObjectRef } from './moderation-target.public.ts';

export type SanctionRow = Selectable<SanctionsTable>;

export function lockSanction(tx: Tx, id: number): Promise<SanctionRow | undefined> {
  return tx.selectFrom('sanctions').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/**
 * Locks what ending a sanction changes before the sanction itself, the order used everywhere: its user and the content
 * that it hides.
 */
export async function lockSanctionTargets(tx: Tx, id: number): Promise<void> {
  const sanction = await tx
    .selectFrom('sanctions')
    .select(['kind', 'user_id', 'object'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (sanction === undefined) return;
  if (sanction.kind === 'suspend') await lockAccount(tx, sanction.user_id);
  if (sanction.kind !== 'hide') return;
  const target = parseObjectRef(sanction.object);
  await findModerationTarget(target.kind)?.lock?.(tx, target.id);
}

export interface SanctionEnd {
  /** `over`: expired, `lifted`: by staff, `kept`: staff reviewed the sanction and it stays. */
  what: 'over' | 'lifted' | 'kept';
  answer: string;
  by: number | null;
}

/** Ends a sanction that the caller has locked: shows hidden content again and reinstates the user. */
export async function endSanction(services: Services, tx: Tx, sanction: SanctionRow, end: SanctionEnd): Promise<void> {
  const now = services.clock();
  const { id, user_id: userId, kind, object } = sanction;
  const answer = end.answer === '' ? {} : { answer: end.answer };
  const isLifted = end.what === 'lifted';
  await tx
    .updateTable('sanctions')
    .set({ ended_at: sanction.ended_at ?? now, ...(isLifted && { lifted_by: end.by }), ...answer })
    .where('id', '=', id)
    .execute();
  if (kind === 'suspend') await reinstateUnlessSuspended(services, tx, userId, now);
  if (kind === 'suspend' && isLifted) await leaveBulkSanction(services, tx, userId, id);
  if (kind === 'hide' && isLifted) {
    const { kind: targetKind, id: targetId } = parseObjectRef(object);
    await findModerationTarget(targetKind)?.restore?.(services, tx, targetId, end.by ?? 0);
  }
  await notifySanctionEnded(services, tx, sanction, end);
}

/** Does nothing while another suspension runs; a user who also left must restore the account themselves. */
async function reinstateUnlessSuspended(services: Services, tx: Tx, userId: number, now: Date): Promise<void> {
  const other = await tx
    .selectFrom('sanctions')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'suspend')
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  const account = await findAccount(tx, userId);
  if (other !== undefined || account?.status !== 'suspended') return;
  await reinstateUser(tx, userId, now);
  if (account.deleted_at === null)
    await emit(services, tx, { type: 'user.visibilityChanged', userId, isHidden: false });
}

export async function notifySanctionEnded(
  services: Services,
  tx: Tx,
  sanction: SanctionRow,
  end: SanctionEnd,
): Promise<void> {
  const { config, mail } = services;
  const { id, kind, user_id: userId } = sanction;
  const title = sanction.evidence.title ?? '';
  await notify(tx, services, {
    userId,
    kind: 'measure_end',
    link: SANCTIONS_PAGE,
    values: { what: end.what, title, reason: end.answer },
    dedupe: `measure:${id}:${end.what}`,
  });
  const account = await findAccount(tx, userId);
  if (account === undefined || account.deleted_at !== null || account.email === '') return;
  await mail.queue(tx, {
    to: account.email,
    lang: account.lang,
    template: 'measure_end',
    values: {
      what: end.what,
      kind,
      title,
      hasAnswer: end.answer === '' ? 'no' : 'yes',
      answer: end.answer,
      link: `${config.publicUrl}${SANCTIONS_PAGE}`,
    },
  });
}
