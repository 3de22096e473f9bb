import { CASE_HOURS, type CaseKind } from '@app/contract/trust/cases';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { CaseEvidence } from './moderation.tables.ts';

export interface CaseDraft {
  kind: CaseKind;
  /** `ad:5`, `user:7`: what can be hidden is listed in `build-services.ts`. */
  object: string;
  /** Whose it is; null when it is nobody's, as an ad brought from elsewhere. */
  aboutUserId: number | null;
  /** The reason of a complaint, the name of a rule, the word that was found. */
  reason: string;
  /** What the thing says now: it may be changed before staff look. */
  evidence: CaseEvidence;
  /** What this signal counts beside others about the same thing; 1 where nothing else is known. */
  weight?: number;
  /** Who may not decide it. */
  excludedStaffId?: number | null;
  now: Date;
}

const HOUR_MS = 3_600_000;

export interface OpenedCase {
  id: number;
  /** Of all its signals together. */
  weight: number;
  /** The thing is out of sight already because of this case. */
  isHidden: boolean;
}

/**
 * Let something wait for staff, in the transaction that found it. There is one open case for each thing and kind: what comes
 * later adds its weight to it and leaves its evidence and its time as they are.
 */
export async function openCase(tx: Tx, draft: CaseDraft): Promise<OpenedCase> {
  const { kind, object, aboutUserId, reason, evidence, weight = 1, excludedStaffId = null, now } = draft;
  const { rows } = await sql<{ id: number; weight: number; is_hidden: boolean }>`
    insert into moderation_cases (kind, object, about_user_id, reason, evidence, weight, not_for, opened_at, due_at)
    values (${kind}, ${object}, ${aboutUserId}, ${reason}, ${JSON.stringify(evidence)}, ${weight}, ${excludedStaffId}, ${now},
      ${new Date(now.getTime() + CASE_HOURS * HOUR_MS)})
    on conflict (kind, object) where state <> 'resolved'
    do update set signals = moderation_cases.signals + 1, weight = moderation_cases.weight + excluded.weight
    returning id, weight, hidden_at is not null as is_hidden`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('a case was neither opened nor found');
  return { id: row.id, weight: row.weight, isHidden: row.is_hidden };
}
