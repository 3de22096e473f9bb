import { MESSAGE_FILES_MAX } from '#contract/messaging/chat';
import { CHAT_FILE_MAX_BYTES } from '#contract/messaging/chat-files';
import { clientKey } from '../../../../platform/client-key.ts';
import type { NewFile, NewMessage } from '../chat-types.ts';
import { kindOf } from '../measure-file.ts';
import { quoteOf } from '../quote.ts';
import type { StoredBytes, StoredFile, StoredMessage } from './outbox-store.ts';

export type NewItem = Omit<StoredMessage, 'n'>;

/** Builds the stored form of a new message. `tooLarge`: the text for a file over the limit, which is never sent. */
export async function createItem(
  key: string,
  userId: number,
  message: NewMessage,
  tooLarge: (maxBytes: number) => Promise<string>,
): Promise<{ item: NewItem; bytes: StoredBytes[] }> {
  const bytes: StoredBytes[] = [];
  const files: StoredFile[] = [];
  for (const one of message.files.slice(0, MESSAGE_FILES_MAX)) {
    const file = fileOf(one);
    if (isOverLimit(file)) {
      files.push({ ...file, state: 'failed', failure: await tooLarge(CHAT_FILE_MAX_BYTES[file.kind]) });
    } else {
      files.push(file);
      bytes.push({ key: file.key, file: one.file, poster: null });
    }
  }
  const item = revive({
    key,
    userId,
    content: message.content,
    files,
    replyTo: message.replyTo ? quoteOf(message.replyTo) : null,
    cardKind: message.cardKind,
    cardId: message.cardId,
    boardId: message.boardId,
    silent: message.silent ?? false,
    withoutLinkCard: message.withoutLinkCard,
    createdAt: Date.now(),
    state: 'waiting',
    failure: '',
    isSecondUpload: false,
  });
  return { item, bytes };
}

/** Lets a failed message, or only one of its files, be sent again. */
export const retryItem = (item: StoredMessage, fileKey?: string): StoredMessage =>
  revive({
    ...item,
    files: item.files.map((file) => (fileKey === undefined || file.key === fileKey ? reviveFile(file) : file)),
  });

export const removeFile = (item: StoredMessage, fileKey: string): StoredMessage =>
  revive({ ...item, files: item.files.filter((file) => file.key !== fileKey) });

export const isEmpty = ({ files, content, cardKind }: StoredMessage): boolean =>
  files.length === 0 && content === '' && cardKind === undefined;

function revive<Item extends NewItem>(item: Item): Item {
  const failed = item.files.find(({ state }) => state === 'failed');
  return failed === undefined
    ? { ...item, state: 'waiting', failure: '' }
    : { ...item, state: 'failed', failure: failed.failure };
}

const isOverLimit = ({ kind, bytes }: StoredFile): boolean => bytes > CHAT_FILE_MAX_BYTES[kind];

const reviveFile = (file: StoredFile): StoredFile =>
  file.state === 'failed' && !isOverLimit(file) ? { ...file, state: 'waiting', failure: '' } : file;

function fileOf({ file, name, voice, asFile = false }: NewFile): StoredFile {
  return {
    key: clientKey(),
    uploadKey: clientKey(),
    name,
    kind: asFile ? 'file' : kindOf(file, voice !== undefined),
    bytes: file.size,
    width: 0,
    height: 0,
    durationMs: voice?.durationMs ?? 0,
    waveform: voice?.waveform ?? [],
    isMeasured: voice !== undefined,
    state: 'waiting',
    id: null,
    failure: '',
  };
}
