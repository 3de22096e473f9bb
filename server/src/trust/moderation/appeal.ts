import { APPEAL_DAYS, type Measure } from '@app/contract/trust/measures';
import { findAccount, isStaffAccount } from '../../people/users/accounts.public.ts';
import { noteAction } from '../../platform/audit-log/note-action.public.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { holdConcerned, holdMeasure } from './end-measure.ts';
import { readMeasureToken } from './measure-token.ts';
import { openCase } from './open-case.public.ts';
import { appealUntil, findMeasure, showMeasure } from './own-measures.ts';
import { takeBack } from './take-back.ts';

/** Appeal against a measure of one's own: once, within its days. It waits for somebody else than who decided. */
export async function appeal(services: Services, userId: number, id: number, text: string): Promise<Measure> {
  const { db, clock } = services;
  const now = clock();
  await db.transaction().execute(async (tx) => {
    const measure = await holdMeasure(tx, id);
    if (measure === undefined || measure.user_id !== userId) throw new Failure('not_found');
    if (measure.appealed_at !== null) throw new Failure('appeal_used');
    if (measure.lifted_by !== null || appealUntil(measure) <= now)
      throw new Failure('appeal_late', { values: { days: APPEAL_DAYS } });
    await tx.updateTable('measures').set({ appeal: text, appealed_at: now }).where('id', '=', id).execute();
    await openCase(tx, {
      kind: 'appeal',
      object: `measure:${id}`,
      aboutUserId: userId,
      reason: measure.rule,
      evidence: { title: measure.evidence.title ?? '', text: measure.evidence.text ?? '', note: text },
      notFor: measure.decided_by,
      now,
    });
  });
  return getMeasure(services, id);
}

/** The measure that a signed link names. */
export async function readByLink(services: Services, token: string): Promise<Measure> {
  const id = await readMeasureToken(services.db, token);
  if (id === undefined) throw new Failure('not_found');
  return getMeasure(services, id);
}

export async function appealByLink(services: Services, token: string, text: string): Promise<Measure> {
  const id = await readMeasureToken(services.db, token);
  const measure = id === undefined ? undefined : await findMeasure(services.db, id);
  if (measure === undefined) throw new Failure('not_found');
  return appeal(services, measure.user_id, measure.id, text);
}

async function getMeasure(services: Services, id: number): Promise<Measure> {
  const row = await findMeasure(services.db, id);
  if (row === undefined) throw new Failure('not_found');
  return showMeasure(services, row);
}

/** Staff end a measure before its date. An appeal that waits is answered by it. */
export async function liftMeasure(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  answer: string,
): Promise<{ id: number }> {
  const { db, clock } = services;
  await db.transaction().execute(async (tx) => {
    await holdConcerned(services, tx, id);
    const measure = await holdMeasure(tx, id);
    if (measure === undefined || (measure.user_id === viewer.userId && !viewer.isSuperuser))
      throw new Failure('not_found');
    // As they are measured: by superusers only.
    const about = await findAccount(tx, measure.user_id);
    if (about !== undefined && isStaffAccount(about) && !viewer.isSuperuser) throw new Failure('forbidden');
    if (measure.ended_at !== null) throw new Failure('conflict');
    await takeBack(services, tx, measure, { answer, by: viewer.userId });
    await noteAction(tx, viewer, clock(), {
      action: 'moderation.lift',
      object: `measure:${id}`,
      aboutUserId: measure.user_id,
      details: { kind: measure.kind },
    });
  });
  services.publicCache.invalidate();
  return { id };
}
