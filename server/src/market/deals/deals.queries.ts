import type { DealState, OfferState } from '@app/contract/market/deals';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { DealsTables } from './deals.tables.ts';

export type DealRow = Selectable<DealsTables['deals']>;
export type OfferRow = Selectable<DealsTables['deal_offers']>;

/** Offers of other buyers whose cards are brought up to date at once when an ad is taken or freed. */
const OTHERS_MAX = 50;

export function findDeal(db: Db, id: number): Promise<DealRow | undefined> {
  return db.selectFrom('deals').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findOffer(db: Db, id: number): Promise<OfferRow | undefined> {
  return db.selectFrom('deal_offers').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks a deal until commit. Lock order everywhere: the ad, its deals, the chat. */
export function lockDeal(tx: Tx, id: number): Promise<DealRow | undefined> {
  return tx.selectFrom('deals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function lockRunningDeal(tx: Tx, adId: number, buyerId: number): Promise<DealRow | undefined> {
  return tx
    .selectFrom('deals')
    .selectAll()
    .where('ad_id', '=', adId)
    .where('buyer_id', '=', buyerId)
    .where('state', 'in', ['offered', 'accepted'])
    .forUpdate()
    .executeTakeFirst();
}

/** The accepted deal of an ad. The caller has locked the ad. */
export function findAcceptedDeal(tx: Tx, adId: number): Promise<DealRow | undefined> {
  return tx
    .selectFrom('deals')
    .selectAll()
    .where('ad_id', '=', adId)
    .where('state', '=', 'accepted')
    .executeTakeFirst();
}

export async function insertDeal(
  tx: Tx,
  row: {
    ad_id: number;
    ad_title: string;
    seller_id: number;
    buyer_id: number;
    return_on?: string | null;
    created_at: Date;
  },
): Promise<DealRow> {
  return tx.insertInto('deals').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function insertOffer(
  tx: Tx,
  row: { deal_id: number; author_id: number; price_roubles: number; return_on?: string | null; created_at: Date },
): Promise<number> {
  const { id } = await tx.insertInto('deal_offers').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Answers the open offer of a locked deal; undefined when there is none. */
export async function closeOpenOffer(
  tx: Tx,
  dealId: number,
  state: Exclude<OfferState, 'open'>,
  now: Date,
): Promise<number | undefined> {
  const row = await tx
    .updateTable('deal_offers')
    .set({ state, answered_at: now })
    .where('deal_id', '=', dealId)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Another day of a loan takes the place of the one that was accepted before. */
export async function replaceAcceptedOffer(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('deal_offers').set({ state: 'countered' }).where('id', '=', id).execute();
}

export async function updateDeal(
  tx: Tx,
  id: number,
  change: Partial<
    Pick<
      DealRow,
      | 'state'
      | 'seller_confirmed_at'
      | 'buyer_confirmed_at'
      | 'ended_at'
      | 'return_on'
      | 'return_claimed_at'
      | 'seller_reminded_on'
      | 'buyer_reminded_on'
    >
  >,
): Promise<void> {
  await tx.updateTable('deals').set(change).where('id', '=', id).execute();
}

/** SQL condition on `deals d`: the thing was handed over to the borrower, and is not back. */
export const IS_LENT = sql<boolean>`(d.state = 'accepted' and d.return_on is not null
  and d.seller_confirmed_at is not null and d.buyer_confirmed_at is not null)`;

/** SQL: the id of the offer that the deal `d` stands on, the accepted one, else the newest one. */
export const STANDING_OFFER = sql<number>`(
  select o.id from deal_offers o where o.deal_id = d.id order by (o.state = 'accepted') desc, o.id desc limit 1)`;

export async function findStandingOfferId(db: Db, dealId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select ${STANDING_OFFER} as id from deals d where d.id = ${dealId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`deal ${dealId} has no offer`);
  return row.id;
}

export async function listOpenOfferIds(db: Db, adId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from deals d join deal_offers o on o.deal_id = d.id and o.state = 'open'
    where d.ad_id = ${adId} and d.state = 'offered' order by o.id desc limit ${OTHERS_MAX}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Which of these ads somebody was promised and nobody has yet: they have an accepted deal, and are neither sold nor lent. */
export async function listPromisedAds(tx: Tx, adIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from deals d join ads a on a.id = d.ad_id
    where d.ad_id = any(${adIds}::bigint[]) and d.state = 'accepted' and a.deal <> 'sold' and not ${IS_LENT}
    order by a.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Ends deals of an ad, or of all these ads, in these states; a lent thing has to be returned whatever becomes of its ad.
 * Returns the offers whose cards changed, and the deals.
 */
export async function cancelDealsOfAds(
  tx: Tx,
  adIds: readonly number[],
  states: readonly DealState[],
  now: Date,
): Promise<{ offerIds: number[]; deals: DealRow[] }> {
  const { rows: deals } = await sql<DealRow>`
    update deals set state = 'cancelled', ended_at = ${now}
    where id in (
      select id from deals d where ad_id = any(${adIds}::bigint[]) and state = any(${states}::text[]) and not ${IS_LENT}
      order by id for update)
    returning *`.execute(tx);
  const offerIds = await closeOffers(tx, deals, now);
  return { offerIds, deals };
}

/** Closes what is open or accepted of cancelled deals. */
export async function closeOffers(tx: Tx, deals: readonly Pick<DealRow, 'id'>[], now: Date): Promise<number[]> {
  if (deals.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    update deal_offers set state = 'closed', answered_at = ${now}
    where deal_id = any(${deals.map(({ id }) => id)}::bigint[]) and state in ('open', 'accepted') returning id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
