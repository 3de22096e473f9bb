import type { BodyOf } from '@app/contract/platform/endpoint';
import type { CaseAction, CaseWhole, casesApi } from '@app/contract/trust/cases';
import { COMPLAINT_REASONS, type ComplaintReason } from '@app/contract/trust/complaints';
import type { MeasureKind } from '@app/contract/trust/measures';
import { holdAccount } from '../../people/users/accounts.public.ts';
import { noteAction } from '../../platform/audit-log/note-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { resolvedCase } from './case-state.ts';
import { type CaseRow, findCase, moveCase } from './cases.queries.ts';
import { decideAppeal } from './decide-appeal.ts';
import { holdConcerned } from './end-measure.ts';
import { findActions } from './find-actions.ts';
import { imposeMeasure } from './impose-measure.ts';
import { type ModeratedThing, readObject } from './moderated-thing.public.ts';
import { showWhole } from './show-case.ts';
import { takeIt } from './take-case.ts';
import { tellStaff } from './tell-staff.ts';

type Decision = BodyOf<typeof casesApi.resolve>;

const DEFAULT_RULE: ComplaintReason = 'other';
/** What needs no words: nothing happens to anybody. */
const SILENT: ReadonlySet<CaseAction> = new Set(['nothing']);

/** Decide a case that this viewer took. */
export async function resolveCase(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  decision: Decision,
): Promise<CaseWhole> {
  const { db, publicCache } = services;
  const known = await requireDecidable(services, viewer, id, decision);
  await db.transaction().execute(async (tx) => {
    await lockConcerned(services, tx, known, decision);
    await decide(services, tx, viewer, id, decision);
  });
  publicCache.invalidate();
  return showWhole(services, viewer, id);
}

/**
 * Take and decide many cases alike, each in a transaction of its own: what one of them is refused for leaves the others decided.
 * Those that somebody else has are left to them.
 */
export async function resolveMany(
  services: Services,
  viewer: SignedInViewer,
  { ids, ...decision }: BodyOf<typeof casesApi.resolveMany>,
): Promise<{ done: number[]; left: number[] }> {
  const done: number[] = [];
  const left: number[] = [];
  for (const id of ids) {
    if (await resolveOne(services, viewer, id, decision)) done.push(id);
    else left.push(id);
  }
  if (done.length > 0) services.publicCache.invalidate();
  return { done, left };
}

async function resolveOne(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  decision: Decision,
): Promise<boolean> {
  try {
    const known = await requireDecidable(services, viewer, id, decision);
    await services.db.transaction().execute(async (tx) => {
      await lockConcerned(services, tx, known, decision);
      if (known.taken_by !== viewer.userId) await takeIt(services, tx, viewer, id);
      await decide(services, tx, viewer, id, decision);
    });
    return true;
  } catch (error) {
    if (error instanceof Failure && LEFT.has(error.code)) return false;
    throw error;
  }
}

const LEFT: ReadonlySet<string> = new Set(['not_found', 'conflict', 'forbidden', 'appeal_own']);

/** The case, if this viewer may see it and this may be decided about it. */
async function requireDecidable(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  { action, reason }: Decision,
): Promise<CaseRow> {
  const found = await findCase(services.db, viewer, id);
  if (found === undefined) throw new Failure('not_found');
  const { actions } = await findActions(services, viewer, found.row);
  if (!actions.includes(action)) throw new Failure('forbidden');
  if (!SILENT.has(action) && !reason)
    throw new Failure('invalid_input', { fields: { reason: 'errors.field.required' } });
  return found.row;
}

/** In the order in which everybody holds them: people, things, measures, then the case. */
async function lockConcerned(services: Services, tx: Tx, row: CaseRow, { action }: Decision): Promise<void> {
  const isAboutAccount = action === 'suspend' || action === 'freeze' || action === 'lift';
  if (isAboutAccount && row.about_user_id !== null) await holdAccount(tx, row.about_user_id);
  const { kind, id } = readObject(row.object);
  if (row.kind === 'appeal') await holdConcerned(services, tx, id);
  await services.moderatedThings[kind]?.lock?.(tx, id);
}

async function decide(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  id: number,
  decision: Decision,
): Promise<void> {
  const { action, reason = '' } = decision;
  const now = services.clock();
  const change = resolvedCase({ by: viewer.userId, outcome: action, resolution: reason, now });
  const before = await tx.selectFrom('moderation_cases').select('hidden_at').where('id', '=', id).executeTakeFirst();
  const row = await moveCase(tx, id, 'resolve', change, viewer.userId);
  if (row === undefined) throw new Failure('conflict');
  await noteAction(tx, viewer, now, {
    action: `moderation.${action}`,
    object: row.object,
    aboutUserId: row.about_user_id,
    details: { case: id, ...(decision.days !== undefined && { days: decision.days }) },
  });
  if (action === 'keep' || action === 'lift')
    await decideAppeal(services, tx, viewer, row, { isLifted: action === 'lift', reason });
  else await act(services, tx, viewer, { ...row, hidden_at: before?.hidden_at ?? null }, decision);
  await services.decideComplaints(tx, viewer, id, action === 'nothing' ? 'rejected' : 'upheld', reason);
  await tellStaff(services, tx, id, 'resolved');
}

async function act(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  row: CaseRow,
  { action, reason = '', rule = ruleOf(row), hide = 0, days, per_day }: Decision,
): Promise<void> {
  const { kind, id } = readObject(row.object);
  const thing = services.moderatedThings[kind];
  const isHidden =
    (action === 'hide' || hide === 1) && (await hideThing(services, tx, viewer, row, { thing, id, reason }));
  // What waited appears, unless it is what was decided against.
  if (!isHidden) await thing?.release?.(services, tx, id, viewer.userId);
  if (action === 'nothing' || row.about_user_id === null) return;
  const measure = {
    userId: row.about_user_id,
    caseId: row.id,
    rule,
    reason,
    evidence: row.evidence,
    decidedBy: viewer.userId,
  };
  // Points that are not credited are nothing that anybody shows.
  if (isHidden && row.kind !== 'farm')
    await imposeMeasure(services, tx, { ...measure, kind: 'hide', object: row.object });
  if (action === 'hide') return;
  await imposeMeasure(services, tx, {
    ...measure,
    kind: action as MeasureKind,
    object: row.object,
    days,
    perDay: per_day,
  });
}

/** The rule that the case names, where it names one. */
const ruleOf = ({ reason }: CaseRow): ComplaintReason =>
  COMPLAINT_REASONS.find((known) => known === reason) ?? DEFAULT_RULE;

async function hideThing(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  row: CaseRow,
  { thing, id, reason }: { thing: ModeratedThing | undefined; id: number; reason: string },
): Promise<boolean> {
  const holder = row.kind === 'claim' ? (row.evidence.note ?? '') : '';
  return (await thing?.hide?.(services, tx, id, { reason, holder, decidedBy: viewer.userId })) ?? false;
}
