import type { BodyOf } from '@app/contract/platform/endpoint';
import type { CaseAction, CaseDetails, casesApi } from '@app/contract/trust/cases';
import { COMPLAINT_REASONS, type ComplaintReason } from '@app/contract/trust/complaints';
import type { SanctionKind } from '@app/contract/trust/sanctions';
import { lockAccount } from '../../people/users/accounts.public.ts';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { applySanction } from './apply-sanction.ts';
import { resolvedCase } from './case-state.ts';
import { type CaseRow, findCase, moveCase } from './cases.queries.ts';
import { claimCaseInTransaction } from './claim-case.ts';
import { decideAppeal } from './decide-appeal.ts';
import { lockSanctionTargets } from './end-sanction.ts';
import { findCaseOptions } from './find-case-options.ts';
import { findModerationTarget, type ModerationTarget, parseObjectRef } from './moderation-target.public.ts';
import { presentCaseDetails } from './present-case-details.ts';
import { publishCaseEvent } from './publish-case-event.ts';

type Decision = BodyOf<typeof casesApi.resolve>;

const DEFAULT_RULE: ComplaintReason = 'other';
/** Decisions without consequences need no reason. */
const ACTIONS_WITHOUT_REASON: ReadonlySet<CaseAction> = new Set(['nothing']);

export async function resolveCase(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  decision: Decision,
): Promise<CaseDetails> {
  const { db, publicCache } = services;
  const known = await requireDecidable(services, viewer, id, decision);
  await db.transaction().execute(async (tx) => {
    await lockCaseTargets(tx, known, decision);
    await decideCase(services, tx, viewer, id, decision);
  });
  publicCache.invalidate();
  return presentCaseDetails(services, viewer, id);
}

/**
 * Claims and decides several cases, each in its own transaction, so that one failure does not affect the others. Skips
 * cases claimed by others.
 */
export async function resolveCases(
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
      await lockCaseTargets(tx, known, decision);
      if (known.taken_by !== viewer.userId) await claimCaseInTransaction(services, tx, viewer, id);
      await decideCase(services, tx, viewer, id, decision);
    });
    return true;
  } catch (error) {
    if (error instanceof Failure && SKIPPED_CODES.has(error.code)) return false;
    throw error;
  }
}

const SKIPPED_CODES: ReadonlySet<string> = new Set(['not_found', 'conflict', 'forbidden', 'appeal_own']);

async function requireDecidable(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  { action, reason }: Decision,
): Promise<CaseRow> {
  const found = requireFound(await findCase(services.db, viewer, id));
  const { actions } = await findCaseOptions(services, viewer, found.row);
  if (!actions.includes(action)) throw new Failure('forbidden');
  if (!ACTIONS_WITHOUT_REASON.has(action) && !reason)
    throw new Failure('invalid_input', { fields: { reason: 'errors.field.required' } });
  return found.row;
}

/** Locks in the order used everywhere: users, content, sanctions, then the case. */
async function lockCaseTargets(tx: Tx, row: CaseRow, { action }: Decision): Promise<void> {
  const isAboutAccount = action === 'suspend' || action === 'freeze' || action === 'lift';
  if (isAboutAccount && row.about_user_id !== null) await lockAccount(tx, row.about_user_id);
  const { kind, id } = parseObjectRef(row.object);
  if (row.kind === 'appeal') await lockSanctionTargets(tx, id);
  await findModerationTarget(kind)?.lock?.(tx, id);
}

async function decideCase(
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
  const row = requireFound(await moveCase(tx, id, 'resolve', change, viewer.userId), 'conflict');
  await recordStaffAction(tx, viewer, now, {
    action: `moderation.${action}`,
    object: row.object,
    aboutUserId: row.about_user_id,
    details: { case: id, ...(decision.days !== undefined && { days: decision.days }) },
  });
  if (action === 'keep' || action === 'lift')
    await decideAppeal(services, tx, viewer, row, { isLifted: action === 'lift', reason });
  else await applyDecision(services, tx, viewer, { ...row, hidden_at: before?.hidden_at ?? null }, decision);
  const status = action === 'nothing' ? 'rejected' : 'upheld';
  await emit(services, tx, { type: 'case.decided', caseId: id, viewer, status, answer: reason });
  await publishCaseEvent(services, tx, id, 'resolved');
}

async function applyDecision(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  row: CaseRow,
  { action, reason = '', rule = ruleOf(row), hide = 0, days, per_day }: Decision,
): Promise<void> {
  const { kind, id } = parseObjectRef(row.object);
  const target = findModerationTarget(kind);
  const isHidden =
    (action === 'hide' || hide === 1) && (await hideTarget(services, tx, viewer, row, { target, id, reason }));
  // Publishes held content, unless the decision hides it.
  if (!isHidden) await target?.release?.(services, tx, id, viewer.userId);
  if (action === 'nothing' || row.about_user_id === null) return;
  const sanction = {
    userId: row.about_user_id,
    caseId: row.id,
    rule,
    reason,
    evidence: row.evidence,
    decidedBy: viewer.userId,
  };
  // A farm case withholds points, which are no visible content.
  if (isHidden && row.kind !== 'farm')
    await applySanction(services, tx, { ...sanction, kind: 'hide', object: row.object });
  if (action === 'hide') return;
  await applySanction(services, tx, {
    ...sanction,
    kind: action as SanctionKind,
    object: row.object,
    days,
    perDay: per_day,
  });
}

const ruleOf = ({ reason }: CaseRow): ComplaintReason =>
  COMPLAINT_REASONS.find((known) => known === reason) ?? DEFAULT_RULE;

async function hideTarget(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  row: CaseRow,
  { target, id, reason }: { target: ModerationTarget | undefined; id: number; reason: string },
): Promise<boolean> {
  const holder = row.kind === 'claim' ? (row.evidence.note ?? '') : '';
  return (await target?.hide?.(services, tx, id, { reason, holder, decidedBy: viewer.userId })) ?? false;
}
