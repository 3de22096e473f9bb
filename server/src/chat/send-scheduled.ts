import { sql } from 'kysely';
import { releaseScheduledFiles } from '../chat-files/chat-files.public.ts';
import type { Db, Tx } from '../database.ts';
import { Failure } from '../platform/failure.ts';
import type { Services } from '../services.ts';
import { deleteScheduled, type ScheduledRow } from './scheduled.queries.ts';
import { sendWithin } from './send-message.ts';
import { tellChat } from './tell-chat.ts';

/** Send a waiting message that is held. It and the message it becomes change in one transaction, so it is sent once or waits. */
export async function sendHeld(services: Services, tx: Tx, row: ScheduledRow): Promise<void> {
  if (!(await isHere(tx, row.sender_id))) throw new Failure('forbidden');
  const { sender_id, receiver_id, client_key, content, reply_to, card_kind, card_id, board_id } = row;
  const draft = {
    content,
    client_key: client_key ?? undefined,
    reply_to,
    board_id,
    ...(card_kind !== null && { card_kind, card_id }),
    silent: row.is_silent ? (1 as const) : (0 as const),
  };
  const { isRepeated } = await sendWithin(services, tx, sender_id, receiver_id, draft, { scheduledId: row.id });
  // Sent under its key before its time: its files are of no message.
  if (isRepeated) await releaseScheduledFiles(tx, [row.id]);
  await deleteScheduled(tx, row.id);
  await tellScheduled(services, tx, row);
}

/** Suspended people send nothing. */
async function isHere(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${userId} and status = 'active' and deleted_at is null`.execute(db);
  return rows.length > 0;
}

/** The sender's own pages read the list of what waits anew. */
export const tellScheduled = (services: Pick<Services, 'live'>, tx: Tx, row: ScheduledRow): Promise<void> =>
  tellChat(services, tx, row.sender_id, { type: 'chat_line', user_id: row.receiver_id });
