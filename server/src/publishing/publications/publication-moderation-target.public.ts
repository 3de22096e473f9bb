import { type Selectable, sql } from 'kysely';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { excerpt } from '../../platform/text/excerpt.ts';
import type { ModerationTarget } from '../../trust/moderation/moderation-target.public.ts';
import { presentPublicationFiles } from '../publication-files/publication-files.public.ts';
import { findComment } from './comments/comments.queries.ts';
import { commentThreads } from './comments/moderate-comment.ts';
import { lockExistingPublication } from './lock-publication.ts';
import { notifyFollowersOfPublication } from './notify-followers-of-publication.job.ts';
import type { PublicationsTable } from './publications.tables.ts';
import { publicationLink, saveMentions } from './publish-publication.ts';

type WithheldPublication = Pick<
  Selectable<PublicationsTable>,
  'id' | 'user_id' | 'description' | 'audience' | 'state' | 'held_at' | 'blocked_at' | 'withheld_reason'
>;

const PHOTOS_MAX = 10;

function lockRow(tx: Tx, id: number): Promise<WithheldPublication | undefined> {
  return tx
    .selectFrom('publications')
    .select(['id', 'user_id', 'description', 'audience', 'state', 'held_at', 'blocked_at', 'withheld_reason'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

async function withhold(
  tx: Tx,
  id: number,
  change: { held_at?: Date | null; blocked_at?: Date | null; withheld_reason?: string },
): Promise<void> {
  await tx
    .updateTable('publications')
    .set({ held_at: null, blocked_at: null, withheld_reason: '', ...change })
    .where('id', '=', id)
    .execute();
}

/** Notifies followers and mentioned users who were not notified before. */
async function releasePublication(services: Services, tx: Tx, publication: WithheldPublication): Promise<void> {
  const { id } = publication;
  await withhold(tx, id, {});
  await saveMentions(services, tx, publication);
  const { rows } = await sql`select from publication_announcements where publish_id = ${id}`.execute(tx);
  if (rows.length > 0)
    await services.queue.add(tx, notifyFollowersOfPublication, { publish_id: id }, { key: String(id) });
}

export const publicationModerationTarget: ModerationTarget = {
  async find(services, id) {
    const row = await services.db
      .selectFrom('publications')
      .select(['id', 'user_id', 'description', 'held_at', 'blocked_at'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const files = (await presentPublicationFiles(services, [id])).get(id) ?? [];
    return {
      title: excerpt(row.description),
      text: row.description,
      link: publicationLink(row),
      photos: files
        .map(({ preview }) => preview)
        .filter(Boolean)
        .slice(0, PHOTOS_MAX),
      state: row.blocked_at !== null ? 'hidden' : row.held_at !== null ? 'held' : 'shown',
    };
  },
  async lock(tx, id) {
    await lockExistingPublication(tx, id);
  },
  async holdForReview(services, tx, id) {
    const row = await lockRow(tx, id);
    if (row === undefined || row.state !== 'published' || row.held_at !== null || row.blocked_at !== null) return false;
    await withhold(tx, id, { held_at: services.clock() });
    await notify(tx, services, {
      userId: row.user_id,
      kind: 'publication_review',
      link: publicationLink(row),
      values: { title: excerpt(row.description), what: 'complaints' },
    });
    return true;
  },
  async hide(services, tx, id, { reason }) {
    const row = await lockRow(tx, id);
    // Another staff member has already taken the publication down.
    if (row === undefined || row.blocked_at !== null) return false;
    await withhold(tx, id, { blocked_at: services.clock(), withheld_reason: reason });
    return true;
  },
  async release(services, tx, id) {
    const row = await lockRow(tx, id);
    if (row?.held_at == null || row.blocked_at !== null) return;
    await releasePublication(services, tx, row);
    await notify(tx, services, {
      userId: row.user_id,
      kind: 'publication_review',
      link: publicationLink(row),
      values: { title: excerpt(row.description), what: 'out' },
    });
  },
  async restore(services, tx, id) {
    const row = await lockRow(tx, id);
    if (row?.blocked_at != null) await releasePublication(services, tx, row);
  },
};

/** A comment on a publication. The publication's author cannot show a comment that staff hid. */
export const publicationCommentModerationTarget: ModerationTarget = {
  async find({ db }, id) {
    const comment = await findComment(db, id);
    if (comment === undefined || comment.deleted_at !== null) return undefined;
    const publication = await db
      .selectFrom('publications')
      .select(['id', 'user_id', 'description'])
      .where('id', '=', comment.publish_id)
      .executeTakeFirst();
    return {
      title: excerpt(publication?.description ?? ''),
      text: comment.message,
      link: publication === undefined ? '' : `${publicationLink(publication)}?comment=${id}#comments`,
      photos: [],
      state: comment.hidden ? 'hidden' : 'shown',
    };
  },
  async hide(services, tx, id) {
    return commentThreads.block(tx, id, services.clock());
  },
  async restore(_services, tx, id) {
    await commentThreads.block(tx, id, null);
  },
};
