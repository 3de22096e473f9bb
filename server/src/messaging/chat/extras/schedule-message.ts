import { randomUUID } from 'node:crypto';
import {
  type chatApi,
  type MessageDraft,
  NEW_CONTACTS_PER_DAY,
  SCHEDULED_DAYS_MAX,
  SCHEDULED_MAX,
  type ScheduledMessage,
} from '@app/contract/messaging/chat';
import type { ChatFile } from '@app/contract/messaging/chat-files';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure, requireFound } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { texts } from '../../../platform/texts.ts';
import { claimChatFiles, listScheduledFiles, releaseScheduledFiles } from '../../chat-files/chat-files.public.ts';
import { requireCard } from '../cards/cards.ts';
import { cardOf, findCards } from '../messages/present-messages.ts';
import { requireReachable } from '../messages/send-message.ts';
import {
  countScheduled,
  deleteScheduled,
  findScheduled,
  listScheduledRows,
  lockScheduled,
  type ScheduledRow,
} from './scheduled.queries.ts';
import { sendScheduled } from './send-scheduled.job.ts';
import { publishScheduledEvent, requireCardStill, sendLockedScheduled } from './send-scheduled.ts';

const DAY_MS = 86_400_000;
/** A time that is at most this far in the past sends at once. */
const LATE_MS = 60_000;

type Draft = MessageDraft & { send_at: string };

export async function listScheduled(
  services: Services,
  viewer: SignedInViewer,
  otherId: number,
): Promise<{ list: ScheduledMessage[] }> {
  const { db } = services;
  const rows = await listScheduledRows(db, viewer.userId, otherId);
  const files = await listScheduledFiles(
    db,
    rows.map(({ id }) => id),
  );
  return { list: await presentScheduled(services, viewer, rows, files) };
}

export async function scheduleMessage(
  services: Services,
  viewer: SignedInViewer,
  receiverId: number,
  draft: Draft,
): Promise<ScheduledMessage> {
  const { db } = services;
  if (draft.client_key !== undefined) {
    // A repeat is answered first, even if the message would be refused now.
    const known = await findByKey(db, viewer.userId, receiverId, draft.client_key);
    if (known !== undefined) return requireOne(services, viewer, known);
  }
  const fileIds = draft.file_ids ?? [];
  const card =
    draft.card_kind !== undefined && draft.card_id ? { kind: draft.card_kind, id: draft.card_id } : undefined;
  const sendAt = parseSendTime(services, draft.send_at);
  if (receiverId === viewer.userId) throw new Failure('not_found');
  await requireReachable(db, viewer.userId, receiverId);
  if (draft.content === '' && fileIds.length === 0 && card === undefined) throw new Failure('message_empty');
  if (card !== undefined) await requireCard(services, viewer, card);

  const id = await db.transaction().execute(async (tx) => {
    const client_key = draft.client_key ?? randomUUID();
    await lockScheduling(tx, viewer.userId);
    const known = await findByKey(tx, viewer.userId, receiverId, client_key);
    if (known !== undefined) return known;
    if ((await countScheduled(tx, viewer.userId, receiverId)) >= SCHEDULED_MAX)
      throw new Failure('scheduled_full', { values: { max: SCHEDULED_MAX } });
    const row = await tx
      .insertInto('scheduled_messages')
      .values({
        sender_id: viewer.userId,
        receiver_id: receiverId,
        client_key,
        content: draft.content,
        reply_to: draft.reply_to ?? null,
        card_kind: card?.kind ?? null,
        card_id: card?.id ?? null,
        board_id: draft.board_id ?? null,
        is_silent: draft.silent === 1,
        has_link_card: draft.link_card !== 0,
        send_at: sendAt,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (fileIds.length > 0) await claimChatFiles(tx, viewer.userId, fileIds, { scheduledId: row.id }, []);
    await awaitTime(services, tx, row.id, sendAt);
    await publishScheduledEvent(services, tx, { ...row, client_key });
    return row.id;
  });
  return requireOne(services, viewer, id);
}

async function lockScheduling(tx: Tx, senderId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`scheduled:${senderId}`}, 0))`.execute(tx);
}

async function findByKey(db: Db, senderId: number, receiverId: number, key: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number; receiver_id: number }>`
    select id, receiver_id from scheduled_messages where sender_id = ${senderId} and client_key = ${key}
    union all
    select 0, 0 from messages where sender_id = ${senderId} and client_key = ${key} limit 1`.execute(db);
  const [known] = rows;
  if (known !== undefined && known.receiver_id !== receiverId) throw new Failure('idempotency_mismatch');
  return known?.id;
}

const awaitTime = ({ queue }: Services, tx: Tx, id: number, sendAt: Date): Promise<void> =>
  queue.add(tx, sendScheduled, { id }, { key: String(id), runAt: sendAt });

function parseSendTime({ clock }: Services, text: string): Date {
  const time = new Date(text);
  const now = clock().getTime();
  if (time.getTime() < now - LATE_MS || time.getTime() > now + SCHEDULED_DAYS_MAX * DAY_MS)
    throw new Failure('invalid_input', { fields: { send_at: 'errors.field.invalid' } });
  return time;
}

type Change = BodyOf<typeof chatApi.changeScheduled>;

/** Changes a scheduled message of the viewer, or sends it now. A message that could not be sent is scheduled again. */
export async function changeScheduled(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  change: Change,
): Promise<ScheduledMessage> {
  const { db } = services;
  const { userId } = viewer;
  const sendAt = change.send_at === undefined ? undefined : parseSendTime(services, change.send_at);
  const files = await listScheduledFiles(db, [id]);
  const waiting = change.now === 1 ? await findScheduled(db, id) : undefined;
  if (waiting?.sender_id === userId) await requireCardStill(services, waiting);
  const row = await db.transaction().execute(async (tx) => {
    const locked = await lockOwnScheduled(tx, userId, id);
    const changed: ScheduledRow = {
      ...locked,
      content: change.content ?? locked.content,
      send_at: sendAt ?? locked.send_at,
      is_silent: change.silent === undefined ? locked.is_silent : change.silent === 1,
      failure: '',
    };
    if (changed.content === '' && !files.has(id) && locked.card_kind === null) throw new Failure('message_empty');
    if (change.now === 1) {
      await sendLockedScheduled(services, tx, changed);
      return changed;
    }
    const { content, send_at, is_silent, failure } = changed;
    await tx
      .updateTable('scheduled_messages')
      .set({ content, send_at, is_silent, failure })
      .where('id', '=', id)
      .execute();
    await awaitTime(services, tx, id, send_at);
    await publishScheduledEvent(services, tx, changed);
    return changed;
  });
  return presentWaiting(services, viewer, row, files);
}

export async function cancelScheduled(
  services: Services,
  { userId }: SignedInViewer,
  id: number,
): Promise<{ success: true }> {
  await services.db.transaction().execute(async (tx) => {
    const row = await lockOwnScheduled(tx, userId, id);
    await releaseScheduledFiles(tx, [id]);
    await deleteScheduled(tx, id);
    await publishScheduledEvent(services, tx, row);
  });
  return { success: true };
}

async function lockOwnScheduled(tx: Tx, userId: number, id: number): Promise<ScheduledRow> {
  const row = await lockScheduled(tx, id);
  if (row?.sender_id !== userId) throw new Failure('not_found');
  return row;
}

async function requireOne(services: Services, viewer: SignedInViewer, id: number): Promise<ScheduledMessage> {
  const { db } = services;
  const row = requireFound(await findScheduled(db, id));
  return presentWaiting(services, viewer, row, await listScheduledFiles(db, [id]));
}

type Files = ReadonlyMap<number, readonly ChatFile[]>;

async function presentScheduled(
  services: Services,
  viewer: SignedInViewer,
  rows: readonly ScheduledRow[],
  files: Files,
): Promise<ScheduledMessage[]> {
  const cards = await findCards(services, viewer, rows);
  return rows.map((row) => {
    const attachments = files.get(row.id) ?? [];
    return {
      id: row.id,
      content: row.content,
      files: attachments.map(({ url }) => url),
      attachments: [...attachments],
      card: cardOf(row, cards),
      send_at: row.send_at.toISOString(),
      silent: row.is_silent ? 1 : 0,
      failure: row.failure,
      failure_text: row.failure && texts.t(viewer.lang, `errors.${row.failure}`, { max: NEW_CONTACTS_PER_DAY }),
    };
  });
}

async function presentWaiting(
  services: Services,
  viewer: SignedInViewer,
  row: ScheduledRow,
  files: Files,
): Promise<ScheduledMessage> {
  const [presented] = await presentScheduled(services, viewer, [row], files);
  if (presented === undefined) throw new Error('a scheduled message could not be presented');
  return presented;
}

export async function deleteScheduledOfSender(tx: Tx, userId: number): Promise<void> {
  const deleted = await tx.deleteFrom('scheduled_messages').where('sender_id', '=', userId).returning('id').execute();
  if (deleted.length > 0)
    await releaseScheduledFiles(
      tx,
      deleted.map(({ id }) => id),
    );
}
