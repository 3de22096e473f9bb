import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

interface OwnRow {
  id: number;
}

/** Exports the user's streams, stream messages and reminders. Of the stream key only the hash is stored. */
export async function exportStreamsOf(db: Db, userId: number): Promise<ExportedData> {
  const { rows: reminders } = await sql`
    select stream_id, created_at from stream_reminders where user_id = ${userId} order by created_at`.execute(db);
  const { rows: writers } = await sql`
    select stream_id, last_message_at as said_at, is_muted from stream_writers where user_id = ${userId} order by stream_id`.execute(
    db,
  );
  const { rows: keys } = await sql`select hint, created_at from stream_keys where user_id = ${userId}`.execute(db);
  return { streams: listStreams(db, userId), messages: listMessages(db, userId), reminders, writers, keys };
}

const listStreams = (db: Db, userId: number): AsyncGenerator<OwnRow> =>
  iteratePages<OwnRow>(async (after, limit) => {
    const { rows } = await sql<OwnRow>`
      select id, theme, audience, source, state, keeps_recording, slow_seconds, planned_for, created_at, started_at, ended_at,
        viewers_max
      from streams where user_id = ${userId} and id > ${after?.id ?? 0} order by id limit ${limit}`.execute(db);
    return rows;
  });

const listMessages = (db: Db, userId: number): AsyncGenerator<OwnRow> =>
  iteratePages<OwnRow>(async (after, limit) => {
    const { rows } = await sql<OwnRow>`
      select id, stream_id, content, created_at from stream_messages
      where user_id = ${userId} and id > ${after?.id ?? 0} order by id limit ${limit}`.execute(db);
    return rows;
  });
