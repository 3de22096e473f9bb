import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

interface Row {
  id: number;
}

export async function exportDealsOf(db: Db, userId: number): Promise<ExportedData> {
  const { rows: figures } = await sql`
    select stars_sum, stars_count, reviews_count, deals_count, reply_seconds, reply_measured_at
    from deal_figures where user_id = ${userId}`.execute(db);
  return {
    deals: iteratePages<Row>((after, limit) => listOwnDeals(db, userId, after?.id ?? 0, limit)),
    offers: iteratePages<Row>((after, limit) => listOffers(db, userId, after?.id ?? 0, limit)),
    written_reviews: iteratePages<Row>((after, limit) => listWritten(db, userId, after?.id ?? 0, limit)),
    received_reviews: iteratePages<Row>((after, limit) => listReceived(db, userId, after?.id ?? 0, limit)),
    figures,
    draws: iteratePages<DrawEntryRow>((after, limit) => listDrawEntries(db, userId, after?.ad_id ?? 0, limit)),
    meetings: iteratePages<Row>((after, limit) => listMeetings(db, userId, after?.id ?? 0, limit)),
  };
}

async function listOwnDeals(db: Db, userId: number, afterId: number, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, ad_id, ad_title, seller_id, buyer_id, state, seller_confirmed_at, buyer_confirmed_at, created_at, ended_at,
      return_on, return_claimed_at,
      case when seller_id = ${userId} then seller_reminded_on else buyer_reminded_on end as reminded_on
    from deals where (seller_id = ${userId} or buyer_id = ${userId}) and id > ${afterId}
    order by id limit ${limit}`.execute(db);
  return rows;
}

async function listOffers(db: Db, userId: number, afterId: number, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select o.id, o.deal_id, o.author_id, o.price_roubles, o.return_on, o.state, o.created_at, o.answered_at
    from deals d join deal_offers o on o.deal_id = d.id
    where (d.seller_id = ${userId} or d.buyer_id = ${userId}) and o.id > ${afterId}
    order by o.id limit ${limit}`.execute(db);
  return rows;
}

async function listWritten(db: Db, userId: number, afterId: number, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, deal_id, subject_id, stars, content, answer, answered_at, created_at, hidden_at, clique is not null as weighs_nothing
    from deal_reviews where author_id = ${userId} and id > ${afterId} order by id limit ${limit}`.execute(db);
  return rows;
}

async function listReceived(db: Db, userId: number, afterId: number, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id, r.deal_id, r.author_id, r.stars, r.content, r.answer, r.answered_at, r.created_at, r.hidden_at,
      r.clique is not null as weighs_nothing
    from deal_reviews r where r.subject_id = ${userId} and r.id > ${afterId} order by r.id limit ${limit}`.execute(db);
  return rows;
}

/** What belongs to the person alone is that of the own side: the other one’s relative is not in it. */
async function listMeetings(db: Db, userId: number, afterId: number, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select m.id, m.ad_id, m.ad_title, m.seller_id, m.buyer_id, m.proposed_by, m.place_kind, m.place_name, m.place_address,
      m.at, m.note, m.state, m.cancelled_by, m.reason, m.created_at, s.arrived_at, s.confirmed_at, s.relative_id,
      s.asked_at, s.notified_at
    from meetings m join meeting_sides s on s.meeting_id = m.id and s.user_id = ${userId}
    where (m.seller_id = ${userId} or m.buyer_id = ${userId}) and m.id > ${afterId} order by m.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

interface DrawEntryRow {
  ad_id: number;
}

async function listDrawEntries(db: Db, userId: number, afterId: number, limit: number): Promise<DrawEntryRow[]> {
  const { rows } = await sql<DrawEntryRow>`
    select ad_id, number, created_at from ad_draw_entries where user_id = ${userId} and ad_id > ${afterId}
    order by ad_id limit ${limit}`.execute(db);
  return rows;
}
