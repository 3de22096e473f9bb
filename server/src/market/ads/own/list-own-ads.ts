import type { Board } from '@app/contract/market/ads';
import { OWN_AD_VIEW_DAYS, type OwnBoard, type ownAdsApi } from '@app/contract/market/own-ads';
import type { QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import { moscowDay } from '@app/contract/platform/time-zones';
import type pg from 'pg';
import type { Services } from '../../../platform/domain/services.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { getDraft } from '../drafts/ad-drafts.ts';
import { listUserAds } from '../list-ads.ts';
import { completeOwnAds } from './complete-own-ads.ts';
import { countOwnLists, ownListCondition, soonAfter } from './own-ad-lists.ts';
import { findVacation } from './vacation.ts';

/** One list of the viewer's ads. Takes the same number of queries however many ads the page holds. */
export async function listOwnAds(
  services: Services,
  viewer: SignedInViewer,
  { tab, ...page }: QueryOf<typeof ownAdsApi.listOwn>,
): Promise<ResponseOf<typeof ownAdsApi.listOwn>> {
  const { pool, db, clock } = services;
  const now = clock();
  const [list, counts, { draft, changed }, vacation] = await Promise.all([
    listUserAds(
      services,
      viewer,
      viewer.userId,
      ({ add }) => ownListCondition(tab, () => add(soonAfter(now), 'timestamptz')),
      page,
    ),
    countOwnLists(pool, viewer.userId, now),
    getDraft(db, viewer),
    findVacation(db, viewer.userId),
  ]);
  const [boards] = await Promise.all([
    addOwnFields(pool, list.boards, now),
    completeOwnAds(services, viewer, list.boards),
  ]);
  return {
    ...list,
    boards,
    counts,
    draft: draft === null || changed === null ? null : { board_title: draft.board_title ?? '', changed },
    vacation,
  };
}

interface OwnFields {
  id: number;
  views: number[];
  until: Date | null;
  is_paused: boolean;
}

/** Days and promotions of all ads of a page at once. Served by the keys of ad_days and by promotions_unsettled. */
const OWN_FIELDS = `
  select asked.id,
    array(select coalesce(d.views, 0)
      from generate_series($2::date - ${OWN_AD_VIEW_DAYS - 1}, $2::date, interval '1 day') with ordinality as day (date, at)
      left join ad_days d on d.ad_id = asked.id and d.day = day.date::date
      order by day.at) as views,
    promoted.until, promoted.is_paused
  from unnest($1::bigint[]) asked (id)
  left join lateral (
    select max(p.ends_at) as until, coalesce(bool_and(p.paused_since is not null), false) as is_paused
    from promotions p
    where p.ad_id = asked.id and p.settled_at is null and p.starts_at <= $3::timestamptz
      and (p.ends_at > $3::timestamptz or p.paused_since is not null)
  ) promoted on true`;

async function addOwnFields(pool: pg.Pool, boards: readonly Board[], now: Date): Promise<OwnBoard[]> {
  if (boards.length === 0) return [];
  const ids = boards.map(({ board_id }) => board_id);
  const { rows } = await pool.query<OwnFields>({
    name: 'own-ad-fields',
    text: OWN_FIELDS,
    values: [ids, moscowDay(now), now],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return boards.map((board) => {
    const row = byId.get(board.board_id);
    return Object.assign(board, {
      board_views_by_day: row?.views ?? [],
      ...(row?.until && { board_promoted: { until: row.until.toISOString(), paused: row.is_paused ? 1 : 0 } as const }),
    });
  });
}
