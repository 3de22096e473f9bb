import { type CaseKind, HIDE_WEIGHT } from '@app/contract/trust/cases';
import type { ComplaintReason } from '@app/contract/trust/complaints';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { markCaseHidden } from '../moderation/close-cases.public.ts';
import { findModerationTarget, parseObjectRef } from '../moderation/moderation-target.public.ts';
import { openCase } from '../moderation/open-case.public.ts';
import type { Evidence } from './complaints.tables.ts';
import { reporterWeight } from './reporter-weight.ts';

interface JoiningComplaint {
  id: number;
  userId: number;
  object: string;
  aboutUserId: number | null;
  reason: ComplaintReason;
  holder: string;
  evidence: Evidence;
}

/**
 * Adds a complaint to the case of its target. When the complaints of a case reach `HIDE_WEIGHT` together, the content
 * is hidden until the decision and the owner is notified. The caller has locked the target: see {@link lockTarget}.
 */
export async function joinCase(services: Services, tx: Tx, complaint: JoiningComplaint): Promise<void> {
  const { id, userId, object, aboutUserId, reason, holder, evidence } = complaint;
  const now = services.clock();
  const weight = await reporterWeight(tx, userId);
  const opened = await openCase(tx, {
    kind: caseKindOf(object, reason),
    object,
    aboutUserId,
    reason,
    evidence: { ...evidence, ...(holder !== '' && { note: holder }) },
    weight,
    now,
  });
  await tx.updateTable('complaints').set({ case_id: opened.id, weight }).where('id', '=', id).execute();
  if (opened.isHidden || opened.weight < HIDE_WEIGHT) return;
  const target = parseObjectRef(object);
  if (await findModerationTarget(target.kind)?.holdForReview?.(services, tx, target.id))
    await markCaseHidden(tx, opened.id, now);
}

/** Content is locked before cases, the order used everywhere. */
export async function lockTarget(tx: Tx, object: string): Promise<void> {
  const { kind, id } = parseObjectRef(object);
  await findModerationTarget(kind)?.lock?.(tx, id);
}

/** Copyright complaints open a claim; all others are decided by the site's rules. */
const caseKindOf = (object: string, reason: ComplaintReason): CaseKind =>
  reason === 'copyright' && object.startsWith('audio:') ? 'claim' : 'complaint';
