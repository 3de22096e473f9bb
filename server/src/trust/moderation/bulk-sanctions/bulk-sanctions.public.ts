import type { Tx } from '../../../platform/database/tables.ts';

/** Before a person is erased: in what actions upon many accounts they were. */
export async function eraseBulkSanctionData(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('wave_accounts').where('user_id', '=', userId).execute();
}
