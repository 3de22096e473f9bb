import type { CardKind, Chat, ChatCounts, chatApi, Message } from '@app/contract/messaging/chat';
import type { ChatFileKind } from '@app/contract/messaging/chat-files';
import type { ResponseOf } from '@app/contract/platform/endpoint';

export interface OutgoingFile {
  key: string;
  name: string;
  kind: ChatFileKind;
  bytes: number;
  /** An object URL of an image, a video or a recording, valid as long as this page lives. */
  previewUrl: string | null;
  width: number;
  height: number;
  durationMs: number;
  waveform: readonly number[];
  /** `failed`: this file was rejected; the message waits until the file is retried or removed. */
  state: 'waiting' | 'uploading' | 'done' | 'failed';
  sentBytes: number;
  failure: string;
}

export interface Outgoing {
  /** Client key; the confirmed message keeps the same row key. */
  key: string;
  userId: number;
  content: string;
  files: readonly OutgoingFile[];
  replyTo: Message['reply'];
  cardKind?: CardKind;
  cardId?: number;
  boardId?: number;
  silent: boolean;
  /** Clock of this device, for display only, never for order. */
  createdAt: number;
  state: 'waiting' | 'sending' | 'failed';
  failure: string;
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
}

export interface Thread {
  state: 'loading' | 'ready' | 'failed';
  /** Oldest first. Unsent messages are last, and present only when the newest messages are loaded. */
  rows: readonly ThreadEntry[];
  chat: Chat | null;
  hasOlder: boolean;
  hasNewer: boolean;
  isLoading: boolean;
  loadOlder(): void;
  loadNewer(): void;
  /** Loads the messages around this `seq` unless they are loaded. A failure is reported by a toast. */
  jumpTo(seq: number): Promise<void>;
  toNewest(): void;
  reload(): void;
  firstUnreadSeq: number | null;
}

export type ChatHeaderData = ResponseOf<typeof chatApi.header>;
export type ChatsPage = ResponseOf<typeof chatApi.list>;

export interface ChatHeaderState {
  header: ChatHeaderData | null;
  reload(): void;
}

export interface ChatListState {
  state: 'loading' | 'ready' | 'failed';
  list: readonly Chat[];
  total: number;
  counts: ChatCounts;
  isLoadingMore: boolean;
  loadMore(): void;
  reload(): void;
}

export type TypingKind = 'text' | 'voice' | 'file';

export interface Draft {
  text: string;
  setText(text: string): void;
}
