import type { Tx } from '../../platform/database/tables.ts';

export async function eraseContentRuleData(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('content_fingerprints').where('user_id', '=', userId).execute();
  await tx.deleteFrom('rule_hits').where('user_id', '=', userId).execute();
}
