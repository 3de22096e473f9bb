import type { CardKind, chatApi, Message } from '@app/contract/messaging/chat';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import type { StoredFile, StoredMessage } from './outbox/outbox-store.ts';

export interface OutgoingFile extends Omit<StoredFile, 'uploadKey' | 'isMeasured' | 'id' | 'state'> {
  /** An object URL of an image, a video or a recording, valid as long as this page lives. */
  previewUrl: string | null;
  /** `failed`: this file was rejected; the message waits until the file is retried or removed. */
  state: StoredFile['state'] | 'uploading';
  sentBytes: number;
}

/** A message that waits in the outbox; the confirmed message keeps the same row key. */
export interface Outgoing extends Omit<StoredMessage, 'n' | 'files' | 'state' | 'isSecondUpload'> {
  files: readonly OutgoingFile[];
  state: StoredMessage['state'] | 'sending';
}

/** A row of a chat. Its key stays the same when an outgoing message is confirmed. */
export type ThreadEntry = { key: string; message: Message } | { key: string; outgoing: Outgoing };

export interface NewFile {
  file: File | Blob;
  name: string;
  /** Sends an image unchanged, as a plain file. */
  asFile?: boolean;
  voice?: { durationMs: number; waveform: readonly number[] };
}

export interface NewMessage {
  content: string;
  files: readonly NewFile[];
  replyTo?: Message | null;
  cardKind?: CardKind;
  cardId?: number;
  boardId?: number;
  silent?: boolean;
  /** The writer left out the card of the text's link. */
  withoutLinkCard?: boolean;
}

export type ChatHeaderData = ResponseOf<typeof chatApi.header>;
export type ChatsPage = ResponseOf<typeof chatApi.list>;

export type TypingKind = 'text' | 'voice' | 'file';
