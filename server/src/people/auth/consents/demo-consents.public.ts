import { CONSENT_VERSION, POLICY_VERSION } from '@app/contract/platform/documents';
import type { Tx } from '../../../platform/database/tables.ts';

export async function insertDemoConsents(tx: Tx, userIds: readonly number[], acceptedAt: Date): Promise<void> {
  const versions = [
    { document: 'policy', version: POLICY_VERSION },
    { document: 'personal_data', version: CONSENT_VERSION },
  ] as const;
  const rows = userIds.flatMap((user_id) =>
    versions.map((accepted) => ({ ...accepted, user_id, accepted_at: acceptedAt, ip: '127.0.0.1' })),
  );
  if (rows.length > 0) await tx.insertInto('consents').values(rows).execute();
}
