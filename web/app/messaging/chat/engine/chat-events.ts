import type { Chat, ChatEvent, Message } from '@app/contract/messaging/chat';
import { subscribe } from '../../../platform/live.ts';
import { setChatCounts } from './counts.ts';

/** What this page itself brings about, or takes back, before or after the server says so. */
export type LocalChatEvent =
  | { type: 'local_sent'; user_id: number; message: Message }
  /** In the place of `before` only: what came from the server meanwhile is newer. */
  | { type: 'local_swap'; before: Message; after: Message }
  | { type: 'local_hidden'; user_id: number; ids: readonly number[] }
  | { type: 'local_chat'; user_id: number; change: Partial<Chat> }
  /** What is shown of this dialog may be wrong: read it anew. */
  | { type: 'local_doubt'; user_id: number };

export type AnyChatEvent = ChatEvent | LocalChatEvent;
/** What concerns the rows or the line of one dialog. */
export type ThreadEvent = Exclude<AnyChatEvent, { type: 'chat_counts' | 'typing' }>;

export interface ChatListener {
  onEvent(event: AnyChatEvent): void;
  /** Something may have been missed: read anew. `isFirst`: the line has just opened, and what was read before may lack something. */
  onMissed?(isFirst: boolean): void;
}

type SocketEvent = ChatEvent | { type: 'unread' };

const listeners = new Set<ChatListener>();
let viewer: number | undefined;
let followers = 0;
let leave: (() => void) | undefined;
let isOpen = false;
let resolveViewerId: (viewerId: number) => void = () => undefined;
let viewerKnown = new Promise<number>((resolve) => {
  resolveViewerId = resolve;
});

/** Hear of the dialogs of this person as long as anybody follows. */
export function followChats(viewerId: number): () => void {
  if (viewer !== viewerId) startSubscription(viewerId);
  followers += 1;
  let isFollowing = true;
  return () => {
    if (!isFollowing || viewer !== viewerId) return;
    isFollowing = false;
    followers -= 1;
    if (followers === 0) stopSubscription();
  };
}

function startSubscription(viewerId: number): void {
  stopSubscription();
  viewer = viewerId;
  leave = subscribe(
    `/ws/notifications/${viewerId}/`,
    (event) => handleEvent(event as SocketEvent),
    () => emitMissed(false),
  );
  resolveViewerId(viewerId);
}

function stopSubscription(): void {
  leave?.();
  leave = undefined;
  followers = 0;
  isOpen = false;
  if (viewer === undefined) return;
  viewer = undefined;
  viewerKnown = new Promise((resolve) => {
    resolveViewerId = resolve;
  });
}

/** Whose dialogs these are. */
export const viewerId = (): number | undefined => viewer;

/** The same, once it is known. */
export const waitForViewer = (): Promise<number> => viewerKnown;

function handleEvent(event: SocketEvent): void {
  if (event.type === 'unread') {
    // The first word of a line that has opened: what was read before may lack what came in between.
    if (!isOpen) emitMissed(true);
    isOpen = true;
    return;
  }
  if (event.type !== 'typing' && !event.type.startsWith('chat_')) return;
  if ('counts' in event) setChatCounts(event.counts);
  emitChatEvent(event);
}

function emitMissed(isFirst: boolean): void {
  for (const { onMissed } of [...listeners]) onMissed?.(isFirst);
}

/** For everything on this page that shows dialogs. */
export function emitChatEvent(event: AnyChatEvent): void {
  for (const { onEvent } of [...listeners]) onEvent(event);
}

export function onChatEvent(listener: ChatListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
