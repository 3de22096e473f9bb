import { CASE_HOURS, type CaseKind } from '@app/contract/trust/cases';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { CaseEvidence } from './moderation.tables.ts';

export interface CaseDraft {
  kind: CaseKind;
  object: string;
  aboutUserId: number | null;
  reason: string;
  /** The current content, since it may change before staff look. */
  evidence: CaseEvidence;
  weight?: number;
  excludedStaffId?: number | null;
  now: Date;
}

const HOUR_MS = 3_600_000;

export interface OpenedCase {
  id: number;
  weight: number;
  /** True if this case already hides the content. */
  isHidden: boolean;
}

/**
 * Opens a case in the transaction that found the content. There is one open case per content and kind: later signals
 * add their weight and keep the evidence and the deadline.
 */
export async function openCase(tx: Tx, draft: CaseDraft): Promise<OpenedCase> {
  const { kind, object, aboutUserId, reason, evidence, weight = 1, excludedStaffId = null, now } = draft;
  const { rows } = await sql<{ id: number; weight: number; is_hidden: boolean }>`
    insert into moderation_cases (kind, object, about_user_id, reason, evidence, weight, excluded_staff_id, opened_at, due_at)
    values (${kind}, ${object}, ${aboutUserId}, ${reason}, ${JSON.stringify(evidence)}, ${weight}, ${excludedStaffId}, ${now},
      ${new Date(now.getTime() + CASE_HOURS * HOUR_MS)})
    on conflict (kind, object) where state <> 'resolved'
    do update set signals = moderation_cases.signals + 1, weight = moderation_cases.weight + excluded.weight
    returning id, weight, hidden_at is not null as is_hidden`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('a case was neither opened nor found');
  return { id: row.id, weight: row.weight, isHidden: row.is_hidden };
}
