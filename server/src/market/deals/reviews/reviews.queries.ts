import { IMAGE_SRC_WIDTH, imageUrl } from '@app/contract/files/media';
import type { DealReview } from '@app/contract/market/deals';
import { type Selectable, sql } from 'kysely';
import { bit } from '../../../platform/bit.ts';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import { findViolatedConstraint } from '../../../platform/database/violation.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { texts } from '../../../platform/texts.ts';
import { mayAnswerReview } from '../deals.policy.ts';
import type { DealsTables } from '../deals.tables.ts';
import { REVIEW_WEIGHS } from './deal-figures.public.ts';

export type ReviewRow = Selectable<DealsTables['deal_reviews']>;

interface ReviewViewRow extends ReviewRow {
  ad_title: string;
  seller_id: number;
  is_loan: boolean;
  firstname: string;
  lastname: string;
  avatar: string | null;
  is_gone: boolean;
  weighs: boolean;
  clique_names: { id: number; name: string }[] | null;
}

const VIEW = sql`
  select r.*, d.ad_title, d.seller_id, d.return_on is not null as is_loan, u.firstname, u.lastname, avatar.base_key as avatar,
    (u.deleted_at is not null or u.status <> 'active') as is_gone, ${REVIEW_WEIGHS} as weighs,
    (select json_agg(json_build_object('id', p.id, 'name', trim(p.firstname || ' ' || p.lastname)) order by p.id)
      from users p where p.id = any(r.clique)) as clique_names
  from deal_reviews r join deals d on d.id = r.deal_id join users u on u.id = r.author_id
    left join media_images avatar on avatar.id = u.photo_image_id`;

export function findReview(db: Db, id: number): Promise<ReviewRow | undefined> {
  return db.selectFrom('deal_reviews').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockReview(tx: Tx, id: number): Promise<ReviewRow | undefined> {
  return tx.selectFrom('deal_reviews').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

interface NewReview {
  deal_id: number;
  author_id: number;
  subject_id: number;
  stars: number;
  content: string;
  created_at: Date;
}

export async function insertReview(tx: Tx, row: NewReview): Promise<number> {
  const inserted = await tx
    .insertInto('deal_reviews')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw findViolatedConstraint('unique', error) === undefined ? error : new Failure('already_reviewed');
    });
  return inserted.id;
}

export async function updateReview(
  tx: Tx,
  id: number,
  change: Partial<Pick<ReviewRow, 'answer' | 'answered_at' | 'hidden_at'>>,
): Promise<void> {
  await tx.updateTable('deal_reviews').set(change).where('id', '=', id).execute();
}

/** A hidden review is listed for its author, its subject and staff only. */
const isListed = ({ userId, isStaff }: Viewer) => sql<boolean>`
  (r.hidden_at is null or ${isStaff} or ${userId}::bigint in (r.author_id, r.subject_id))`;

export async function listReviewsOf(
  db: Db,
  viewer: Viewer,
  userId: number,
  { size, offset }: { size: number; offset: number },
): Promise<{ list: DealReview[]; total: number }> {
  const there = sql`r.subject_id = ${userId} and ${isListed(viewer)}`;
  const [page, counted] = await Promise.all([
    sql<ReviewViewRow>`${VIEW} where ${there} order by r.id desc limit ${size} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from deal_reviews r where ${there}`.execute(db),
  ]);
  return { list: page.rows.map((row) => presentReview(row, viewer)), total: counted.rows[0]?.total ?? 0 };
}

export async function findPresentedReview(db: Db, viewer: Viewer, id: number): Promise<DealReview | undefined> {
  const { rows } = await sql<ReviewViewRow>`${VIEW} where r.id = ${id} and ${isListed(viewer)}`.execute(db);
  return rows[0] && presentReview(rows[0], viewer);
}

function presentReview(row: ReviewViewRow, viewer: Viewer): DealReview {
  const author = row.is_gone
    ? { firstname: texts.t(viewer.lang, 'comments.author.gone'), lastname: '', photo: null, deleted: 1 as const }
    : {
        firstname: row.firstname,
        lastname: row.lastname,
        photo: row.avatar === null ? null : imageUrl(row.avatar, IMAGE_SRC_WIDTH.avatar),
      };
  return {
    id: row.id,
    author: { id: row.author_id, ...author },
    role: row.author_id === row.seller_id ? 'seller' : 'buyer',
    stars: row.stars,
    content: row.content,
    timestamp: row.created_at.toISOString(),
    board_title: row.ad_title,
    ...(row.is_loan && { loan: 1 as const }),
    answer: row.answered_at === null ? null : { content: row.answer, timestamp: row.answered_at.toISOString() },
    counts: bit(row.weighs),
    ...(viewer.isStaff && row.clique_names !== null && { clique: row.clique_names }),
    hidden: bit(row.hidden_at !== null),
    own: bit(row.author_id === viewer.userId),
    may_answer: bit(row.answered_at === null && mayAnswerReview(viewer.userId, row)),
  };
}
