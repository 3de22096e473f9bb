import type { Tx } from '../../platform/database/tables.ts';
import type { Evidence } from './complaints.tables.ts';

const NO_EVIDENCE: Evidence = { title: '', text: '' };

/** Before a person is erased: what they complained about goes, and what complaints about them had kept: nothing is left to look into. */
export async function eraseComplaints(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('complaints').where('user_id', '=', userId).execute();
  await tx
    .updateTable('complaints')
    .set({ evidence: JSON.stringify(NO_EVIDENCE) })
    .where('about_user_id', '=', userId)
    .execute();
}
