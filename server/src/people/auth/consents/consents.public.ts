import {
  type AwaitedDocument,
  CONSENT_DOCUMENTS,
  type Consent,
  type ConsentDocument,
} from '@app/contract/people/consents';
import { ACCEPTED_DOCUMENTS } from '@app/contract/platform/documents';
import type { Lang } from '@app/contract/platform/languages';
import { sql } from 'kysely';
import { type DocumentHead, documentsOf, readVersionInForce } from '../../../platform/documents/documents.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';

const HISTORY_MAX = 200;

export async function listConsents({ db }: Pick<Services, 'db'>, userId: number): Promise<{ consents: Consent[] }> {
  const [rows, current] = await Promise.all([
    db
      .selectFrom('consents')
      .select(['document', 'version', 'accepted_at'])
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .limit(HISTORY_MAX)
      .execute(),
    Promise.all(
      CONSENT_DOCUMENTS.map(async (document) => (await readVersionInForce(db, ACCEPTED_DOCUMENTS[document])).version),
    ),
  ]);
  const consents = CONSENT_DOCUMENTS.map((document, index) => {
    const history = rows
      .filter((row) => row.document === document)
      .map(({ version, accepted_at }) => ({ version, accepted_at: accepted_at.toISOString() }));
    const [latest] = history;
    return {
      document,
      current: current[index] ?? '',
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
  services: Services,
  { userId, ip }: SignedInViewer,
  { document, version }: { document: ConsentDocument; version: string },
): Promise<{ consents: Consent[] }> {
  const { db, clock } = services;
  if (version !== (await readVersionInForce(db, ACCEPTED_DOCUMENTS[document])).version) throw new Failure('conflict');
  const row = { user_id: userId, document, version, accepted_at: clock(), ip };
  await db
    .insertInto('consents')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return listConsents(services, userId);
}

type Parts = Parameters<typeof documentsOf>[0];

/** The documents that the user is asked to accept and has not: a version that asks, or a later one, has to be accepted. */
export async function listAwaited(services: Parts, userId: number, lang: Lang): Promise<AwaitedDocument[]> {
  const asked = CONSENT_DOCUMENTS.flatMap((document) => {
    const versions = versionsSinceAsked(documentsOf(services).list(ACCEPTED_DOCUMENTS[document]));
    const [newest] = versions;
    return newest === undefined ? [] : [{ document, newest, versions }];
  });
  if (asked.length === 0) return [];
  const { rows } = await sql<{ document: string; version: string }>`-- named consents-of
    select document, version from consents where user_id = ${userId}`.execute(services.db);
  return asked
    .filter(({ document, versions }) =>
      versions.every(({ version }) => !rows.some((row) => row.document === document && row.version === version)),
    )
    .map(({ document, newest: { version, publishedAt }, versions }) => ({
      document,
      version,
      published: publishedAt.toISOString(),
      changes: versions.map(({ changes }) => changes[lang] || changes.ru || '').join('\n'),
    }));
}

/** The newest version that asks and those after it, the newest first; none where no version asks. */
const versionsSinceAsked = (versions: readonly DocumentHead[]): readonly DocumentHead[] =>
  versions.slice(0, versions.findIndex(({ asks }) => asks) + 1);

export const isAcceptanceAwaited = async (services: Parts, userId: number): Promise<boolean> =>
  (await listAwaited(services, userId, 'ru')).length > 0;

export async function requireAcceptance(services: Parts, userId: number): Promise<void> {
  if (await isAcceptanceAwaited(services, userId)) throw new Failure('acceptance_required');
}
