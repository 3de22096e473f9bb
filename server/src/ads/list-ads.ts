import type pg from 'pg';
import { readSearch } from '../platform/search.ts';
import type { SignedInViewer, Viewer } from '../platform/viewer.ts';
import type { CardRow } from './ad-card.ts';
import { type AdList, foundBefore, pageStatement, readable, showFound, showPage } from './list-public-ads.ts';

interface Page {
  search?: string | undefined;
  size: number;
  offset: number;
}

type PageRow = CardRow & { total: number };

interface Pool {
  pool: pg.Pool;
}

/** What each list holds of one person's ads. */
const OF_PERSON = {
  public: 'is_public',
  present: 'archived_at is null',
  archived: 'archived_at is not null',
} as const;

/** One person's ads: few enough to be counted each time. Served by ads_owner. */
export async function listAdsOfPerson(
  { pool }: Pool,
  viewer: Viewer,
  ownerId: number,
  which: keyof typeof OF_PERSON,
  { search, size, offset }: Page,
): Promise<AdList> {
  const terms = readSearch(search);
  const matches = terms ? ' and search @@ search_query($5, $6)' : '';
  const from = `from ads where owner_id = $2::bigint and ${OF_PERSON[which]}${matches}`;
  const { rows } = await pool.query<PageRow>({
    text: pageStatement(
      `select id ${from} order by created_at desc, id desc limit $3::bigint offset $4::bigint`,
      `(select count(*) ${from})`,
    ),
    values: [viewer.lang, ownerId, size, offset, ...(terms ? [terms.words, terms.last] : [])],
  });
  return showPage(rows, viewer);
}

/** Everybody's ads outside the archive, for staff: disabled and blocked ones too. */
export async function listAllAds({ pool }: Pool, viewer: SignedInViewer, page: Page): Promise<AdList> {
  const { search, size, offset } = page;
  const terms = readSearch(search);
  const rest = 'order by created_at desc, id desc limit $2::bigint offset $3::bigint';
  if (terms === undefined) {
    const text = pageStatement(
      `select id from ads where archived_at is null and $3::bigint < (select total from counted) ${rest}`,
      `coalesce((select c.present from ad_counts c where (category_id, country_id, city_id) = (0, 0, 0)), 0)
       + coalesce((select sum(d.present) from ad_count_deltas d), 0)`,
    );
    const { rows } = await pool.query<PageRow>({ text, values: [viewer.lang, size, offset] });
    return showPage(rows, viewer);
  }
  const text = pageStatement(
    `select id from capped ${rest}`,
    '(select count(*) from capped)',
    foundBefore('archived_at is null and search @@ search_query($4, $5)'),
  );
  const { rows } = await pool.query<PageRow>({
    text,
    values: [viewer.lang, readable(size, offset), offset, terms.words, terms.last],
  });
  return showFound(rows, viewer);
}
