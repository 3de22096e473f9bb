import type { COMMENTERS } from '@app/contract/market/ads';
import type { ContactAudience } from '@app/contract/people/privacy';
import { sql } from 'kysely';
import { isBlockBetween, isFriend } from '../../people/relationships/relationships.public.ts';
import { compileOnce } from '../../platform/database/compile-once.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { adPresence, stateOf } from './ads.policy.ts';
import { isInAdAudience } from './audience/ad-audience.public.ts';

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
  'owner_away',
  'deal',
  'is_external',
  'comments_by',
  'comments_count',
] as const;

export interface CommentableAd {
  id: number;
  ownerId: number;
  title: string;
  description: string;
  /** Imported from elsewhere: its owner is not its seller. */
  isExternal: boolean;
  /** Public and not sold or archived. */
  isOpen: boolean;
  commentsBy: (typeof COMMENTERS)[number];
  commentsCount: number;
  ownerAudience: ContactAudience;
  isFriend: boolean;
  isBlocked: boolean;
}

/** The ad is $1, the reader $2. */
function selectCommentable(db: Db) {
  const [owner, reader] = [sql`a.owner_id`, sql`$2::bigint`];
  return db
    .selectFrom('ads as a')
    .select(COLUMNS)
    .select([
      sql<ContactAudience>`(select may_comment from users where users.id = a.owner_id)`.as('owners_reach'),
      isFriend(owner, reader).as('is_friend'),
      isBlockBetween(owner, reader).as('is_blocked'),
      isInAdAudience(reader).as('is_in_audience'),
    ])
    .where('id', '=', sql<number>`$1::bigint`);
}

const readCommentable = compileOnce<Row>('commentable-ad', (db) => sql`${selectCommentable(db)}`);
const readLocked = compileOnce<Row>('commentable-ad-locked', (db) => sql`${selectCommentable(db).forNoKeyUpdate('a')}`);

/** Fails with the same errors as the ad's own page. */
export async function getCommentableAd(db: Db, viewer: Viewer, id: number): Promise<CommentableAd> {
  const [ad] = await readCommentable(db, [id, viewer.userId]);
  return toCommentableAd(viewer, ad);
}

/**
 * Locks the ad until the transaction ends, so that its comments change one after another. Neither readers nor rows that
 * reference the ad wait.
 */
export async function lockCommentableAd(tx: Tx, viewer: Viewer, id: number): Promise<CommentableAd> {
  const [ad] = await readLocked(tx, [id, viewer.userId]);
  return toCommentableAd(viewer, ad);
}

/** Locks the ad, visible or not: people may delete their comments anywhere. Returns false once the ad is gone. */
export async function lockAdForComments(tx: Tx, id: number): Promise<boolean> {
  const ad = await tx.selectFrom('ads').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return ad !== undefined;
}

export async function adjustCommentCount(tx: Tx, adId: number, delta: number): Promise<number> {
  const { comments_count } = await tx
    .updateTable('ads')
    .set({ comments_count: sql<number>`comments_count + ${delta}` })
    .where('id', '=', adId)
    .returning('comments_count')
    .executeTakeFirstOrThrow();
  return comments_count;
}

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
