import { sql } from 'kysely';
import { isInAdAudience } from '../../market/ads/audience/ad-audience.public.ts';
import type { Db } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

interface Row {
  id: number;
}

export async function exportCommentsOf(db: Db, userId: number): Promise<ExportedData> {
  return {
    comments: iteratePages<Row>((after, limit) => listOwn(db, userId, after?.id ?? 0, limit)),
    rewordings: iteratePages<Row>((after, limit) => listRewordings(db, userId, after?.id ?? 0, limit)),
    votes: iteratePages<Row>((after, limit) => listVotes(db, userId, after?.id ?? 0, limit)),
    received_comments: iteratePages<Row>((after, limit) => listReceived(db, userId, after?.id ?? 0, limit)),
    received_votes: iteratePages<Row>((after, limit) => listReceivedVotes(db, userId, after?.id ?? 0, limit)),
  };
}

async function listOwn(db: Db, userId: number, afterId: number, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select c.id, c.ad_id, case when ${isInAdAudience(sql`c.user_id`)} then a.title end as ad_title, c.parent_id, c.message, c.rating,
      c.hidden, c.created_at, c.edited_at, c.deleted_at
    from comments c join ads a on a.id = c.ad_id
    where c.user_id = ${userId} and c.id > ${afterId} order by c.id limit ${limit}`.execute(db);
  return rows;
}

async function listRewordings(db: Db, userId: number, afterId: number, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select e.id, e.comment_id, e.message, e.rating, e.replaced_at
    from comment_edits e join comments c on c.id = e.comment_id
    where c.user_id = ${userId} and e.id > ${afterId} order by e.id limit ${limit}`.execute(db);
  return rows;
}

async function listVotes(db: Db, userId: number, afterId: number, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, ad_id, seller_id, rating, voted_at from seller_votes
    where author_id = ${userId} and id > ${afterId} order by id limit ${limit}`.execute(db);
  return rows;
}

async function listReceived(db: Db, userId: number, afterId: number, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select c.id, c.ad_id, a.title as ad_title, c.parent_id, c.message, c.rating, c.created_at, c.user_id as author_id,
      case when u.deleted_at is null and u.status = 'active' then u.firstname || ' ' || u.lastname end as author
    from comments c join ads a on a.id = c.ad_id join users u on u.id = c.user_id
      left join comments parent on parent.id = c.parent_id
    where (a.owner_id = ${userId} or parent.user_id = ${userId}) and c.user_id <> ${userId} and c.deleted_at is null
      and (not c.hidden or a.owner_id = ${userId}) and c.id > ${afterId}
    order by c.id limit ${limit}`.execute(db);
  return rows;
}

async function listReceivedVotes(db: Db, userId: number, afterId: number, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, ad_id, rating, voted_at from seller_votes
    where seller_id = ${userId} and id > ${afterId} order by id limit ${limit}`.execute(db);
  return rows;
}
