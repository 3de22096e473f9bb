import type pg from 'pg';

/** Rows written by one node about its connections. Each statement locks its rows in the order of the ids. */

/** Renews the node's lease. False when the lease had expired or never existed: the rows under it are gone. */
export async function renewLease(pool: pg.Pool, node: string, seconds: number): Promise<boolean> {
  const { rows } = await pool.query<{ is_old: boolean }>(
    `insert into presence_nodes (node, alive_until) values ($1, now() + make_interval(secs => $2))
     on conflict (node) do update set alive_until = excluded.alive_until
     returning xmax <> 0 as is_old`,
    [node, seconds],
  );
  return rows[0]?.is_old ?? false;
}

/** Shortens the lease of a stopping node, whose users are reconnecting to other nodes. */
export async function shortenLease(pool: pg.Pool, node: string, seconds: number): Promise<void> {
  await pool.query('update presence_nodes set alive_until = now() + make_interval(secs => $2) where node = $1', [
    node,
    seconds,
  ]);
}

export async function removeDeadNodes(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ user_id: number }>(
    `with dead as (delete from presence_nodes where alive_until < now() returning node)
     delete from presences using dead where presences.node = dead.node returning user_id`,
  );
  return rows.map(({ user_id }) => user_id);
}

export async function insertPresences(pool: pg.Pool, node: string, userIds: readonly number[]): Promise<void> {
  await pool.query(
    `insert into presences (user_id, node) select id, $1 from unnest($2::bigint[]) as here (id) order by id
     on conflict do nothing`,
    [node, userIds],
  );
}

export async function deletePresences(pool: pg.Pool, node: string, userIds: readonly number[]): Promise<void> {
  await pool.query('delete from presences where node = $1 and user_id = any($2)', [node, userIds]);
}

/** Updates "last seen" of these users at most once a minute. */
export async function touchLastSeen(pool: pg.Pool, userIds: readonly number[], isLast: boolean): Promise<void> {
  await pool.query(
    `insert into last_seen (user_id, at)
     select users.id, now() from users where users.id = any($1) and users.deleted_at is null order by users.id
     on conflict (user_id) do update set at = excluded.at
     where $2 or last_seen.at < now() - interval '55 seconds'`,
    [userIds, isLast],
  );
}
