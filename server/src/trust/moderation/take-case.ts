import type { CaseWhole } from '@app/contract/trust/cases';
import { noteAction } from '../../platform/audit-log/note-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { violated } from '../../platform/database/violation.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { hasOtherJudge } from './appeal-judges.ts';
import { type CaseRow, findCase, moveCase } from './cases.queries.ts';
import { showWhole } from './show-case.ts';
import { tellStaff } from './tell-staff.ts';

const NOBODY = { taken_by: null, taken_at: null };

/** Take a case that waits: of several people at once, one has it. */
export async function takeCase(services: Services, viewer: SignedInViewer, id: number): Promise<CaseWhole> {
  const { db } = services;
  await requireSeen(services, viewer, id);
  await db.transaction().execute(async (tx) => {
    await takeIt(services, tx, viewer, id);
    await tellStaff(services, tx, id, 'taken');
  });
  return showWhole(services, viewer, id);
}

/** The part of it that belongs into the caller's transaction. Fails with conflict, and with appeal_own for a decision of one's own. */
export async function takeIt({ clock }: Services, tx: Tx, viewer: SignedInViewer, id: number): Promise<CaseRow> {
  const now = clock();
  const taken = await moveCase(tx, id, 'take', { state: 'taken', taken_by: viewer.userId, taken_at: now });
  if (taken === undefined) throw new Failure('conflict');
  if (taken.not_for === viewer.userId && (await hasOtherJudge(tx, taken))) throw new Failure('appeal_own');
  await noteAction(tx, viewer, now, {
    action: 'moderation.take',
    object: `case:${id}`,
    aboutUserId: taken.about_user_id,
  });
  return taken;
}

/** Give a case back: it waits again. */
export async function giveBackCase(services: Services, viewer: SignedInViewer, id: number): Promise<CaseWhole> {
  const { db, clock } = services;
  await requireSeen(services, viewer, id);
  await db.transaction().execute(async (tx) => {
    const change = { state: 'open' as const, ...NOBODY };
    const given = await moveCase(tx, id, 'back', change, viewer.isSuperuser ? undefined : viewer.userId);
    if (given === undefined) throw new Failure('conflict');
    await noteAction(tx, viewer, clock(), { action: 'moderation.give_back', object: `case:${id}` });
    await tellStaff(services, tx, id, 'open');
  });
  return showWhole(services, viewer, id);
}

/** Let a decided case wait again, with the time that it had. One that waits already about the same thing is a conflict. */
export async function reopenCase(services: Services, viewer: SignedInViewer, id: number): Promise<CaseWhole> {
  const { db, clock } = services;
  const { row } = await requireSeen(services, viewer, id);
  const reopening = db.transaction().execute(async (tx) => {
    const change = { state: 'reopened' as const, resolved_by: null, resolved_at: null, outcome: '' as const };
    const reopened = await moveCase(tx, id, 'reopen', change);
    if (reopened === undefined) throw new Failure('conflict');
    await noteAction(tx, viewer, clock(), {
      action: 'moderation.reopen',
      object: `case:${id}`,
      aboutUserId: row.about_user_id,
      details: { outcome: row.outcome },
    });
    await tellStaff(services, tx, id, 'reopened');
  });
  await reopening.catch((error: unknown) => {
    throw isOpenAlready(error) ? new Failure('conflict') : error;
  });
  return showWhole(services, viewer, id);
}

/** Another case about the same thing waits. */
const isOpenAlready = (error: unknown): boolean => violated('unique', error) === 'moderation_cases_open';

async function requireSeen({ db }: Services, viewer: SignedInViewer, id: number) {
  const found = await findCase(db, viewer, id);
  if (found === undefined) throw new Failure('not_found');
  return found;
}
