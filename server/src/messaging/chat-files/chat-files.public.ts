import type { ChatFile, ChatFileKind } from '@app/contract/messaging/chat-files';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import { type ChatFileRow, FILE_COLUMNS, releaseFiles } from './chat-files.queries.ts';
import { presentChatFile } from './present-chat-file.public.ts';
import { storeChatFile } from './store-chat-file.ts';

export interface ClaimedFile {
  id: number;
  kind: ChatFileKind;
}

/** Owner of files: a message, a message of a call, or a scheduled message, whose files only its sender may read. */
export type FileHolder = { messageId: number } | { callMessageId: number } | { scheduledId: number };

/**
 * Binds uploaded files to a message in the caller's transaction, in this order. Each file can be claimed once, by its
 * owner; anything else fails with not_found. `readerIds`: everybody who may read the message, including its sender;
 * ignored for a scheduled message until it is sent.
 */
export async function claimChatFiles(
  tx: Tx,
  ownerId: number,
  fileIds: readonly number[],
  holder: FileHolder,
  readerIds: readonly number[],
): Promise<readonly ClaimedFile[]> {
  if (fileIds.length === 0) return [];
  const messageId = 'messageId' in holder ? holder.messageId : null;
  const callMessageId = 'callMessageId' in holder ? holder.callMessageId : null;
  const scheduledId = 'scheduledId' in holder ? holder.scheduledId : null;
  const state = scheduledId === null ? 'sent' : 'scheduled';
  // Rows are locked in order of their ids, so that two messages that claim the same files cannot deadlock.
  const { rows } = await sql<ClaimedFile & { position: number }>`
    with held as (
      select id from chat_files
      where id = any (${fileIds}::bigint[]) and owner_id = ${ownerId} and state = 'unsent'
      order by id for update)
    update chat_files f set state = ${state}, message_id = ${messageId}, call_message_id = ${callMessageId}, scheduled_id = ${scheduledId},
      position = wanted.place, reader_ids = ${scheduledId === null ? readerIds : []}::bigint[]
    from held join unnest(${fileIds}::bigint[]) with ordinality wanted (id, place) on wanted.id = held.id
    where f.id = held.id
    returning f.id, f.kind, f.position`.execute(tx);
  if (rows.length !== fileIds.length) throw new Failure('not_found');
  return inOrder(rows);
}

export async function moveScheduledFiles(
  tx: Tx,
  scheduledId: number,
  messageId: number,
  readerIds: readonly number[],
): Promise<readonly ClaimedFile[]> {
  const { rows } = await sql<ClaimedFile & { position: number }>`
    update chat_files set state = 'sent', message_id = ${messageId}, scheduled_id = null, reader_ids = ${readerIds}::bigint[]
    where scheduled_id = ${scheduledId} returning id, kind, position`.execute(tx);
  return inOrder(rows);
}

const inOrder = (rows: readonly (ClaimedFile & { position: number })[]): ClaimedFile[] =>
  rows.toSorted((a, b) => a.position - b.position).map(({ id, kind }) => ({ id, kind }));

/**
 * SQL of the files of a message, in their order, as an array of `ChatFileJson`; null where there are none. Served by
 * chat_files_message.
 */
export const messageFilesSql = (messageId: string): string => `(
  select json_agg(json_build_object(${FILE_COLUMNS.map((name) => `'${name}', file.${name}`).join(', ')}) order by file.position)
  from chat_files file where file.message_id = ${messageId})`;

export function listScheduledFiles(db: Db, scheduledIds: readonly number[]): Promise<Map<number, ChatFile[]>> {
  return listFilesBy(db, 'scheduled_id', scheduledIds);
}

export function listCallFiles(db: Db, callMessageIds: readonly number[]): Promise<Map<number, ChatFile[]>> {
  return listFilesBy(db, 'call_message_id', callMessageIds);
}

const COLUMNS = sql.join(FILE_COLUMNS.map((name) => sql.ref(name)));

/** Served by chat_files_scheduled and chat_files_call_message. */
async function listFilesBy(
  db: Db,
  holder: 'scheduled_id' | 'call_message_id',
  ids: readonly number[],
): Promise<Map<number, ChatFile[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ChatFileRow & { holder_id: number }>`-- named chat-files-${sql.raw(holder)}
    select ${COLUMNS}, ${sql.ref(holder)} as holder_id from chat_files
    where ${sql.ref(holder)} = any (${ids}::bigint[]) order by ${sql.ref(holder)}, position`.execute(db);
  const files = new Map<number, ChatFile[]>();
  for (const { holder_id, ...row } of rows) {
    const those = files.get(holder_id);
    if (those) those.push(presentChatFile(row));
    else files.set(holder_id, [presentChatFile(row)]);
  }
  return files;
}

export async function releaseChatFiles(tx: Tx, messageIds: readonly number[]): Promise<void> {
  if (messageIds.length === 0) return;
  await releaseFiles(tx).where('message_id', 'in', messageIds).execute();
}

export async function releaseScheduledFiles(tx: Tx, scheduledIds: readonly number[]): Promise<void> {
  if (scheduledIds.length === 0) return;
  await releaseFiles(tx).where('scheduled_id', 'in', scheduledIds).execute();
}

export async function releaseCallFiles(tx: Tx, callMessageIds: readonly number[]): Promise<void> {
  if (callMessageIds.length === 0) return;
  await releaseFiles(tx).where('call_message_id', 'in', callMessageIds).execute();
}

export async function addReaderOfCall(tx: Tx, callMessageIds: readonly number[], userId: number): Promise<void> {
  if (callMessageIds.length === 0) return;
  await tx
    .updateTable('chat_files')
    .set({ reader_ids: sql<number[]>`array_append(reader_ids, ${userId}::bigint)` })
    .where('call_message_id', 'in', callMessageIds)
    .where(sql<boolean>`not reader_ids @> array[${userId}::bigint]`)
    .execute();
}

/** The user deleted these messages for themselves; files without any reader are released. */
export async function removeReader(tx: Tx, messageIds: readonly number[], userId: number): Promise<void> {
  if (messageIds.length === 0) return;
  await withoutReader(tx, userId).where('message_id', 'in', messageIds).execute();
  await releaseFiles(tx).where('message_id', 'in', messageIds).where('reader_ids', '=', sql<number[]>`'{}'`).execute();
}

export async function removeReaderOfChat(tx: Tx, chatId: number, upToSeq: number, userId: number): Promise<void> {
  const ofChat = sql<number>`any (array(select id from messages where chat_id = ${chatId} and seq <= ${upToSeq}))`;
  await withoutReader(tx, userId).where('message_id', '=', ofChat).execute();
  await releaseFiles(tx).where('message_id', '=', ofChat).where('reader_ids', '=', sql<number[]>`'{}'`).execute();
}

const withoutReader = (tx: Tx, userId: number) =>
  tx
    .updateTable('chat_files')
    .set({ reader_ids: sql<number[]>`array_remove(reader_ids, ${userId}::bigint)` })
    .where(sql<boolean>`reader_ids @> array[${userId}::bigint]`);

export async function setReaders(tx: Tx, messageIds: readonly number[], readerIds: readonly number[]): Promise<void> {
  if (messageIds.length === 0) return;
  await tx
    .updateTable('chat_files')
    .set({ reader_ids: [...readerIds] })
    .where('message_id', 'in', messageIds)
    .execute();
}

/**
 * Copies the files of each first message to the second one, which `ownerId` forwards and may read. Stored bytes are
 * shared, but rows are separate, so that each copy is deleted independently. Returns the files per new message; a
 * message without files is missing.
 */
export async function copyChatFiles(
  tx: Tx,
  pairs: readonly (readonly [fromMessageId: number, toMessageId: number])[],
  ownerId: number,
  readerIds: readonly number[],
): Promise<Map<number, ClaimedFile[]>> {
  const copied = new Map<number, ClaimedFile[]>();
  if (pairs.length === 0) return copied;
  const { rows } = await sql<ClaimedFile & { message_id: number; position: number }>`
    insert into chat_files (owner_id, reader_ids, message_id, position, kind, name, mime, bytes, sha256, storage_key, widths,
      poster_key, width, height, thumbhash, duration_ms, waveform, state)
    select ${ownerId}, ${readerIds}::bigint[], pair.to_id, position, kind, name, mime, bytes, sha256, storage_key, widths,
      poster_key, width, height, thumbhash, duration_ms, waveform, 'sent'
    from unnest(${pairs.map(([from]) => from)}::bigint[], ${pairs.map(([, to]) => to)}::bigint[]) pair (from_id, to_id)
    join chat_files original on original.message_id = pair.from_id and original.reader_ids @> array[${ownerId}::bigint]
    returning id, kind, message_id, position`.execute(tx);
  for (const row of rows.toSorted((a, b) => a.position - b.position)) {
    const { message_id, id, kind } = row;
    copied.set(message_id, [...(copied.get(message_id) ?? []), { id, kind }]);
  }
  return copied;
}

/**
 * Stores files that were uploaded together with a message, all or none, and returns their ids in order. When the
 * message turns out to be a repeat, discard the files with {@link discardUnsentFiles}.
 */
export async function receiveSentFiles(
  services: Services,
  ownerId: number,
  files: readonly QuarantinedFile[],
): Promise<number[]> {
  const ids: number[] = [];
  try {
    // One after another, because image workers are few and the sender's order is kept.
    for (const file of files) ids.push((await storeChatFile(services, ownerId, { file })).id);
    return ids;
  } catch (error) {
    await discardUnsentFiles(services.db, ownerId, ids);
    throw error;
  }
}

export async function discardUnsentFiles(db: Db, ownerId: number, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length === 0) return;
  await releaseFiles(db)
    .where('id', 'in', fileIds)
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'unsent')
    .execute();
}

/**
 * Erases the user's unsent files and those without another reader. Files that others received stay with their message,
 * without a reference to the sender.
 */
export async function eraseChatFiles(tx: Tx, userId: number): Promise<void> {
  await releaseFiles(tx).where('owner_id', '=', userId).where('state', 'in', ['unsent', 'scheduled']).execute();
  // Served by chat_files_readers and chat_files_owner.
  await releaseFiles(tx)
    .where(sql<boolean>`reader_ids @> array[${userId}::bigint] and cardinality(reader_ids) = 1`)
    .execute();
  await withoutReader(tx, userId).execute();
  await tx.updateTable('chat_files').set({ owner_id: null }).where('owner_id', '=', userId).execute();
}
