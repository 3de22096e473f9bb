import type { CardKind, Chat, ChatCounts, chatApi, Message } from '@app/contract/messaging/chat';
import type { ChatFileKind } from '@app/contract/messaging/chat-files';
import type { ResponseOf } from '@app/contract/platform/endpoint';

/** A file of a message that is not sent yet. */
export interface OutgoingFile {
  key: string;
  name: string;
  kind: ChatFileKind;
  bytes: number;
  /** An object URL of a picture, a video or a recording, as long as this page lives. */
  previewUrl: string | null;
  width: number;
  height: number;
  durationMs: number;
  waveform: readonly number[];
  /** `failed`: this one is not taken; the message waits until it is retried or taken out. */
  state: 'waiting' | 'uploading' | 'done' | 'failed';
  sentBytes: number;
  /** What to show when it failed; '' otherwise. */
  failure: string;
}

/** A message that the server has not confirmed yet. */
export interface Outgoing {
  /** Its client key: the message that it becomes has the same row. */
  key: string;
  userId: number;
  content: string;
  files: readonly OutgoingFile[];
  replyTo: Message['reply'];
  cardKind?: CardKind;
  cardId?: number;
  boardId?: number;
  silent: boolean;
  /** By the clock of this device: for showing, never for order. */
  createdAt: number;
  state: 'waiting' | 'sending' | 'failed';
  /** What to show when it failed; '' otherwise. */
  failure: string;
}

/** A row of a dialog. Its key stays when an outgoing one becomes a message. */
export type ThreadEntry = { key: string; message: Message } | { key: string; outgoing: Outgoing };

/** A file as it was chosen or recorded. */
export interface NewFile {
  file: File | Blob;
  name: string;
  /** A picture that goes byte for byte, as a plain file. */
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
  /** Oldest first. Those that are not sent yet stand last, and only where the newest messages are loaded. */
  rows: readonly ThreadEntry[];
  chat: Chat | null;
  hasOlder: boolean;
  hasNewer: boolean;
  isLoading: boolean;
  loadOlder(): void;
  loadNewer(): void;
  /** Load the messages around this number, unless it is there. A toast says when it failed. */
  jumpTo(seq: number): Promise<void>;
  toNewest(): void;
  reload(): void;
  /** The first message of the other that was unread when the dialog was opened. */
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
