import type { Deal, dealsApi } from '@app/contract/market/deals';
import type { QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import { sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { texts } from '../../platform/texts.ts';
import { loadSavedAds } from '../ads/saved-ads.public.ts';
import { STANDING_OFFER } from './deals.queries.ts';
import { presentOffers } from './present-offers.public.ts';

interface DealListRow {
  id: number;
  offer_id: number;
  proposal_id: number | null;
  user_id: number;
  user_name: string | null;
  created_at: Date;
}

const OPEN_TO_OTHERS: ReadonlySet<string> = new Set(['active', 'reserved', 'sold']);

export async function listDeals(
  services: Services,
  viewer: SignedInViewer,
  { user_id, active, running_first, size, page }: QueryOf<typeof dealsApi.list>,
): Promise<ResponseOf<typeof dealsApi.list>> {
  const { db } = services;
  const me = sql`${viewer.userId}::bigint`;
  const states = active === 1 ? ['offered', 'accepted'] : ['offered', 'accepted', 'done', 'cancelled'];
  const mine = sql`
    select id, seller_id, buyer_id, buyer_id as other_id, created_at, state from deals where seller_id = ${me}
    union all
    select id, seller_id, buyer_id, seller_id, created_at, state from deals where buyer_id = ${me}`;
  const there = sql`from (${mine}) d where d.state = any(${states}::text[])
    ${user_id ? sql`and d.other_id = ${user_id}` : sql``}`;
  const order = running_first === 1 ? sql`(d.state in ('offered', 'accepted')) desc, d.id desc` : sql`d.id desc`;
  const [found, counted] = await Promise.all([
    sql<DealListRow>`
      select page.id, page.other_id as user_id, page.created_at,
        case when u.status = 'active' and u.deleted_at is null then trim(u.firstname || ' ' || u.lastname) end as user_name,
        standing.offer_id,
        (select o.id from deal_offers o
          where o.deal_id = page.id and o.state = 'open' and o.id <> standing.offer_id) as proposal_id
      from (select d.*, row_number() over (order by ${order}) as place ${there}
        order by place limit ${size} offset ${(page - 1) * size}) page
      join users u on u.id = page.other_id
      cross join lateral (select ${STANDING_OFFER} as offer_id from (select page.id) d) standing
      order by page.place`.execute(db),
    sql<{ total: number }>`select count(*) as total ${there}`.execute(db),
  ]);
  const offers = await presentOffers(
    services,
    viewer.userId,
    found.rows.flatMap(({ offer_id, proposal_id }) => [offer_id, ...(proposal_id === null ? [] : [proposal_id])]),
  );
  const adIds = [...new Set([...offers.values()].flatMap(({ board_id }) => board_id ?? []))];
  const ads = await loadSavedAds(services.pool, viewer, adIds);
  const list = found.rows.flatMap((row): Deal[] => {
    const offer = offers.get(row.offer_id);
    const proposal = offers.get(row.proposal_id ?? 0);
    const user_name = row.user_name ?? texts.t(viewer.lang, 'notifications.gone');
    if (offer === undefined) return [];
    const ad = ads.get(offer.board_id ?? 0);
    const isOpen = ad !== undefined && OPEN_TO_OTHERS.has(ad.board_state);
    return [
      {
        id: row.id,
        user_id: row.user_id,
        user_name,
        created: row.created_at.toISOString(),
        link: isOpen ? `/ad/${offer.board_id}` : '',
        photo: isOpen ? (ad.board_photos[0]?.src_400 ?? null) : null,
        offer,
        ...(proposal && { proposal }),
      },
    ];
  });
  return { list, total: counted.rows[0]?.total ?? 0 };
}
