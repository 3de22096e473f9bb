import type { BodyOf } from '@app/contract/platform/endpoint';
import {
  PUBLISH_DRAFTS_MAX,
  PUBLISH_PHOTOS_MAX,
  PUBLISH_PLAN_DAYS,
  type Publication,
  type publicationsApi,
} from '@app/contract/publishing/publications';
import { sql } from 'kysely';
import { requireAttachableAd } from '../../market/ads/attachable-ads.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import {
  claimPublicationFiles,
  discardUnclaimedFiles,
  setAlts,
  storePublicationFile,
} from '../publication-files/publication-files.public.ts';
import { parseTags } from './parse-tags.ts';
import { getPublicationForViewer } from './present-publications.ts';
import { publishPlanned } from './publish-planned.job.ts';
import { publishPublication } from './publish-publication.ts';

type Draft = BodyOf<typeof publicationsApi.add>;

const DAY_MS = 86_400_000;

export async function addPublication(
  services: Services,
  viewer: SignedInViewer,
  { draft, received }: { draft: Draft; received: readonly QuarantinedFile[] },
  idempotency: IdempotencyKey | undefined,
): Promise<Publication> {
  const { db } = services;
  const count = received.length + (draft.file_ids?.length ?? 0);
  if (count > PUBLISH_PHOTOS_MAX) throw new Failure('too_many_files', { values: { max: PUBLISH_PHOTOS_MAX } });
  const publishAt = draft.publish_at === undefined ? undefined : parsePublishTime(services, draft.publish_at);
  if (count === 0 && (draft.draft !== 1 || !draft.publish_description)) throw new Failure('publication_empty');

  const known = await findRepeated(services, idempotency);
  if (known !== undefined) return getPublicationForViewer(services, viewer, known);
  const stored = await storeAll(services, viewer, received);
  let isUsed = false;
  try {
    const { id } = await db.transaction().execute((tx) =>
      runIdempotent(tx, idempotency, async () => {
        const publishId = await insertPublication(services, tx, viewer, draft);
        const type = await claimFiles(tx, viewer.userId, publishId, [...(draft.file_ids ?? []), ...stored]);
        await tx.updateTable('publications').set({ type }).where('id', '=', publishId).execute();
        if (draft.alts) await setAlts(tx, publishId, draft.alts);
        isUsed = true;
        if (draft.draft === 1) await requireDraftSpace(tx, viewer.userId);
        else if (publishAt !== undefined) await schedulePublication(services, tx, viewer.userId, publishId, publishAt);
        else await publishPublication(services, tx, { ...(await getPendingPublication(tx, publishId)), ip: viewer.ip });
        return publishId;
      }),
    );
    if (!isUsed) await discardUnclaimedFiles(db, viewer.userId, stored);
    services.publicCache.invalidate();
    return await getPublicationForViewer(services, viewer, id);
  } catch (error) {
    await discardUnclaimedFiles(db, viewer.userId, stored);
    throw error;
  }
}

/** A repeat that already has a result skips the costly storing of files. */
async function findRepeated({ db }: Services, idempotency: IdempotencyKey | undefined): Promise<number | undefined> {
  if (idempotency === undefined) return undefined;
  const { scope, key, endpoint, fingerprint } = idempotency;
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'result_id'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst();
  if (row !== undefined && row.fingerprint !== fingerprint) throw new Failure('idempotency_mismatch');
  return row?.result_id ?? undefined;
}

/** Files are stored one after another, because decoding each may use the full memory limit. */
async function storeAll(
  services: Services,
  viewer: SignedInViewer,
  received: readonly QuarantinedFile[],
): Promise<number[]> {
  const ids: number[] = [];
  try {
    for (const file of received) ids.push((await storePublicationFile(services, viewer, file)).id);
    return ids;
  } catch (error) {
    await discardUnclaimedFiles(services.db, viewer.userId, ids);
    throw error;
  }
}

export async function insertPublication(
  { clock }: Services,
  tx: Tx,
  { userId }: SignedInViewer,
  draft: Pick<Draft, 'publish_description' | 'audience' | 'commenters' | 'may_share' | 'board_id'>,
): Promise<number> {
  const description = draft.publish_description ?? '';
  if (draft.board_id) await requireAttachableAd(tx, userId, draft.board_id);
  const { id } = await tx
    .insertInto('publications')
    .values({
      user_id: userId,
      description,
      audience: draft.audience ?? 'all',
      commenters: draft.commenters ?? 'all',
      may_share: draft.may_share !== 0,
      board_id: draft.board_id ?? null,
      tags: parseTags(description),
      changed_at: clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Claims up to six photos or exactly one video, and returns the publication's type. */
export async function claimFiles(
  tx: Tx,
  ownerId: number,
  publishId: number,
  fileIds: readonly number[],
): Promise<0 | 1> {
  const files = await claimPublicationFiles(tx, ownerId, publishId, fileIds);
  const hasVideo = files.some(({ kind }) => kind === 'video');
  if (hasVideo && files.length > 1) throw new Failure('video_alone');
  return hasVideo ? 1 : 0;
}

/** Checks the number of drafts, including the one being added; parallel calls are serialized. */
async function requireDraftSpace(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`publication-drafts:${userId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from publications
    where user_id = ${userId} and state <> 'published' and deleted_at is null`.execute(tx);
  if ((rows[0]?.count ?? 0) > PUBLISH_DRAFTS_MAX)
    throw new Failure('drafts_full', { values: { max: PUBLISH_DRAFTS_MAX } });
}

/** Schedules a draft. A time just past is published at once by the job. */
export async function schedulePublication(
  { queue, clock }: Services,
  tx: Tx,
  userId: number,
  publishId: number,
  publishAt: Date,
): Promise<void> {
  await tx
    .updateTable('publications')
    .set({ state: 'planned', publish_at: publishAt, changed_at: clock() })
    .where('id', '=', publishId)
    .execute();
  await requireDraftSpace(tx, userId);
  await queue.add(tx, publishPlanned, { id: publishId }, { key: String(publishId), runAt: publishAt });
}

const LATE_MS = 60_000;

export function parsePublishTime({ clock }: Services, text: string): Date {
  const time = new Date(text);
  const now = clock().getTime();
  // Written as a negation, so that an invalid date (NaN) is rejected too.
  if (!(time.getTime() >= now - LATE_MS && time.getTime() <= now + PUBLISH_PLAN_DAYS * DAY_MS))
    throw new Failure('invalid_input', { fields: { publish_at: 'errors.field.invalid' } });
  return time;
}

export async function getPendingPublication(tx: Tx, id: number) {
  return tx
    .selectFrom('publications')
    .select(['id', 'user_id', 'description', 'audience'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
