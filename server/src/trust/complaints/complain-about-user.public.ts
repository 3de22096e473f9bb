import { COMPLAINT_HOURS, type ComplaintReason } from '@app/contract/trust/complaints';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { findProfile, insertComplaint } from './complaints.queries.ts';
import { joinCase } from './join-case.ts';

interface UserComplaint {
  userId: number;
  aboutUserId: number;
  reason: ComplaintReason;
  evidence: string;
}

const HOUR_MS = 3_600_000;
/** Maximum characters of the evidence of several reports together; the first reports stay. */
const EVIDENCE_MAX = 20_000;

/**
 * Complains about a user for actions that staff cannot look up. An open complaint of the same complainer gets the
 * evidence appended; repeated evidence changes nothing.
 */
export async function complainAboutUser(services: Services, tx: Tx, complaint: UserComplaint): Promise<void> {
  const { userId, aboutUserId, reason, evidence } = complaint;
  const now = services.clock();
  const profile = await findProfile(tx, aboutUserId);
  const object = `user:${aboutUserId}`;
  const id = await insertComplaint(tx, {
    user_id: userId,
    object,
    about_user_id: aboutUserId,
    ad_id: null,
    comment_id: null,
    reason,
    message: '',
    evidence: JSON.stringify({ title: profile?.name ?? '', text: evidence }),
    created_at: now,
    due_at: new Date(now.getTime() + COMPLAINT_HOURS * HOUR_MS),
  });
  if (id === undefined) {
    await sql`
      update complaints set evidence = jsonb_set(evidence, '{text}',
        to_jsonb(left(concat_ws(E'\n\n', nullif(evidence ->> 'text', ''), ${evidence}::text), ${EVIDENCE_MAX})))
      where user_id = ${userId} and object = ${object} and status = 'open'
        and position(${evidence}::text in evidence ->> 'text') = 0`.execute(tx);
    return;
  }
  await joinCase(services, tx, {
    id,
    userId,
    object,
    aboutUserId,
    reason,
    holder: '',
    evidence: { title: profile?.name ?? '', text: evidence },
  });
}
