import { recordActionOnOthers } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { releasePublicationFiles } from '../publication-files/publication-files.public.ts';
import { lockPublication } from './lock-publication.ts';
import { mayViewPublication } from './may-view-publication.public.ts';
import { mayDelete } from './publications.policy.ts';
import { publishReaderEvent } from './publish-reader-event.ts';

/**
 * Deletes the viewer's publication or draft; staff delete any publication. Text, likes, comments and files are deleted
 * at once.
 */
export async function deletePublication(
  services: Services,
  viewer: SignedInViewer,
  id: number,
): Promise<{ publish_id: number }> {
  const { db, clock, publicCache } = services;
  const isSeen = await mayViewPublication(db, viewer, id);
  await db.transaction().execute(async (tx) => {
    const row = requireFound(await lockPublication(tx, id));
    if (row.state !== 'published' && row.user_id !== viewer.userId) throw new Failure('not_found');
    if (!mayDelete(viewer, row)) throw new Failure(isSeen ? 'forbidden' : 'not_found');
    await recordActionOnOthers(tx, viewer, clock(), {
      action: 'publications.delete',
      object: `publication:${id}`,
      aboutUserId: row.user_id,
    });
    await clearPublication(tx, id, clock());
  });
  publicCache.invalidate();
  publishReaderEvent(services, id, { type: 'standing' });
  return { publish_id: id };
}

/** The row stays as a tombstone without content. */
async function clearPublication(tx: Tx, id: number, now: Date): Promise<void> {
  await releasePublicationFiles(tx, id);
  for (const table of [
    'publication_edits',
    'publication_mentions',
    'publication_likes',
    'publication_comments',
    'publication_announcements',
    'publication_places',
  ] as const)
    await tx.deleteFrom(table).where('publish_id', '=', id).execute();
  await tx
    .updateTable('publications')
    .set({ description: '', tags: [], like_count: 0, comments_count: 0, deleted_at: now, changed_at: now })
    .where('id', '=', id)
    .execute();
}
