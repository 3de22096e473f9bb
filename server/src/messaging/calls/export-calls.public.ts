import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

interface OwnCall {
  call_id: number;
}

interface OwnMessage {
  id: number;
}

export async function exportCallsOf(db: Db, userId: number): Promise<ExportedData> {
  return { calls: listCalls(db, userId), messages: listMessages(db, userId) };
}

/** Served by call_participants_history. */
const listCalls = (db: Db, userId: number): AsyncGenerator<OwnCall> =>
  iteratePages<OwnCall>(async (after, limit) => {
    const { rows } = await sql<OwnCall>`
      select p.call_id, c.created_at, c.is_video, c.ad_id, c.starter_id = ${userId} as is_outgoing, p.state, p.inviter_id,
        p.joined_at, p.left_at, p.connected_ms as talked_ms, p.agreed_at as agreed_to_recording_at, p.recorded_ms,
        (select array_agg(o.user_id order by o.user_id) from call_participants o
          where o.call_id = c.id and o.user_id <> ${userId}) as with_user_ids
      from call_participants p join calls c on c.id = p.call_id
      where p.user_id = ${userId} and p.call_id > ${after?.call_id ?? 0} order by p.call_id limit ${limit}`.execute(db);
    return rows;
  });

const listMessages = (db: Db, userId: number): AsyncGenerator<OwnMessage> =>
  iteratePages<OwnMessage>(async (after, limit) => {
    const { rows } = await sql<OwnMessage>`
      select id, call_id, content, created_at from call_messages
      where user_id = ${userId} and id > ${after?.id ?? 0} order by id limit ${limit}`.execute(db);
    return rows;
  });
