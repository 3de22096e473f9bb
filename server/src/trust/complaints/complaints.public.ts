import type { Tx } from '../../platform/database/tables.ts';
import type { Evidence } from './complaints.tables.ts';

const NO_EVIDENCE: Evidence = { title: '', text: '' };

/** Deletes the user's own complaints, and the evidence in complaints about the user. */
export async function eraseComplaints(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('complaints').where('user_id', '=', userId).execute();
  await tx
    .updateTable('complaints')
    .set({ evidence: JSON.stringify(NO_EVIDENCE) })
    .where('about_user_id', '=', userId)
    .execute();
}
