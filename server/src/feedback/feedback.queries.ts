import type { Feedback } from '@app/contract/feedback';
import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '../database.ts';
import type { FeedbackTable } from './feedback.tables.ts';

/** Messages of one person that the list shows; nobody reads further at once. */
const MESSAGES_SHOWN = 50;

interface PersonRow {
  user_id: number;
  user_name: string;
  email: string;
  count: number;
  messages: { id: number; message: string; timestamp: string }[];
}

export async function insertFeedback(tx: Tx, row: Insertable<FeedbackTable>): Promise<number> {
  const { id } = await tx.insertInto('feedback').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** One row per person, the latest writer first. */
export async function listFeedback(
  db: Db,
  { search, size, offset }: { search?: string | undefined; size: number; offset: number },
): Promise<{ feedbacks: Feedback[]; total: number }> {
  const words = (search ?? '').trim();
  const like = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  const matching = sql`
    select f.user_id, max(f.id) as last_id, count(*) as count from feedback f join users u on u.id = f.user_id
    ${
      words === ''
        ? sql``
        : sql`where f.user_id in (
      select m.user_id from feedback m join users w on w.id = m.user_id
      where m.message ilike ${like} or m.email ilike ${like} or w.firstname || ' ' || w.lastname ilike ${like})`
    }
    group by f.user_id`;
  const [page, counted] = await Promise.all([
    sql<PersonRow>`
      with people as (${matching} order by last_id desc limit ${size} offset ${offset})
      select p.user_id, trim(u.firstname || ' ' || u.lastname) as user_name, last.email, p.count, thread.messages
      from people p join users u on u.id = p.user_id join feedback last on last.id = p.last_id
      cross join lateral (
        select json_agg(json_build_object('id', id, 'message', message, 'timestamp', created_at) order by id desc) as messages
        from (select * from feedback f where f.user_id = p.user_id order by id desc limit ${MESSAGES_SHOWN}) latest
      ) thread
      order by p.last_id desc`.execute(db),
    sql<{ total: number }>`select count(*) as total from (${matching}) people`.execute(db),
  ]);
  return { feedbacks: page.rows.map(show), total: counted.rows[0]?.total ?? 0 };
}

function show({ messages, ...person }: PersonRow): Feedback {
  const thread = messages.map((one) => ({ ...one, timestamp: new Date(one.timestamp).toISOString() }));
  return { ...person, message: thread[0]?.message ?? '', timestamp: thread[0]?.timestamp ?? '', messages: thread };
}

/** How many messages went. */
export async function deleteFeedback(db: Db, userId: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('feedback').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}
