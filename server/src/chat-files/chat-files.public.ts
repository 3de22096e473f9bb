import type { ChatFile, ChatFileKind } from '@app/contract/chat-files';
import type { Db, Tx } from '../database.ts';
import type { Exported } from '../platform/exported.ts';
import type { QuarantinedFile } from '../platform/uploads.ts';
import type { Services } from '../services.ts';

/** A file that a message has taken. */
export interface ClaimedFile {
  id: number;
  kind: ChatFileKind;
}

/** What takes files: a message, or one that waits for its time, whose files its owner alone may read. */
export type FileHolder = { messageId: number } | { scheduledId: number };

/**
 * Bind uploaded files to a message, in its own transaction and in this order. Each can be claimed once, by its owner only; anything
 * else fails with not_found. `readerIds`: everybody who may read the message, its sender too; of no effect until a waiting one is sent.
 */
export async function claimChatFiles(
  _tx: Tx,
  _ownerId: number,
  _fileIds: readonly number[],
  _holder: FileHolder,
  _readerIds: readonly number[],
): Promise<readonly ClaimedFile[]> {
  throw new Error('claimChatFiles is not there yet');
}

/** The time of a waiting message has come: its files go over to the message it became. */
export async function moveScheduledFiles(
  _tx: Tx,
  _scheduledId: number,
  _messageId: number,
  _readerIds: readonly number[],
): Promise<readonly ClaimedFile[]> {
  throw new Error('moveScheduledFiles is not there yet');
}

/** The files of messages in their order; a message without any is missing from the map. */
export async function listChatFiles(
  _db: Db,
  _wanted: { messageIds: readonly number[] },
): Promise<Map<number, ChatFile[]>> {
  return new Map();
}

/** The same for messages that wait for their time, by their ids. */
export async function listScheduledFiles(_db: Db, _scheduledIds: readonly number[]): Promise<Map<number, ChatFile[]>> {
  return new Map();
}

/** These messages are gone for everybody: from this commit on nobody gets their files. */
export async function releaseChatFiles(_tx: Tx, _messageIds: readonly number[]): Promise<void> {}

/** These waiting messages will not be sent. */
export async function releaseScheduledFiles(_tx: Tx, _scheduledIds: readonly number[]): Promise<void> {}

/** This person deleted these messages for themselves. What nobody reads any more is gone. */
export async function dropReader(_tx: Tx, _messageIds: readonly number[], _userId: number): Promise<void> {}

/** This person deleted a dialog for themselves, up to this number. */
export async function dropReaderOfChat(_tx: Tx, _chatId: number, _upToSeq: number, _userId: number): Promise<void> {}

/** From now on these people, and nobody else, read the files of these messages. */
export async function setReaders(
  _tx: Tx,
  _messageIds: readonly number[],
  _readerIds: readonly number[],
): Promise<void> {}

/**
 * Forward: the files of each first message for the second one, which `ownerId` sends. The stored bytes are shared, the rows are own,
 * so each is deleted by itself. Answers what each new message got.
 */
export async function copyChatFiles(
  _tx: Tx,
  _pairs: readonly (readonly [fromMessageId: number, toMessageId: number])[],
  _ownerId: number,
  _readerIds: readonly number[],
): Promise<Map<number, ClaimedFile[]>> {
  return new Map();
}

/**
 * Store files that came with a message itself; answers their ids in the order in which they came, to be claimed. All or none.
 * When the message turns out to be a repeated one, drop them with {@link dropUnsentFiles}.
 */
export async function receiveSentFiles(
  _services: Services,
  _ownerId: number,
  _files: readonly QuarantinedFile[],
): Promise<number[]> {
  throw new Error('receiveSentFiles is not there yet');
}

/** Take back files that were not sent. Those that were, or are somebody else's, stay. */
export async function dropUnsentFiles(_db: Db, _ownerId: number, _fileIds: readonly number[]): Promise<void> {}

/** A file of the demo data: bytes at `path`, which stay there. */
export interface DemoChatFile {
  path: string;
  name: string;
  ownerId: number;
  messageId: number;
  readerIds: readonly number[];
  voice?: { durationMs: number; waveform: readonly number[] };
}

/** Store files of demo messages, in their order. */
export async function insertDemoChatFiles(_services: Services, _files: readonly DemoChatFile[]): Promise<void> {}

/** Before a person is erased: what they did not send goes, what they sent stays with those who read it and names nobody. */
export async function forgetChatFiles(_tx: Tx, _userId: number): Promise<void> {}

/** What is kept of the files that this person sent. */
export async function exportChatFilesOf(_db: Db, _userId: number): Promise<Exported> {
  return {};
}
