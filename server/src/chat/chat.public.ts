import type { Tx } from '../database.ts';

/** One message of a demo dialog. */
export interface DemoMessage {
  /** Position of its sender in `between`. */
  from: 0 | 1;
  content: string;
  at: Date;
  kind?: 'message' | 'missed_call';
  card?: { kind: 'ad' | 'user'; id: number };
  /** Position in `messages` of the one it answers. */
  replyTo?: number;
  reactions?: readonly { by: 0 | 1; reaction: string }[];
  isPinned?: boolean;
  editedAt?: Date;
  /** Files of the sender that were uploaded and not sent. */
  fileIds?: readonly number[];
}

/** How one of the two sees a demo dialog; what is left out is as if they had read everything. */
export interface DemoMember {
  /** How many messages of the other one they have not read; the newest ones. */
  unread?: number;
  folder?: 'main' | 'requests' | 'declined';
  isArchived?: boolean;
  isPinned?: boolean;
  mutedUntil?: Date | 'infinity';
  draft?: string;
}

export interface DemoChat {
  between: readonly [number, number];
  aboutAdId?: number;
  /** In their order. */
  messages: readonly DemoMessage[];
  members?: readonly [DemoMember, DemoMember];
}

/** Dialogs that were held before now, for demo data and tests. Nobody is told. */
export async function insertDemoChats(_tx: Tx, _chats: readonly DemoChat[]): Promise<void> {}

/** A call that nobody took, in the dialog of the two. */
export async function noteMissedCall(_tx: Tx, _callerId: number, _calleeId: number): Promise<void> {}
