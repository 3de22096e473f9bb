import type pg from 'pg';

/** What one node writes about who is connected to it. Each statement takes its rows in the order of the ids. */

/** Renew the node's lease. False when it was over, or never was: what the node wrote under it is gone. */
export async function renewLease(pool: pg.Pool, node: string, seconds: number): Promise<boolean> {
  const { rows } = await pool.query<{ is_old: boolean }>(
    `insert into presence_nodes (node, alive_until) values ($1, now() + make_interval(secs => $2))
     on conflict (node) do update set alive_until = excluded.alive_until
     returning xmax <> 0 as is_old`,
    [node, seconds],
  );
  return rows[0]?.is_old ?? false;
}

/** Let the lease run out: everybody is on their way to another node. */
export async function shortenLease(pool: pg.Pool, node: string, seconds: number): Promise<void> {
  await pool.query('update presence_nodes set alive_until = now() + make_interval(secs => $2) where node = $1', [
    node,
    seconds,
  ]);
}

/** Take away the nodes whose lease is over. Answers who was on them. */
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

/** Note that these people are here at this moment; whoever was noted within the minute is not noted again. */
export async function touchLastSeen(pool: pg.Pool, userIds: readonly number[], isLast: boolean): Promise<void> {
  await pool.query(
    `insert into last_seen (user_id, at)
     select users.id, now() from users where users.id = any($1) and users.deleted_at is null order by users.id
     on conflict (user_id) do update set at = excluded.at
     where $2 or last_seen.at < now() - interval '55 seconds'`,
    [userIds, isLast],
  );
}
