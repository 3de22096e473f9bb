import type pg from 'pg';

/** Ads for a circle are few: those of a person's friends beyond this number, the oldest, are found on their own pages. */
const CIRCLE_ONLY_MAX = 200;

/**
 * By the friends of the viewer, served by the primary key of friends and ads_circle_only; the viewer's own are among
 * them, as they are among the ads for everybody.
 */
const CIRCLE = `
  select
    case when $2::boolean then array(select friend_id from friends where user_id = $1::bigint and not is_hidden) end as friends,
    array(
      select id from (
        select a.id, a.created_at
        from friends mine
          join friends theirs on theirs.user_id = mine.friend_id and theirs.friend_id = mine.user_id
          join ads a on a.owner_id = mine.friend_id and a.is_circle_only and (a.audience = 'friends' or theirs.is_relative)
        where mine.user_id = $1::bigint
        union all
        select id, created_at from ads where owner_id = $1::bigint and is_circle_only
      ) shown order by created_at desc, id desc limit ${CIRCLE_ONLY_MAX}) as "circleOnly"`;

export interface Circle {
  /** Friends of the viewer, when only their ads are wanted; null otherwise. */
  friends: readonly number[] | null;
  /** Ads that are shown to the viewer, but not to everybody. */
  circleOnly: readonly number[];
}

/** Finds what the viewer's friends show to the viewer and not to everybody, and with `isOnly` the friends themselves. */
export async function findCircleOf(pool: pg.Pool, userId: number, isOnly: boolean): Promise<Circle> {
  const { rows } = await pool.query<{ friends: string[] | null; circleOnly: string[] }>({
    name: 'ads-circle',
    text: CIRCLE,
    values: [userId, isOnly],
  });
  const [row] = rows;
  return { friends: row?.friends?.map(Number) ?? null, circleOnly: row?.circleOnly.map(Number) ?? [] };
}
