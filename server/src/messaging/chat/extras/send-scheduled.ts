import { DEFAULT_LANGUAGE } from '@app/contract/platform/languages';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import { releaseScheduledFiles } from '../../chat-files/chat-files.public.ts';
import { requireCard } from '../cards/cards.ts';
import { findByKey, sendWithin } from '../messages/send-message.ts';
import { publishChatEvent } from '../publish-chat-event.ts';
import { deleteScheduled, type ScheduledRow } from './scheduled.queries.ts';

/**
 * Sends a scheduled message that is locked. Its row and the sent message change in one transaction, so it is sent
 * exactly once.
 */
export async function sendLockedScheduled(services: Services, tx: Tx, row: ScheduledRow): Promise<void> {
  if (!(await isActiveUser(tx, row.sender_id))) throw new Failure('forbidden');
  const { sender_id, receiver_id, client_key, content, reply_to, card_kind, card_id, board_id } = row;
  const draft = {
    content,
    client_key: client_key ?? undefined,
    reply_to,
    board_id,
    ...(card_kind !== null && { card_kind, card_id }),
    silent: row.is_silent ? (1 as const) : (0 as const),
    ...(!row.has_link_card && { link_card: 0 as const }),
  };
  const { isRepeated } = await sendWithin(services, tx, sender_id, receiver_id, draft, { scheduledId: row.id });
  // The message was already sent under its client key, so the scheduled files are unused.
  if (isRepeated) await releaseScheduledFiles(tx, [row.id]);
  await deleteScheduled(tx, row.id);
  await publishScheduledEvent(services, tx, row);
}

/**
 * Checks the card again on sending, because its author may have deleted or restricted it. Fails with `card_gone` or
 * `card_closed`. Runs before the transaction, as for every message. Skipped when the key was already sent.
 */
export async function requireCardStill(services: Services, row: ScheduledRow): Promise<void> {
  const { sender_id, card_kind, card_id, client_key } = row;
  if (card_kind === null || card_id === null) return;
  if (client_key !== null && (await findByKey(services.db, sender_id, client_key)) !== undefined) return;
  try {
    await requireCard(services, { userId: sender_id, lang: DEFAULT_LANGUAGE }, { kind: card_kind, id: card_id });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(error.code === 'forbidden' ? 'card_closed' : 'card_gone');
  }
}

async function isActiveUser(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${userId} and status = 'active' and deleted_at is null`.execute(db);
  return rows.length > 0;
}

export const publishScheduledEvent = (services: Services, tx: Tx, row: ScheduledRow): Promise<void> =>
  publishChatEvent(services, tx, row.sender_id, { type: 'chat_line', user_id: row.receiver_id });
