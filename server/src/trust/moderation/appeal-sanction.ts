import { APPEAL_DAYS, type Sanction } from '@app/contract/trust/sanctions';
import { findAccount, isStaffAccount } from '../../people/users/accounts.public.ts';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { lockSanction, lockSanctionTargets } from './end-sanction.ts';
import { openCase } from './open-case.public.ts';
import { appealUntil, findSanction, presentSanction } from './own-sanctions.ts';
import { revokeSanction } from './revoke-sanction.ts';
import { parseSanctionToken } from './sanction-token.ts';

/** Appeals against an own sanction: once, within `APPEAL_DAYS`. The case excludes the staff member who decided. */
export async function appealSanction(services: Services, userId: number, id: number, text: string): Promise<Sanction> {
  const { db, clock } = services;
  const now = clock();
  await db.transaction().execute(async (tx) => {
    const sanction = await lockSanction(tx, id);
    if (sanction === undefined || sanction.user_id !== userId) throw new Failure('not_found');
    if (sanction.appealed_at !== null) throw new Failure('appeal_used');
    if (sanction.lifted_by !== null || appealUntil(sanction) <= now)
      throw new Failure('appeal_late', { values: { days: APPEAL_DAYS } });
    await tx.updateTable('sanctions').set({ appeal: text, appealed_at: now }).where('id', '=', id).execute();
    await openCase(tx, {
      kind: 'appeal',
      object: `measure:${id}`,
      aboutUserId: userId,
      reason: sanction.rule,
      evidence: { title: sanction.evidence.title ?? '', text: sanction.evidence.text ?? '', note: text },
      excludedStaffId: sanction.decided_by,
      now,
    });
  });
  return getSanction(services, id);
}

export async function getSanctionByLink(services: Services, token: string): Promise<Sanction> {
  const id = requireFound(await parseSanctionToken(services.db, token));
  return getSanction(services, id);
}

export async function appealSanctionByLink(services: Services, token: string, text: string): Promise<Sanction> {
  const id = await parseSanctionToken(services.db, token);
  const sanction = requireFound(id === undefined ? undefined : await findSanction(services.db, id));
  return appealSanction(services, sanction.user_id, sanction.id, text);
}

async function getSanction(services: Services, id: number): Promise<Sanction> {
  const row = requireFound(await findSanction(services.db, id));
  return presentSanction(services, row);
}

/** Lifts a sanction before its end, which also answers a pending appeal. */
export async function liftSanction(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  answer: string,
): Promise<{ id: number }> {
  const { db, clock } = services;
  await db.transaction().execute(async (tx) => {
    await lockSanctionTargets(tx, id);
    const sanction = await lockSanction(tx, id);
    if (sanction === undefined || (sanction.user_id === viewer.userId && !viewer.isSuperuser))
      throw new Failure('not_found');
    // Only superusers may sanction staff, so only they may lift such sanctions.
    const about = await findAccount(tx, sanction.user_id);
    if (about !== undefined && isStaffAccount(about) && !viewer.isSuperuser) throw new Failure('forbidden');
    if (sanction.ended_at !== null) throw new Failure('conflict');
    await revokeSanction(services, tx, sanction, { answer, by: viewer.userId });
    await recordStaffAction(tx, viewer, clock(), {
      action: 'moderation.lift',
      object: `measure:${id}`,
      aboutUserId: sanction.user_id,
      details: { kind: sanction.kind },
    });
  });
  services.publicCache.invalidate();
  return { id };
}
