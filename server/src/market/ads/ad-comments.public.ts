import type { COMMENTERS } from '@app/contract/market/ads';
import type { ContactAudience } from '@app/contract/people/privacy';
import { sql } from 'kysely';
import { isBlockBetween, isFriend } from '../../people/circle/circle.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { adPresence, stateOf } from './ads.policy.ts';

const COLUMNS = [
  'id',
  'owner_id',
  'title',
  'description',
  'enabled',
  'archived_at',
  'blocked_at',
  'held_at',
  'owner_hidden',
  'deal',
  'is_external',
  'comments_by',
  'comments_count',
] as const;

/** An ad as those see it who talk about it. */
export interface CommentableAd {
  id: number;
  ownerId: number;
  title: string;
  description: string;
  /** Brought from elsewhere: its owner here is not its seller. */
  isExternal: boolean;
  /** On sale, and not merely to be looked at. */
  isOpen: boolean;
  commentsBy: (typeof COMMENTERS)[number];
  commentsCount: number;
  /** Whom the owner lets comment anything of theirs. */
  ownerAudience: ContactAudience;
  /** Of the viewer and the owner. */
  isFriend: boolean;
  isBlocked: boolean;
}

function selectCommentable(db: Db, viewer: Viewer, id: number) {
  const [owner, reader] = [sql`ads.owner_id`, sql`${viewer.userId}::bigint`];
  return db
    .selectFrom('ads')
    .select(COLUMNS)
    .select([
      sql<ContactAudience>`(select may_comment from users where users.id = ads.owner_id)`.as('owners_reach'),
      isFriend(owner, reader).as('is_friend'),
      isBlockBetween(owner, reader).as('is_blocked'),
    ])
    .where('id', '=', id);
}

/** An ad that this viewer may see; fails as the ad's own page does. */
export async function getCommentableAd(db: Db, viewer: Viewer, id: number): Promise<CommentableAd> {
  return toCommentableAd(viewer, await selectCommentable(db, viewer, id).executeTakeFirst());
}

/**
 * The same, held until the transaction ends: an ad's comments change one after another. Readers do not wait, nor does anybody who
 * only refers to the ad.
 */
export async function lockCommentableAd(tx: Tx, viewer: Viewer, id: number): Promise<CommentableAd> {
  return toCommentableAd(viewer, await selectCommentable(tx, viewer, id).forNoKeyUpdate('ads').executeTakeFirst());
}

/** The same whoever may see it: people take their words back wherever those are. False once the ad is gone. */
export async function lockAdForComments(tx: Tx, id: number): Promise<boolean> {
  const ad = await tx.selectFrom('ads').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return ad !== undefined;
}

/** Count so many more comments that everybody sees, or fewer. The answer is how many there are now. */
export async function adjustCommentCount(tx: Tx, adId: number, delta: number): Promise<number> {
  const { comments_count } = await tx
    .updateTable('ads')
    .set({ comments_count: sql<number>`comments_count + ${delta}` })
    .where('id', '=', adId)
    .returning('comments_count')
    .executeTakeFirstOrThrow();
  return comments_count;
}

/** Count comments that many ads got at once, by the ads' ids. */
export async function adjustCommentCounts(tx: Tx, counts: ReadonlyMap<number, number>): Promise<void> {
  await sql`
    update ads set comments_count = comments_count + added.count
    from unnest(${[...counts.keys()]}::bigint[], ${[...counts.values()]}::int[]) added (ad_id, count)
    where ads.id = added.ad_id`.execute(tx);
}

type Row = Parameters<typeof adPresence>[1] &
  Parameters<typeof stateOf>[0] & {
    id: number;
    title: string;
    description: string;
    is_external: boolean;
    comments_by: CommentableAd['commentsBy'];
    comments_count: number;
    owners_reach: ContactAudience;
    is_friend: boolean;
    is_blocked: boolean;
  };

function toCommentableAd(viewer: Viewer, ad: Row | undefined): CommentableAd {
  const presence = ad ? adPresence(viewer, ad) : 'unknown';
  if (ad === undefined || presence === 'unknown') throw new Failure('not_found');
  if (presence === 'gone') throw new Failure('gone');
  return {
    id: ad.id,
    ownerId: ad.owner_id,
    title: ad.title,
    description: ad.description,
    isExternal: ad.is_external,
    isOpen: ['active', 'reserved'].includes(stateOf(ad)),
    commentsBy: ad.comments_by,
    commentsCount: ad.comments_count,
    ownerAudience: ad.owners_reach,
    isFriend: ad.is_friend,
    isBlocked: ad.is_blocked,
  };
}
