import type { Complaint } from '@app/contract/trust/complaints';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import { findAccount } from '../../people/users/accounts.public.ts';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { closeAnsweredCase, lockCase } from '../moderation/close-cases.public.ts';
import { findModerationTarget, parseObjectRef } from '../moderation/moderation-target.public.ts';
import type { CaseDecision } from '../trust-events.public.ts';
import { COMPLAINTS_PAGE } from './add-complaint.ts';
import {
  aboutOf,
  type ComplaintDecision,
  type ComplaintRow,
  closeComplaint,
  findComplaintForStaff,
  hideFromStaff,
} from './complaints.queries.ts';
import { lockTarget } from './join-case.ts';

export async function decideComplaint(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  { status, answer = '' }: { status: ComplaintDecision['status']; answer?: string | undefined },
): Promise<Complaint> {
  const { db, clock } = services;
  await requireListed(services, viewer, id);
  await db.transaction().execute(async (tx) => {
    const decision = { status, answer, decided_by: viewer.userId, decided_at: clock() };
    const closed = requireFound(await closeWithCase(services, tx, viewer, id, decision), 'conflict');
    if (status === 'upheld')
      await emit(services, tx, { type: 'complaint.upheld', complaint: closed, decidedBy: viewer.userId });
    await notifyOutcome(services, tx, closed);
    await recordStaffAction(tx, viewer, clock(), {
      action: 'complaints.decide',
      object: `complaint:${id}`,
      aboutUserId: closed.about_user_id,
      details: { status, about: closed.object },
    });
  });
  services.publicCache.invalidate();
  return requireListed(services, viewer, id);
}

/** Closes a complaint. The last one of a case also decides the case, and releases content if nothing was wrong. */
async function closeWithCase(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  id: number,
  decision: ComplaintDecision,
): Promise<ComplaintRow | undefined> {
  const known = await tx.selectFrom('complaints').select(['object', 'case_id']).where('id', '=', id).executeTakeFirst();
  if (known !== undefined) await lockTarget(tx, known.object);
  const claimedBy = known?.case_id == null ? null : await lockCase(tx, known.case_id);
  const closed = await closeComplaint(tx, id, decision);
  // Only the staff member who claimed a case may decide its complaints.
  if (closed !== undefined && claimedBy !== null && claimedBy !== viewer.userId) throw new Failure('conflict');
  if (closed === undefined || closed.case_id === null) return closed;
  const left = await tx
    .selectFrom('complaints')
    .select('status')
    .where('case_id', '=', closed.case_id)
    .where('status', 'in', ['open', 'upheld'])
    .execute();
  if (left.some(({ status }) => status === 'open')) return closed;
  const outcome = left.length > 0 ? ('warn' as const) : ('nothing' as const);
  const done = await closeAnsweredCase(tx, {
    id: closed.case_id,
    by: viewer.userId,
    outcome,
    now: decision.decided_at,
  });
  const { kind, id: targetId } = parseObjectRef(closed.object);
  if (done?.wasHidden && outcome === 'nothing')
    await findModerationTarget(kind)?.release?.(services, tx, targetId, viewer.userId);
  return closed;
}

/** Decides all open complaints of a case that was decided in the queue, and notifies each complainer. */
export async function decideComplaintsOfCase(
  services: Services,
  tx: Tx,
  { viewer, caseId, status, answer }: CaseDecision,
): Promise<void> {
  const open = await tx
    .selectFrom('complaints')
    .select('id')
    .where('case_id', '=', caseId)
    .where('status', '=', 'open')
    .orderBy('id')
    .execute();
  const decision = { status, answer, decided_by: viewer.userId, decided_at: services.clock() };
  for (const { id } of open) {
    const closed = await closeComplaint(tx, id, decision);
    if (closed !== undefined) await notifyOutcome(services, tx, closed);
  }
}

export async function removeComplaint(services: Services, viewer: SignedInViewer, id: number): Promise<{ id: number }> {
  const { db, clock } = services;
  await requireListed(services, viewer, id);
  await db.transaction().execute(async (tx) => {
    const now = clock();
    const decision = { status: 'rejected' as const, answer: '', decided_by: viewer.userId, decided_at: now };
    const closed = await closeWithCase(services, tx, viewer, id, decision);
    if (!(await hideFromStaff(tx, id, now))) throw new Failure('not_found');
    if (closed !== undefined) await notifyOutcome(services, tx, closed);
    await recordStaffAction(tx, viewer, now, { action: 'complaints.remove', object: `complaint:${id}` });
  });
  services.publicCache.invalidate();
  return { id };
}

async function requireListed({ db }: Services, viewer: SignedInViewer, id: number): Promise<Complaint> {
  return requireFound(await findComplaintForStaff(db, viewer, id));
}

/** Notifies by bell and email, since complainers rarely wait on the site. */
async function notifyOutcome(services: Services, tx: Tx, complaint: ComplaintRow): Promise<void> {
  const { config, mail } = services;
  await notify(tx, services, {
    userId: complaint.user_id,
    kind: 'complaint_outcome',
    boardId: complaint.ad_id ?? undefined,
    link: COMPLAINTS_PAGE,
    values: { outcome: complaint.status === 'upheld' ? 'accepted' : 'declined' },
    dedupe: `complaint:${complaint.id}:outcome`,
  });
  const account = await findAccount(tx, complaint.user_id);
  if (account?.status !== 'active' || account.deleted_at !== null || account.email === '') return;
  await mail.queue(tx, {
    to: account.email,
    lang: account.lang,
    template: 'complaint_outcome',
    values: {
      about: aboutOf(complaint),
      title: complaint.evidence.title,
      outcome: complaint.status,
      hasAnswer: complaint.answer === '' ? 'no' : 'yes',
      answer: complaint.answer,
      link: `${config.publicUrl}${COMPLAINTS_PAGE}`,
    },
  });
}
