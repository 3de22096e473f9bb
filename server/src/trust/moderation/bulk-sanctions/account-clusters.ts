import type { QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import { ACCOUNT_CLUSTER_MIN, type bulkSanctionsApi, type ClusterAttribute } from '@app/contract/trust/rules';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { Failure } from '../../../platform/failure.ts';
import { excerpt } from '../../../platform/text/excerpt.ts';

const DAY_MS = 86_400_000;
/** An account of this age, or with a friend of this age, counts as trusted and needs a manual look. */
const TRUSTED_AFTER_DAYS = 30;
const TRUSTED_FRIENDS = 3;
const SAMPLES = 3;

/** SQL condition: `u` is active and not staff. */
const IS_ORDINARY = sql<boolean>`u.status = 'active' and u.deleted_at is null and not u.is_superuser
  and not (u.groups && array['admin', 'manager'])`;

const isTrusted = (now: Date): RawBuilder<boolean> => {
  const since = new Date(now.getTime() - TRUSTED_AFTER_DAYS * DAY_MS);
  return sql<boolean>`(u.registered_at < ${since} or (
    select count(*) from (
      select from friends f join users known on known.id = f.friend_id
      where f.user_id = u.id and known.registered_at < ${since} limit ${TRUSTED_FRIENDS}) some_friends) >= ${TRUSTED_FRIENDS})`;
};

/** Network of a user's first session; for IPv6 the first 64 bits, since the owner chooses the rest. */
const FIRST_NETWORK = sql`(
  select case when s.ip like '%:%' then array_to_string((string_to_array(s.ip, ':'))[1:4], ':') else s.ip end
  from sessions s where s.user_id = u.id order by s.id limit 1)`;

/** SQL for the attributes that accounts share: `value`, `user_id`, `text`, `at`, one row per item. */
function selectMembers(by: ClusterAttribute, since: Date): RawBuilder<unknown> {
  const fromFingerprints = (value: RawBuilder<unknown>, from = sql`content_fingerprints t`) => sql`
    select ${value} as value, t.user_id, t.text, t.at from ${from} where t.at > ${since} and ${value} <> ''`;
  switch (by) {
    case 'text':
      return fromFingerprints(sql`coalesce(encode(t.text_key, 'hex'), '')`);
    case 'address':
      return fromFingerprints(sql`t.network`);
    case 'host':
      return fromFingerprints(sql`h.host`, sql`content_fingerprints t cross join lateral unnest(t.hosts) h (host)`);
    case 'picture':
      return fromFingerprints(
        sql`p.hash::text`,
        sql`content_fingerprints t cross join lateral unnest(t.perceptual_hashes) p (hash)`,
      );
    case 'registration':
      return sql`
        select * from (
          select ${FIRST_NETWORK} || ' ' || to_char(u.registered_at at time zone 'UTC', 'YYYY-MM-DD HH24') || ':00' as value,
            u.id as user_id, trim(u.firstname || ' ' || u.lastname) as text, u.registered_at as at
          from users u where u.registered_at > ${since}) registered
        where value not like ' %'`;
  }
}

type ClustersQuery = QueryOf<(typeof bulkSanctionsApi)['listClusters']>;

interface ClusterRow {
  value: string;
  accounts: number;
  trusted: number;
  things: number;
  samples: string[];
  latest: Date;
}

export async function listAccountClusters(
  db: Db,
  now: Date,
  { by, days, size, offset }: ClustersQuery,
): Promise<ResponseOf<(typeof bulkSanctionsApi)['listClusters']>> {
  const since = new Date(now.getTime() - days * DAY_MS);
  const { rows } = await sql<ClusterRow & { total: number }>`
    with members as materialized (
      select m.* from (${selectMembers(by, since)}) m join users u on u.id = m.user_id where ${IS_ORDINARY}
    ), people as (
      select value, user_id, count(*) as things, max(at) as latest from members group by value, user_id
    ), page as (
      select value, count(*) as accounts, sum(things)::bigint as things, max(latest) as latest, count(*) over () as total
      from people group by value having count(*) >= ${ACCOUNT_CLUSTER_MIN}
      order by count(*) desc, max(latest) desc, value limit ${size} offset ${offset}
    )
    select page.*, (
        select count(*) from people p join users u on u.id = p.user_id where p.value = page.value and ${isTrusted(now)}
      ) as trusted, array(
        select left(min(m.text), 500) from members m where m.value = page.value group by m.user_id order by m.user_id limit ${SAMPLES}
      ) as samples
    from page order by accounts desc, latest desc, value`.execute(db);
  return {
    groups: rows.map(({ total: _, latest, samples, ...row }) => ({
      ...row,
      by,
      samples: samples.map((sample) => excerpt(sample, 200)),
      latest: latest.toISOString(),
    })),
    total: rows[0]?.total ?? 0,
  };
}

interface ClusterKey {
  by: ClusterAttribute;
  value: string;
  days: number;
}

interface AccountRow {
  id: number;
  name: string;
  login: string;
  registered_at: Date;
  is_trusted: boolean;
  things: number;
  sample: string;
}

export async function listClusterAccounts(
  db: Db,
  now: Date,
  { by, value, days, size, offset }: ClusterKey & { size: number; offset: number },
): Promise<ResponseOf<(typeof bulkSanctionsApi)['listClusterAccounts']>> {
  const { rows } = await sql<AccountRow & { total: number }>`
    ${withClusterMembers({ by, value, days }, now)}
    select p.*, count(*) over () as total from people p order by p.is_trusted desc, p.id limit ${size} offset ${offset}`.execute(
    db,
  );
  if (rows.length === 0 && offset === 0) throw new Failure('not_found');
  return {
    accounts: rows.map(({ total: _, registered_at, is_trusted, sample, ...row }) => ({
      ...row,
      registered: registered_at.toISOString(),
      trusted: is_trusted ? 1 : 0,
      sample: excerpt(sample, 160),
    })),
    total: rows[0]?.total ?? 0,
  };
}

/** Returns the accounts that a bulk sanction would affect. */
export async function findSanctionableAccounts(
  db: Db,
  now: Date,
  {
    exceptIds,
    withTrusted,
    limit,
    ...cluster
  }: ClusterKey & { exceptIds: number[]; withTrusted: boolean; limit: number },
): Promise<{ id: number; sample: string }[]> {
  const { rows } = await sql<{ id: number; sample: string }>`
    ${withClusterMembers(cluster, now)}
    select p.id, p.sample from people p
    where not p.id = any(${exceptIds}::bigint[]) and (${withTrusted} or not p.is_trusted) order by p.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

const withClusterMembers = ({ by, value, days }: ClusterKey, now: Date): RawBuilder<unknown> => sql`
  with people as (
    select u.id, trim(u.firstname || ' ' || u.lastname) as name, u.login, u.registered_at, ${isTrusted(now)} as is_trusted, m.things,
      m.sample
    from (
      select user_id, count(*) as things, left(min(text), 500) as sample
      from (${selectMembers(by, new Date(now.getTime() - days * DAY_MS))}) every where value = ${value} group by user_id
    ) m join users u on u.id = m.user_id where ${IS_ORDINARY}
  )`;
