import type { DealRole, DealState } from '@app/contract/market/deals';
import type { Tx } from '../../platform/database/tables.ts';
import { addEntry, openDraw } from './draws/draws.queries.ts';
import { recountFigures } from './reviews/deal-figures.public.ts';

export interface DemoReview {
  by: DealRole;
  stars: number;
  content: string;
  answer?: string;
}

export interface DemoDeal {
  adId: number;
  title: string;
  sellerId: number;
  buyerId: number;
  /** Prices offered in turn, the buyer's first. */
  prices: readonly number[];
  state: Exclude<DealState, 'cancelled'>;
  at: Date;
  /** Of a loan, whose prices are 0: the day of return. */
  returnOn?: string;
  /** Whether the thing of an accepted loan was handed over. */
  isLent?: boolean;
  reviews?: readonly DemoReview[];
}

/** Inserts past deals for demo data and tests, without events. Returns the offers of each deal. */
export async function insertDemoDeals(tx: Tx, deals: readonly DemoDeal[]): Promise<number[][]> {
  const offers: number[][] = [];
  for (const deal of deals) offers.push(await insertDeal(tx, deal));
  await recountFigures(
    tx,
    deals.flatMap(({ sellerId, buyerId }) => [sellerId, buyerId]),
  );
  return offers;
}

/** Opens the draw of an ad, for which these people asked in this order. */
export async function insertDemoDraw(tx: Tx, adId: number, userIds: readonly number[], at: Date): Promise<void> {
  await openDraw(tx, adId, at);
  for (const userId of userIds) await addEntry(tx, adId, userId, at);
}

async function insertDeal(tx: Tx, deal: DemoDeal): Promise<number[]> {
  const { adId, title, sellerId, buyerId, prices, state, at, isLent = false, reviews = [] } = deal;
  const return_on = deal.returnOn ?? null;
  const isDone = state === 'done';
  const confirmed_at = isDone || isLent ? at : null;
  const { id } = await tx
    .insertInto('deals')
    .values({
      ad_id: adId,
      ad_title: title,
      seller_id: sellerId,
      buyer_id: buyerId,
      state,
      seller_confirmed_at: confirmed_at,
      buyer_confirmed_at: confirmed_at,
      return_on,
      created_at: at,
      ended_at: isDone ? at : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const last = state === 'offered' ? 'open' : 'accepted';
  const rows = prices.map((price_roubles, i) => ({
    deal_id: id,
    author_id: i % 2 === 0 ? buyerId : sellerId,
    price_roubles,
    return_on,
    state: i === prices.length - 1 ? (last as 'open' | 'accepted') : ('countered' as const),
    created_at: at,
    answered_at: i === prices.length - 1 && last === 'open' ? null : at,
  }));
  const offers = await tx.insertInto('deal_offers').values(rows).returning('id').execute();
  const written = reviews.map(({ by, stars, content, answer = '' }) => ({
    deal_id: id,
    author_id: by === 'seller' ? sellerId : buyerId,
    subject_id: by === 'seller' ? buyerId : sellerId,
    stars,
    content,
    answer,
    answered_at: answer === '' ? null : at,
    created_at: at,
  }));
  if (written.length > 0) await tx.insertInto('deal_reviews').values(written).execute();
  return offers.map((offer) => offer.id);
}
