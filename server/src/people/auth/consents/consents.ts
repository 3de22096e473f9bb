import { CONSENT_DOCUMENTS, type Consent, type ConsentDocument } from '@app/contract/people/consents';
import { CONSENT_VERSION, POLICY_VERSION } from '@app/contract/platform/documents';
import type { Db } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';

const CURRENT: Readonly<Record<ConsentDocument, string>> = { policy: POLICY_VERSION, personal_data: CONSENT_VERSION };
const HISTORY_MAX = 200;

export async function listConsents(db: Db, userId: number): Promise<{ consents: Consent[] }> {
  const rows = await db
    .selectFrom('consents')
    .select(['document', 'version', 'accepted_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(HISTORY_MAX)
    .execute();
  const consents = CONSENT_DOCUMENTS.map((document) => {
    const history = rows
      .filter((row) => row.document === document)
      .map(({ version, accepted_at }) => ({ version, accepted_at: accepted_at.toISOString() }));
    const [latest] = history;
    return {
      document,
      current: CURRENT[document],
      accepted: latest?.version ?? null,
      accepted_at: latest?.accepted_at ?? null,
      history,
    };
  });
  return { consents };
}

/**
 * Stores the acceptance of the version in force, with time and address as evidence. Other versions cannot be accepted,
 * because they were not shown.
 */
export async function acceptDocument(
  { db, clock }: Services,
  { userId, ip }: SignedInViewer,
  { document, version }: { document: ConsentDocument; version: string },
): Promise<{ consents: Consent[] }> {
  if (version !== CURRENT[document]) throw new Failure('conflict');
  const row = { user_id: userId, document, version, accepted_at: clock(), ip };
  await db
    .insertInto('consents')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return listConsents(db, userId);
}
