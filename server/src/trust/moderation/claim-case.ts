import type { CaseDetails } from '@app/contract/trust/cases';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { findViolatedConstraint } from '../../platform/database/violation.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { hasOtherAppealReviewer } from './appeal-reviewers.ts';
import { type CaseRow, findCase, moveCase } from './cases.queries.ts';
import { presentCaseDetails } from './present-case-details.ts';
import { publishCaseEvent } from './publish-case-event.ts';

const UNCLAIMED = { taken_by: null, taken_at: null };

export async function claimCase(services: Services, viewer: SignedInViewer, id: number): Promise<CaseDetails> {
  const { db } = services;
  await getVisibleCase(services, viewer, id);
  await db.transaction().execute(async (tx) => {
    await claimCaseInTransaction(services, tx, viewer, id);
    await publishCaseEvent(services, tx, id, 'taken');
  });
  return presentCaseDetails(services, viewer, id);
}

/**
 * Claims a case in the caller's transaction. Fails with conflict, and with appeal_own for an appeal against an own
 * decision.
 */
export async function claimCaseInTransaction(
  { clock }: Services,
  tx: Tx,
  viewer: SignedInViewer,
  id: number,
): Promise<CaseRow> {
  const now = clock();
  const claimed = await moveCase(tx, id, 'take', { state: 'taken', taken_by: viewer.userId, taken_at: now });
  if (claimed === undefined) throw new Failure('conflict');
  if (claimed.excluded_staff_id === viewer.userId && (await hasOtherAppealReviewer(tx, claimed)))
    throw new Failure('appeal_own');
  await recordStaffAction(tx, viewer, now, {
    action: 'moderation.take',
    object: `case:${id}`,
    aboutUserId: claimed.about_user_id,
  });
  return claimed;
}

export async function releaseCase(services: Services, viewer: SignedInViewer, id: number): Promise<CaseDetails> {
  const { db, clock } = services;
  await getVisibleCase(services, viewer, id);
  await db.transaction().execute(async (tx) => {
    const change = { state: 'open' as const, ...UNCLAIMED };
    const released = await moveCase(tx, id, 'back', change, viewer.isSuperuser ? undefined : viewer.userId);
    if (released === undefined) throw new Failure('conflict');
    await recordStaffAction(tx, viewer, clock(), { action: 'moderation.give_back', object: `case:${id}` });
    await publishCaseEvent(services, tx, id, 'open');
  });
  return presentCaseDetails(services, viewer, id);
}

export async function reopenCase(services: Services, viewer: SignedInViewer, id: number): Promise<CaseDetails> {
  const { db, clock } = services;
  const { row } = await getVisibleCase(services, viewer, id);
  const reopening = db.transaction().execute(async (tx) => {
    const change = { state: 'reopened' as const, resolved_by: null, resolved_at: null, outcome: '' as const };
    requireFound(await moveCase(tx, id, 'reopen', change), 'conflict');
    await recordStaffAction(tx, viewer, clock(), {
      action: 'moderation.reopen',
      object: `case:${id}`,
      aboutUserId: row.about_user_id,
      details: { outcome: row.outcome },
    });
    await publishCaseEvent(services, tx, id, 'reopened');
  });
  await reopening.catch((error: unknown) => {
    throw isOpenAlready(error) ? new Failure('conflict') : error;
  });
  return presentCaseDetails(services, viewer, id);
}

/** Another open case about the same content exists. */
const isOpenAlready = (error: unknown): boolean => findViolatedConstraint('unique', error) === 'moderation_cases_open';

async function getVisibleCase({ db }: Services, viewer: SignedInViewer, id: number) {
  return requireFound(await findCase(db, viewer, id));
}
