import type { BodyOf } from '@app/contract/platform/endpoint';
import type { Publication, publicationsApi } from '@app/contract/publishing/publications';
import { requireAttachableAd } from '../../market/ads/attachable-ads.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { trimToNewest } from '../../platform/database/trim-to-newest.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { isLimited } from '../../trust/moderation/publishing-limits.public.ts';
import { setAlts, setPoster } from '../publication-files/publication-files.public.ts';
import { claimFiles, parsePublishTime, schedulePublication } from './add-publication.ts';
import { EDITS_MAX } from './edits-max.ts';
import { lockPublication, type PublicationRow } from './lock-publication.ts';
import { mayViewPublication } from './may-view-publication.public.ts';
import { parseTags } from './parse-tags.ts';
import { getPublicationForViewer } from './present-publications.ts';
import { isAuthor } from './publications.policy.ts';
import {
  notifyHeldForReview,
  openHoldCase,
  publishPublication,
  saveMentions,
  violatesRules,
} from './publish-publication.ts';
import { publishReaderEvent } from './publish-reader-event.ts';

type Change = BodyOf<typeof publicationsApi.edit>;

/** Edits the viewer's publication or draft; earlier versions of a published one stay readable. */
export async function editPublication(
  services: Services,
  viewer: SignedInViewer,
  change: Change,
): Promise<Publication> {
  const { db } = services;
  const id = change.publish_id;
  const publishAt = change.publish_at ? parsePublishTime(services, change.publish_at) : change.publish_at;
  const isToCome = change.publish === 1 || publishAt instanceof Date;
  // Ownership is checked first, so that another user's publication never fails with subscription_required.
  const known = await requireOwn(services, viewer, id);
  if (known.state !== 'published' && isToCome && !viewer.isPaid) throw new Failure('subscription_required');
  await db.transaction().execute(async (tx) => {
    const row = requireFound(await lockPublication(tx, id));
    if (row.state === 'published' && publishAt !== undefined) throw new Failure('conflict');
    const next = await applyChange(services, tx, row, change);
    const isOther = next.description !== row.description || change.file_ids !== undefined;
    if (row.state === 'published') return recheckContent(services, tx, row, { ...next, ip: viewer.ip }, isOther);
    if (isToCome && !next.is_text && (await isWithoutFiles(tx, id))) throw new Failure('publication_empty');
    if (change.publish === 1) await publishPublication(services, tx, { ...next, ip: viewer.ip });
    else if (publishAt instanceof Date) await schedulePublication(services, tx, viewer.userId, id, publishAt);
    else if (publishAt === null)
      await tx.updateTable('publications').set({ state: 'draft', publish_at: null }).where('id', '=', id).execute();
  });
  services.publicCache.invalidate();
  // Drafts are saved every few seconds and have no other readers, so they send no event.
  if (known.state === 'published') publishReaderEvent(services, id, { type: 'standing' });
  return getPublicationForViewer(services, viewer, id);
}

/**
 * Changed text of a publication may be held for review by a rule, and any change by a limited user is. Mentioned users
 * are notified of published text.
 */
async function recheckContent(
  services: Services,
  tx: Tx,
  before: PublicationRow,
  next: PublicationRow & { ip: string },
  isOther: boolean,
): Promise<void> {
  const isReworded = next.description !== before.description;
  const isRuled = isReworded && (await violatesRules(services, tx, next));
  if (before.held_at !== null || before.blocked_at !== null) return;
  if (!isRuled && !(isOther && (await isLimited(tx, next.user_id, services.clock())))) {
    if (isReworded || next.audience !== before.audience) await saveMentions(services, tx, next);
    return;
  }
  // The rule has already opened a case.
  if (!isRuled) await openHoldCase(services, tx, next);
  await tx.updateTable('publications').set({ held_at: services.clock() }).where('id', '=', next.id).execute();
  await notifyHeldForReview(services, tx, next);
}

export async function applyChange(
  services: Services,
  tx: Tx,
  row: PublicationRow,
  change: Change,
): Promise<PublicationRow> {
  const now = services.clock();
  const isOut = row.state === 'published';
  const description = change.publish_description ?? row.description;
  const isReworded = description !== row.description;
  const type = change.file_ids === undefined ? row.type : await claimFiles(tx, row.user_id, row.id, change.file_ids);
  const isText = row.is_text && !change.file_ids?.length;
  if (isText && description.trim() === '')
    throw new Failure('invalid_input', { fields: { publish_description: 'errors.field.required' } });
  if (!isText && change.file_ids?.length === 0 && (row.state !== 'draft' || description === ''))
    throw new Failure('publication_empty');
  if (change.alts) await setAlts(tx, row.id, change.alts);
  if (change.poster_ms !== undefined) await moveCover(services, tx, row.id, change.poster_ms);
  const boardId = change.board_id === undefined ? row.board_id : change.board_id;
  if (boardId !== null && boardId !== row.board_id) await requireAttachableAd(tx, row.user_id, boardId);
  const next: PublicationRow = {
    ...row,
    type,
    is_text: isText,
    description,
    audience: change.audience ?? row.audience,
    commenters: change.commenters ?? row.commenters,
    may_share: change.may_share === undefined ? row.may_share : change.may_share === 1,
    board_id: boardId,
    tags: parseTags(description),
    edited_at: isOut && (isReworded || (change.file_ids !== undefined && !isText)) ? now : row.edited_at,
  };
  if (isOut && isReworded) {
    await tx
      .insertInto('publication_edits')
      .values({ publish_id: row.id, description: row.description, replaced_at: now })
      .execute();
    await trimToNewest(tx, { table: 'publication_edits', column: 'publish_id', value: row.id, max: EDITS_MAX });
  }
  await tx
    .updateTable('publications')
    .set({
      type,
      is_text: isText,
      description,
      audience: next.audience,
      commenters: next.commenters,
      may_share: next.may_share,
      board_id: boardId,
      tags: next.tags,
      edited_at: next.edited_at,
      changed_at: now,
    })
    .where('id', '=', row.id)
    .execute();
  return next;
}

async function moveCover(services: Services, tx: Tx, publishId: number, ms: number): Promise<void> {
  const video = await tx
    .selectFrom('post_files')
    .select('id')
    .where('publish_id', '=', publishId)
    .where('kind', '=', 'video')
    .executeTakeFirst();
  if (video !== undefined) await setPoster(services, tx, video.id, ms);
}

async function isWithoutFiles(tx: Tx, publishId: number): Promise<boolean> {
  const file = await tx.selectFrom('post_files').select('id').where('publish_id', '=', publishId).executeTakeFirst();
  return file === undefined;
}

/** Fails with forbidden only for publications that the viewer may see; otherwise with not_found. */
export async function requireOwn(
  { db }: Services,
  viewer: SignedInViewer,
  id: number,
): Promise<Pick<PublicationRow, 'state'>> {
  const row = await db
    .selectFrom('publications')
    .select(['user_id', 'state'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new Failure('not_found');
  if (isAuthor(viewer, row)) return row;
  throw new Failure((await mayViewPublication(db, viewer, id)) ? 'forbidden' : 'not_found');
}
