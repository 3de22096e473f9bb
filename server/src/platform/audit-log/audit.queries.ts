import type { AuditEntry, AuditFilter } from '@app/contract/platform/audit';
import { MOSCOW } from '@app/contract/platform/time-zones';
import { sql } from 'kysely';
import { containsPattern } from '../database/like-pattern.ts';
import type { Db } from '../database/tables.ts';

interface EntryRow {
  id: number;
  at: Date;
  actor_id: number;
  actor_name: string;
  ip: string;
  action: string;
  object: string;
  about_user_id: number | null;
  about_name: string;
  details: Record<string, unknown>;
}

/** Returns entries, newest first; with `beforeId`, only those older than that entry. */
export async function listEntries(
  db: Db,
  { search, actor, about, action, object, hide_views, from, to }: AuditFilter,
  { beforeId, limit }: { beforeId: number | undefined; limit: number },
): Promise<AuditEntry[]> {
  const conditions = [sql<boolean>`true`];
  if (beforeId !== undefined) conditions.push(sql`e.id < ${beforeId}`);
  if (actor !== undefined) conditions.push(sql`e.actor_id = ${actor}`);
  if (about !== undefined) conditions.push(sql`e.about_user_id = ${about}`);
  if (action?.endsWith('.')) conditions.push(sql`e.action like ${containsPattern(action).slice(1)}`);
  else if (action) conditions.push(sql`e.action = ${action}`);
  if (object) conditions.push(sql`e.object = ${object}`);
  if (hide_views === 1) conditions.push(sql`not (${IS_VIEW})`);
  if (from !== undefined) conditions.push(sql`e.at >= ${from}::date::timestamp at time zone ${MOSCOW}`);
  if (to !== undefined) conditions.push(sql`e.at < (${to}::date + 1)::timestamp at time zone ${MOSCOW}`);
  // Served by the index `audit_entries_words`.
  if (search)
    conditions.push(sql`(e.action || ' ' || e.object || ' ' || e.details::text) ilike ${containsPattern(search)}`);
  const { rows } = await sql<EntryRow>`
    select e.id, e.at, e.actor_id, ${nameOf('actor')} as actor_name, e.ip, e.action, e.object, e.about_user_id,
      ${nameOf('about')} as about_name, e.details
    from (select * from audit_entries e where ${sql.join(conditions, sql` and `)} order by e.id desc limit ${limit}) e
    left join users actor on actor.id = e.actor_id
    left join users about on about.id = e.about_user_id
    order by e.id desc`.execute(db);
  const names = await findObjectNames(
    db,
    rows.map(({ object }) => object),
  );
  return rows.map((row) => presentEntry(row, names.get(row.object) ?? ''));
}

/** Files leave the product, so whoever takes one is no viewer. */
const IS_VIEW = sql`(e.action ~ '[.](read|list|see)$' or e.details ? 'list') and not (e.details ? 'file')`;

/** Titles of what entries are about, by `ad:7`; what has no title or is gone is missing. */
async function findObjectNames(db: Db, objects: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const idsOf = (kind: string): number[] =>
    objects.flatMap((object) =>
      new RegExp(`^${kind}:[0-9]{1,15}$`).test(object) ? [Number(object.split(':')[1])] : [],
    );
  const { rows } = await sql<{ object: string; name: string }>`
    select 'ad:' || id as object, title as name from ads where id = any(${idsOf('ad')}::bigint[])
    union all select 'category:' || id, name_native from categories where id = any(${idsOf('category')}::bigint[])
    union all select 'country:' || id, name_native from countries where id = any(${idsOf('country')}::bigint[])
    union all select 'city:' || id, name_native from cities where id = any(${idsOf('city')}::bigint[])
    union all select 'stream:' || id, theme from streams where theme is not null and id = any(${idsOf('stream')}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ object, name }) => [object, name]));
}

const nameOf = (table: 'actor' | 'about') =>
  sql`case when coalesce(${sql.ref(`${table}.password_hash`)}, '') = '' then ''
    else concat_ws(' ', nullif(${sql.ref(`${table}.firstname`)}, ''), nullif(${sql.ref(`${table}.lastname`)}, '')) end`;

function presentEntry(
  { at, actor_id, actor_name, about_user_id, about_name, details, ...row }: EntryRow,
  objectName: string,
): AuditEntry {
  const isEmpty = Object.keys(details).length === 0;
  return {
    ...row,
    object_name: objectName,
    timestamp: at.toISOString(),
    actor: { id: actor_id, name: actor_name },
    about: about_user_id === null ? null : { id: about_user_id, name: about_name },
    details: isEmpty ? '' : JSON.stringify(details),
  };
}

const BATCH = 500;

export async function* iterateEntries(db: Db, filter: AuditFilter): AsyncGenerator<AuditEntry> {
  for (let beforeId: number | undefined; ; ) {
    const entries = await listEntries(db, filter, { beforeId, limit: BATCH });
    yield* entries;
    beforeId = entries.at(-1)?.id;
    if (beforeId === undefined || entries.length < BATCH) return;
  }
}
