import { CompiledQuery, type DatabaseConnection, type Kysely, type QueryExecutorProvider, sql } from 'kysely';

import type pg from 'pg';
import { deleteInBatches } from '../database/delete-in-batches.ts';
import { type ExportedData, iteratePages } from '../exported-data.ts';
import type { LiveTables } from './live.tables.ts';

export interface NumberedEvent {
  seq: number;
  event: object;
}

interface NewUserEvent {
  userId: number;
  text: string;
}

const INSERT = `
  -- named tell-people
  select event_seq from emit_user_events($1::bigint[], $2::jsonb[], $3)`;

/**
 * Stores events at the end of a transaction. The counter rows are locked in the order of user ids, until the commit.
 * `events` must be sorted by user id and, per user, by time; the result has the same order. With `isNotified`,
 * PostgreSQL notifies the nodes at the commit; an event too large for NOTIFY is announced by its number only.
 */
export async function insertUserEvents(
  connection: DatabaseConnection,
  events: readonly NewUserEvent[],
  isNotified: boolean,
): Promise<number[]> {
  const { rows } = await connection.executeQuery<{ event_seq: number }>(
    CompiledQuery.raw(INSERT, [events.map(({ userId }) => userId), events.map(({ text }) => text), isNotified]),
  );
  return rows.map(({ event_seq }) => event_seq);
}

const LOCK = `
  insert into event_counters as mine (user_id, seq)
  select id, 0 from (select distinct id from unnest($1::bigint[]) as told (id)) as told order by id
  on conflict (user_id) do update set seq = mine.seq`;

/** Locks the counter rows: until the commit nobody else can store events for these users. */
export async function lockCounters(connection: DatabaseConnection, userIds: readonly number[]): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(LOCK, [userIds]));
}

const HEADS = {
  name: 'user-event-heads',
  text: `
    select asked.user_id, mine.seq from unnest($1::bigint[], $2::bigint[]) as asked (user_id, seq)
    join event_counters as mine on mine.user_id = asked.user_id and mine.seq <> asked.seq`,
};

export async function findOtherHeads(
  pool: pg.Pool,
  heads: readonly { userId: number; seq: number }[],
): Promise<{ userId: number; seq: number }[]> {
  const { rows } = await pool.query<{ user_id: number; seq: number }>({
    ...HEADS,
    values: [heads.map(({ userId }) => userId), heads.map(({ seq }) => seq)],
  });
  return rows.map(({ user_id, seq }) => ({ userId: user_id, seq }));
}

export async function findHead(pool: pg.Pool, userId: number): Promise<number> {
  const { rows } = await pool.query<{ seq: number }>({
    name: 'user-event-head',
    text: 'select seq from event_counters where user_id = $1',
    values: [userId],
  });
  return rows[0]?.seq ?? 0;
}

const MISSED_EVENTS = {
  name: 'user-events-rest',
  text: `
    select mine.seq as head, told.seq, told.event
    from event_counters as mine left join user_events as told on told.user_id = mine.user_id and told.seq > $2
    where mine.user_id = $1 order by told.seq limit $3`,
};

/** Returns up to `limit` events after a number and the last number, from one snapshot, so that both are consistent. */
export async function listMissedEvents(
  pool: pg.Pool,
  userId: number,
  after: number,
  limit: number,
): Promise<{ head: number; events: NumberedEvent[] }> {
  const { rows } = await pool.query<{ head: number; seq: number | null; event: object }>({
    ...MISSED_EVENTS,
    values: [userId, after, limit],
  });
  const events = rows.flatMap(({ seq, event }) => (seq === null ? [] : [{ seq, event }]));
  return { head: rows[0]?.head ?? 0, events };
}

const AFTER = {
  name: 'user-events-after',
  text: 'select seq, event from user_events where user_id = $1 and seq > $2 and seq <= $3 order by seq limit $4',
};

export async function listUserEvents(
  pool: pg.Pool,
  userId: number,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<NumberedEvent[]> {
  const { rows } = await pool.query<NumberedEvent>({ ...AFTER, values: [userId, after, upTo, limit] });
  return rows;
}

const WEEKS_AHEAD = 4;

/**
 * Creates the partitions of the coming weeks and drops those that ended before a moment. What has no week of its own is
 * deleted row by row.
 */
export async function rotateUserEvents(db: QueryExecutorProvider, before: Date): Promise<void> {
  await sql`select add_user_event_weeks(${WEEKS_AHEAD})`.execute(db);
  const { rows } = await sql<{ name: string; is_over: boolean | null }>`
    select c.relname as name, to_date(substring(c.relname from '_(\\d{8})$'), 'YYYYMMDD') + interval '7 days' <= ${before} as is_over
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'user_events'::regclass`.execute(db);
  for (const { name, is_over } of rows) {
    if (is_over === null) await deleteInBatches(db, name, sql`created_at < ${before}`);
    // Where an insert holds the lock the next run tries again.
    else if (is_over) await sql`select drop_user_event_week(${name})`.execute(db);
  }
}

const ERASE = ['user_events', 'event_counters'].map(
  (table) => `delete from ${table} where user_id = any($1::bigint[])`,
);

/** Erases the stored events of users whose counters are locked. */
export async function eraseUserEvents(connection: DatabaseConnection, userIds: readonly number[]): Promise<void> {
  for (const statement of ERASE) await connection.executeQuery(CompiledQuery.raw(statement, [userIds]));
}

interface ExportedEvent extends NumberedEvent {
  created_at: Date;
}

export async function exportUserEventsOf<Tables extends LiveTables>(
  db: Kysely<Tables>,
  userId: number,
): Promise<ExportedData> {
  return {
    events: iteratePages<ExportedEvent>(async (after, limit) => {
      const { rows } = await sql<ExportedEvent>`
        select seq, event, created_at from user_events
        where user_id = ${userId} and seq > ${after?.seq ?? 0} order by seq limit ${limit}`.execute(db);
      return rows;
    }),
  };
}
