import type { QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import type { Feedback, FeedbackFilter, FeedbackMessage, feedbackApi } from '@app/contract/staff/feedback';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../../platform/database/like-pattern.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { iteratePages } from '../../platform/exported-data.ts';
import { Failure } from '../../platform/failure.ts';
import type { FeedbackTable } from './feedback.tables.ts';

/** Maximum messages per person in the list; the thread has the rest. */
const MESSAGES_SHOWN = 50;

interface PersonRow {
  user_id: number;
  user_name: string;
  email: string;
  count: number;
  unread: number;
  answered: 0 | 1;
  messages: { id: number; message: string; timestamp: string }[];
}

export async function insertFeedback(tx: Tx, row: Insertable<FeedbackTable>): Promise<number> {
  const { id } = await tx.insertInto('feedback').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

type ListQuery = QueryOf<(typeof feedbackApi)['list']>;

const COLUMNS: Readonly<Record<ListQuery['sort'], RawBuilder<unknown>>> = {
  timestamp: sql`p.last_id`,
  user_name: sql`lower(u.lastname || ' ' || u.firstname)`,
  email: sql`lower(last.email)`,
  count: sql`p.count`,
};
const ORDERS = { asc: sql`asc`, desc: sql`desc` } as const;

export async function listFeedback(
  db: Db,
  { search, unread, sort, order, size, offset }: ListQuery,
): Promise<{ feedbacks: Feedback[]; total: number }> {
  const matching = selectWriters({ search, unread });
  const by = sql`${COLUMNS[sort]} ${ORDERS[order]}, p.last_id desc`;
  const [page, counted] = await Promise.all([
    sql<PersonRow>`
      with people as (${matching}), page as (
        select p.* from people p join users u on u.id = p.user_id join feedback last on last.id = p.last_id
        order by ${by} limit ${size} offset ${offset}
      )
      select p.user_id, trim(u.firstname || ' ' || u.lastname) as user_name, last.email, p.count, p.unread,
        (exists (select from feedback a where a.user_id = p.user_id and a.id > p.last_id))::int as answered, thread.messages
      from page p join users u on u.id = p.user_id join feedback last on last.id = p.last_id
      cross join lateral (
        select json_agg(json_build_object('id', id, 'message', message, 'timestamp', created_at) order by id desc) as messages
        from (
          select * from feedback f where f.user_id = p.user_id and f.staff_id is null order by id desc limit ${MESSAGES_SHOWN}
        ) latest
      ) thread
      order by ${by}`.execute(db),
    sql<{ total: number }>`select count(*) as total from (${matching}) people`.execute(db),
  ]);
  return { feedbacks: page.rows.map(presentFeedback), total: counted.rows[0]?.total ?? 0 };
}

export interface FeedbackCsvRow {
  last_id: number;
  user_id: number;
  user_name: string;
  email: string;
  count: number;
  unread: number;
  answered: 0 | 1;
  message: string;
  created_at: Date;
}

/** Reads all matching people in batches, latest writer first. */
export const eachWriter = (db: Db, filter: FeedbackFilter): AsyncGenerator<FeedbackCsvRow> =>
  iteratePages(async (after, limit) => {
    const { rows } = await sql<FeedbackCsvRow>`
      select p.last_id, p.user_id, trim(u.firstname || ' ' || u.lastname) as user_name, last.email, p.count, p.unread,
        (exists (select from feedback a where a.user_id = p.user_id and a.id > p.last_id))::int as answered,
        last.message, last.created_at
      from (${selectWriters(filter)}) p join users u on u.id = p.user_id join feedback last on last.id = p.last_id
      where p.last_id < ${after?.last_id ?? Number.MAX_SAFE_INTEGER}
      order by p.last_id desc limit ${limit}`.execute(db);
    return rows;
  });

/** People with their latest message, the number of messages and the number of unseen ones. */
function selectWriters({ search, unread }: FeedbackFilter): RawBuilder<unknown> {
  const terms = (search ?? '').trim();
  const like = containsPattern(terms);
  const found = sql`f.user_id in (
    select m.user_id from feedback m join users w on w.id = m.user_id
    where m.message ilike ${like} or m.email ilike ${like} or w.firstname || ' ' || w.lastname ilike ${like})`;
  return sql`
    select f.user_id, max(f.id) as last_id, count(*) as count, count(*) filter (where f.seen_at is null) as unread
    from feedback f join users u on u.id = f.user_id
    where f.staff_id is null ${terms === '' ? sql`` : sql`and ${found}`}
    group by f.user_id
    ${unread === 1 ? sql`having count(*) filter (where f.seen_at is null) > 0` : sql``}`;
}

function presentFeedback({ messages, ...person }: PersonRow): Feedback {
  const thread = messages.map((one) => ({ ...one, timestamp: new Date(one.timestamp).toISOString() }));
  return { ...person, message: thread[0]?.message ?? '', timestamp: thread[0]?.timestamp ?? '', messages: thread };
}

interface Page {
  size: number;
  offset: number;
}

async function listThread(
  db: Db,
  userId: number,
  { size, offset }: Page,
): Promise<{ messages: FeedbackMessage[]; total: number }> {
  const [rows, counted] = await Promise.all([
    db
      .selectFrom('feedback')
      .select(['id', 'message', 'created_at', 'staff_id'])
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .limit(size)
      .offset(offset)
      .execute(),
    sql<{ total: number }>`select count(*) as total from feedback where user_id = ${userId}`.execute(db),
  ]);
  return { messages: rows.map(presentMessage), total: counted.rows[0]?.total ?? 0 };
}

interface MessageRow {
  id: number;
  message: string;
  created_at: Date;
  staff_id: number | null;
}

const presentMessage = ({ id, message, created_at, staff_id }: MessageRow): FeedbackMessage => ({
  id,
  message,
  timestamp: created_at.toISOString(),
  from_staff: staff_id === null ? 0 : 1,
});

export async function getFeedbackMessage(db: Db, userId: number, id: number): Promise<FeedbackMessage> {
  const row = await db
    .selectFrom('feedback')
    .select(['id', 'message', 'created_at', 'staff_id'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  // An idempotent repetition after the whole thread was deleted.
  if (row === undefined) throw new Failure('not_found');
  return presentMessage(row);
}

export async function getThread(
  db: Db,
  userId: number,
  page: Page,
): Promise<ResponseOf<(typeof feedbackApi)['thread']>> {
  const { rows } = await sql<{ user_id: number; user_name: string; email: string }>`
    select f.user_id, trim(u.firstname || ' ' || u.lastname) as user_name, f.email
    from feedback f join users u on u.id = f.user_id
    where f.user_id = ${userId} and f.staff_id is null order by f.id desc limit 1`.execute(db);
  const [person] = rows;
  if (person === undefined) throw new Failure('not_found');
  return { ...person, ...(await listThread(db, userId, page)) };
}

/**
 * Marks messages up to and including `upTo` as seen. Returns how many were unseen, or undefined without any message.
 * Later messages stay unseen.
 */
export async function markFeedbackSeen(
  tx: Tx,
  userId: number,
  at: Date,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<number | undefined> {
  const { rows } = await sql<{ wrote: boolean; seen: number }>`
    with seen as (
      update feedback set seen_at = ${at}
      where user_id = ${userId} and staff_id is null and seen_at is null and id <= ${upTo} returning 1
    )
    select exists (select from feedback where user_id = ${userId} and staff_id is null) as wrote,
      (select count(*) from seen) as seen`.execute(tx);
  return rows[0]?.wrote ? rows[0].seen : undefined;
}

export async function countUnseenWriters(db: Db): Promise<{ count: number }> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct user_id) as count from feedback where staff_id is null and seen_at is null`.execute(db);
  return { count: rows[0]?.count ?? 0 };
}

export async function listOwnFeedback(
  db: Db,
  userId: number,
  page: Page,
): Promise<ResponseOf<(typeof feedbackApi)['own']>> {
  const [thread, unread] = await Promise.all([listThread(db, userId, page), countUnopenedAnswers(db, userId)]);
  return { ...thread, unread };
}

export async function countUnopenedAnswers(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from feedback where user_id = ${userId} and staff_id is not null and seen_at is null`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Marks answers up to this one as seen by the person. */
export async function markAnswersSeen(db: Db, userId: number, upTo: number, at: Date): Promise<void> {
  await db
    .updateTable('feedback')
    .set({ seen_at: at })
    .where('user_id', '=', userId)
    .where('staff_id', 'is not', null)
    .where('seen_at', 'is', null)
    .where('id', '<=', upTo)
    .execute();
}

export async function deleteFeedback(db: Db, userId: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('feedback').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}
