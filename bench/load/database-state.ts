import pg from 'pg';
import type { DatabaseState } from './logs.ts';

export async function loadDatabaseState(connection: pg.PoolConfig): Promise<DatabaseState> {
  const client = new pg.Client({ ...connection, types: NUMBERS });
  await client.connect();
  try {
    // Reads one snapshot, even while users are active.
    await client.query('begin isolation level repeatable read');
    const { rows: messages } = await client.query<DatabaseState['messages'][number]>(`
      select id, chat_id as "chatId", seq, sender_id as "senderId", client_key as key, content from messages
      where deleted_at is null`);
    const { rows: chats } = await client.query<DatabaseState['chats'][number]>(
      `select id, low_id as "lowId", high_id as "highId", last_seq as "lastSeq" from chats`,
    );
    const { rows: members } = await client.query<DatabaseState['members'][number]>(`
      select chat_id as "chatId", user_id as "userId", other_id as "otherId", unread, read_seq as "readSeq",
        delivered_seq as "deliveredSeq", cleared_seq as "clearedSeq", coalesce(muted_until > now(), false) as "isMuted",
        folder, is_archived as "isArchived"
      from chat_members`);
    return { messages, chats, members };
  } finally {
    await client.end();
  }
}

const PG_INT8 = 20;
const NUMBERS = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === PG_INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

export const DAMAGES = {
  lose: `delete from messages where id = (select max(id) from messages)`,
  double: `
    with made as (
      update chats set last_seq = last_seq + 1 where id = (select chat_id from messages order by id desc limit 1) returning id, last_seq)
    insert into messages (chat_id, seq, sender_id, client_key, content)
    select made.id, made.last_seq, sender_id, gen_random_uuid(), content
    from made join messages on chat_id = made.id order by messages.id desc limit 1`,
  shuffle: `
    with last as (select chat_id, max(seq) as seq from messages group by chat_id having max(seq) > 1 limit 1),
    kept as (select messages.id, messages.seq from messages join last using (chat_id) where messages.seq >= last.seq - 1),
    gone as (update messages set seq = -messages.seq from kept where messages.id = kept.id returning 1)
    select count(*) from gone`,
  drift: `update chat_members set unread = unread + 1 where (chat_id, user_id) = (select chat_id, user_id from chat_members limit 1)`,
} as const;

export type Damage = keyof typeof DAMAGES;

export async function damage(connection: pg.PoolConfig, kind: Damage): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(DAMAGES[kind]);
  await client.end();
}
