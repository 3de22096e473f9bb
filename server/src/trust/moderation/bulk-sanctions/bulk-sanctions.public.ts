import type { Tx } from '../../../platform/database/tables.ts';

export async function eraseBulkSanctionData(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('bulk_sanction_accounts').where('user_id', '=', userId).execute();
}
