import type { ConferenceMessage } from '@app/contract/messaging/calls';
import { MESSAGE_FILES_MAX } from '@app/contract/messaging/chat';
import { sql } from 'kysely';
import { findUserSummaries } from '../../people/users/accounts.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { findViolatedConstraint } from '../../platform/database/violation.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import {
  addReaderOfCall,
  claimChatFiles,
  discardUnsentFiles,
  listCallFiles,
  receiveSentFiles,
} from '../chat-files/chat-files.public.ts';
import { findParticipant, isIn } from './call-state.ts';
import { type CallRow, findCall } from './calls.queries.ts';
import { type RoomEvent, roomTopic } from './publish-call-events.ts';

interface Draft {
  message: string;
  file_ids?: number[] | undefined;
  client_key?: string | undefined;
}

interface MessageRow {
  id: number;
  user_id: number;
  content: string;
  client_key: string | null;
  created_at: Date;
}

export async function sendCallMessage(
  services: Services,
  viewer: SignedInViewer,
  roomId: string,
  draft: Draft,
  files: readonly QuarantinedFile[] = [],
): Promise<ConferenceMessage> {
  const { db } = services;
  const { userId } = viewer;
  const call = requireFound(await findCall(db, roomId));
  const named = draft.file_ids ?? [];
  if (files.length + named.length > MESSAGE_FILES_MAX)
    throw new Failure('too_many_files', { values: { max: MESSAGE_FILES_MAX } });
  const known = await findByKey(db, call, userId, draft.client_key);
  if (known !== undefined) return getMessage(services, viewer, call, known);
  const me = findParticipant(call, userId);
  if (me === undefined || call.state === 'ended' || !isIn(me)) throw new Failure('not_found');
  if (draft.message === '' && named.length + files.length === 0) throw new Failure('message_empty');
  const received = files.length === 0 ? [] : await receiveSentFiles(services, userId, files);
  try {
    const id = await db
      .transaction()
      .execute((tx) => store(services, tx, call, userId, { ...draft, file_ids: [...named, ...received] }));
    return await getMessage(services, viewer, call, id);
  } catch (error) {
    if (received.length > 0) await discardUnsentFiles(db, userId, received);
    const first = isKeyTaken(error) ? await findByKey(db, call, userId, draft.client_key) : undefined;
    if (first !== undefined) return getMessage(services, viewer, call, first);
    throw error;
  }
}

/** A client key belongs to one message of one call. */
async function findByKey(db: Db, { id: callId }: CallRow, userId: number, key?: string): Promise<number | undefined> {
  if (key === undefined) return undefined;
  const row = await db
    .selectFrom('call_messages')
    .select(['id', 'call_id'])
    .where('user_id', '=', userId)
    .where('client_key', '=', key)
    .executeTakeFirst();
  if (row !== undefined && row.call_id !== callId) throw new Failure('idempotency_mismatch');
  return row?.id;
}

export async function isWritten(
  { db }: Services,
  { userId }: SignedInViewer,
  roomId: string,
  id: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from call_messages m join calls c on c.id = m.call_id
    where m.id = ${id} and m.user_id = ${userId} and c.room_id = ${roomId}`.execute(db);
  return rows.length > 0;
}

const isKeyTaken = (error: unknown): boolean =>
  findViolatedConstraint('unique', error)?.startsWith('call_messages_user_id') === true;

async function store(
  { live, clock }: Services,
  tx: Tx,
  { id: callId, roomId }: CallRow,
  userId: number,
  { message, file_ids = [], client_key }: Draft,
): Promise<number> {
  // Locks the call (`FOR SHARE`) so that participants cannot change while the readers of the files are determined.
  await sql`select from calls where id = ${callId} for share`.execute(tx);
  const { rows } = await sql<{ user_id: number; state: string }>`
    select user_id, state from call_participants where call_id = ${callId} and has_joined`.execute(tx);
  if (!rows.some(({ user_id, state }) => user_id === userId && state === 'joined')) throw new Failure('not_found');
  const { id } = await tx
    .insertInto('call_messages')
    .values({
      call_id: callId,
      user_id: userId,
      content: message,
      client_key: client_key ?? null,
      created_at: clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const readers = rows.map(({ user_id }) => user_id);
  await claimChatFiles(tx, userId, file_ids, { callMessageId: id }, readers);
  await live.publishInTransaction(tx, [
    { topic: roomTopic(roomId), event: { kind: 'chat', messageId: id } satisfies RoomEvent },
  ]);
  return id;
}

/** Gives a newly admitted participant access to earlier messages and their files. */
export async function openChatTo(tx: Tx, callId: number, userId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select m.id from call_messages m where m.call_id = ${callId}
      and exists (select from chat_files f where f.call_message_id = m.id)`.execute(tx);
  await addReaderOfCall(
    tx,
    rows.map(({ id }) => id),
    userId,
  );
}

async function getMessage(
  services: Services,
  viewer: SignedInViewer,
  call: CallRow,
  id: number,
): Promise<ConferenceMessage> {
  const [message] = await presentMessages(
    services,
    viewer,
    call,
    await findMessages(services.db, call.id, { id, size: 1 }),
  );
  if (message === undefined) throw new Failure('not_found');
  return message;
}

export async function presentCallMessage(
  services: Services,
  viewer: SignedInViewer,
  call: CallRow,
  id: number,
): Promise<ConferenceMessage | undefined> {
  return (await presentMessages(services, viewer, call, await findMessages(services.db, call.id, { id, size: 1 })))[0];
}

interface MessageQuery {
  size: number;
  page?: number;
  before_id?: number | undefined;
  id?: number;
}

async function findMessages(
  db: Db,
  callId: number,
  { size, page = 1, before_id, id }: MessageQuery,
): Promise<MessageRow[]> {
  let query = db
    .selectFrom('call_messages')
    .select(['id', 'user_id', 'content', 'client_key', 'created_at'])
    .where('call_id', '=', callId)
    .orderBy('id', 'desc')
    .limit(size);
  if (id !== undefined) query = query.where('id', '=', id);
  else if (before_id !== undefined) query = query.where('id', '<', before_id);
  else query = query.offset((page - 1) * size);
  return query.execute();
}

/** Lists a conference's messages, newest first; for current and former participants. */
export async function listCallMessages(
  services: Services,
  viewer: SignedInViewer,
  { room_id, ...query }: { room_id: string; size: number; page: number; before_id?: number | undefined },
): Promise<{ list: ConferenceMessage[]; total: number }> {
  const { db } = services;
  const call = await findCall(db, room_id);
  if (call === undefined || findParticipant(call, viewer.userId)?.hasJoined !== true) throw new Failure('not_found');
  const [rows, counted] = await Promise.all([
    findMessages(db, call.id, query),
    sql<{ count: number }>`select count(*) as count from call_messages where call_id = ${call.id}`.execute(db),
  ]);
  return { list: await presentMessages(services, viewer, call, rows), total: counted.rows[0]?.count ?? 0 };
}

async function presentMessages(
  { db }: Services,
  { userId }: SignedInViewer,
  { roomId }: CallRow,
  rows: readonly MessageRow[],
): Promise<ConferenceMessage[]> {
  const [names, files] = await Promise.all([
    findUserSummaries(db, [...new Set(rows.map(({ user_id }) => user_id))]),
    listCallFiles(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => {
    const name = names.get(row.user_id);
    const attachments = files.get(row.id) ?? [];
    return {
      id: row.id,
      room_id: roomId,
      user_id: row.user_id,
      firstname: name?.firstname ?? '',
      lastname: name?.lastname ?? '',
      photo: name?.photo ?? null,
      message: row.content,
      files: attachments.map(({ url }) => url),
      attachments,
      timestamp: row.created_at.toISOString(),
      mine: row.user_id === userId ? 1 : 0,
      client_key: row.user_id === userId ? row.client_key : null,
    };
  });
}
