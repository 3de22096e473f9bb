import { DEAL_ROLES, type Offer, type OfferState } from '@app/contract/market/deals';
import { sql } from 'kysely';
import { isBlockBetween } from '../../people/relationships/relationships.public.ts';
import { bit } from '../../platform/bit.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { requireFound } from '../../platform/failure.ts';
import { isDayOver } from '../ads/kinds/return-day.public.ts';
import { IS_ON_OFFER } from '../ads/lifecycle/deal-marks.public.ts';
import { actionsOf, type DealAccess, hasConfirmed, isLent, type OfferObstacle, roleOf } from './deals.policy.ts';

interface OfferViewRow extends DealAccess {
  id: number;
  deal_id: number;
  author_id: number;
  price: number;
  day: string | null;
  offer_state: OfferState;
  ad_id: number | null;
  ad_title: string;
  ad_price: number | null;
  obstacle: OfferObstacle | null;
  is_blocked: boolean;
  has_proposal: boolean;
  my_stars: number | null;
}

/** Presents offers as this user sees them now, by id; offers of other people are missing. */
export async function presentOffers(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  userId: number,
  ids: readonly number[],
): Promise<Map<number, Offer>> {
  const rows = await findOfferViews(db, userId, ids);
  const now = clock();
  return new Map(rows.map((row) => [row.id, presentOffer(row, userId, now)]));
}

export async function getOffer(services: Services, userId: number, id: number): Promise<Offer> {
  return requireFound((await presentOffers(services, userId, [id])).get(id));
}

async function findOfferViews(db: Db, userId: number, ids: readonly number[]): Promise<OfferViewRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<OfferViewRow>`
    select o.id, o.deal_id, o.author_id, o.price_roubles as price, o.return_on as day, o.state as offer_state, d.ad_id,
      coalesce(a.title, d.ad_title) as ad_title, a.price_roubles as ad_price, d.seller_id, d.buyer_id, d.state,
      d.seller_confirmed_at, d.buyer_confirmed_at, d.ended_at, d.return_on, d.return_claimed_at,
      case
        when d.state = 'accepted' then null
        when a.id is null or not ${IS_ON_OFFER} then 'not_open'
        when exists (select from deals x where x.ad_id = a.id and x.state = 'accepted' and x.id <> d.id) then 'reserved'
      end as obstacle,
      ${isBlockBetween(sql`d.seller_id`, sql`d.buyer_id`)} as is_blocked,
      exists (select from deal_offers p where p.deal_id = d.id and p.state = 'open' and p.id <> o.id) as has_proposal,
      (select r.stars from deal_reviews r where r.deal_id = d.id and r.author_id = ${userId}) as my_stars
    from deal_offers o join deals d on d.id = o.deal_id left join ads a on a.id = d.ad_id
    where o.id = any(${ids}::bigint[]) and ${userId}::bigint in (d.seller_id, d.buyer_id)`.execute(db);
  return rows;
}

function presentOffer(row: OfferViewRow, userId: number, now: Date): Offer {
  const role = roleOf(userId, row) ?? 'buyer';
  const [other = 'buyer'] = DEAL_ROLES.filter((each) => each !== role);
  const isLate = row.obstacle === null && row.day !== null && isDayOver(row.day, now);
  const obstacle = isLate ? 'late' : row.obstacle;
  const situation = {
    deal: row,
    offer: { author_id: row.author_id, state: row.offer_state },
    obstacle,
    isBlocked: row.is_blocked,
    hasReviewed: row.my_stars !== null,
    hasProposal: row.has_proposal,
  };
  return {
    id: row.id,
    deal_id: row.deal_id,
    board_id: row.ad_id,
    title: row.ad_title,
    price: row.price,
    ...(row.day !== null && { loan: presentLoan(row, row.day) }),
    board_price: row.ad_price ?? 0,
    mine: bit(row.author_id === userId),
    state: row.offer_state,
    obstacle: row.offer_state === 'open' ? obstacle : null,
    deal_state: row.state,
    role,
    confirmed: { me: bit(hasConfirmed(role, row)), other: bit(hasConfirmed(other, row)) },
    my_stars: row.my_stars,
    actions: actionsOf(userId, situation, now),
  };
}

function presentLoan(row: OfferViewRow, return_on: string): NonNullable<Offer['loan']> {
  const isLentNow = row.offer_state === 'accepted' && isLent(row);
  return { return_on, lent: bit(isLentNow), returned: bit(isLentNow && row.return_claimed_at !== null) };
}
