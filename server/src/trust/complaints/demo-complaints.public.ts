import { COMPLAINT_HOURS, type ComplaintReason } from '@app/contract/trust/complaints';
import type { Tx } from '../../platform/database/tables.ts';
import { openCase } from '../moderation/open-case.public.ts';

export interface DemoComplaint {
  user_id: number;
  ad: { id: number; ownerId: number; title: string; description: string };
  reason: ComplaintReason;
  message: string;
  created_at: Date;
  decision?: { status: 'upheld' | 'rejected'; answer: string; decided_at: Date };
}

const HOUR_MS = 3_600_000;

export async function insertDemoComplaints(tx: Tx, rows: readonly DemoComplaint[]): Promise<void> {
  if (rows.length === 0) return;
  const complaints = rows.map(({ ad, decision, ...complaint }) => ({
    ...complaint,
    object: `ad:${ad.id}`,
    about_user_id: ad.ownerId,
    ad_id: ad.id,
    evidence: JSON.stringify({ title: ad.title, text: ad.description }),
    due_at: new Date(complaint.created_at.getTime() + COMPLAINT_HOURS * HOUR_MS),
    status: decision?.status ?? ('open' as const),
    answer: decision?.answer ?? '',
    decided_at: decision?.decided_at ?? null,
  }));
  await tx.insertInto('complaints').values(complaints).execute();
  for (const { ad, decision, created_at, reason } of rows) {
    if (decision !== undefined) continue;
    const object = `ad:${ad.id}`;
    const evidence = { title: ad.title, text: ad.description };
    const opened = await openCase(tx, {
      kind: 'complaint',
      object,
      aboutUserId: ad.ownerId,
      reason,
      evidence,
      now: created_at,
    });
    await tx
      .updateTable('complaints')
      .set({ case_id: opened.id })
      .where('object', '=', object)
      .where('status', '=', 'open')
      .execute();
  }
}
