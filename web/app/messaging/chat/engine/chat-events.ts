import type { Chat, ChatEvent, Message } from '@app/contract/messaging/chat';
import { setChatCounts } from '../../../notifications/notifications/chat-counts.ts';
import { lastSeqOf, subscribe } from '../../../platform/live/live.ts';

/**
 * Events that this page emits itself for its own changes and their reversal, before or after the server confirms them.
 */
export type LocalChatEvent =
  | { type: 'local_sent'; user_id: number; message: Message }
  /** In the place of `before` only: what came from the server meanwhile is newer. */
  | { type: 'local_swap'; before: Message; after: Message }
  | { type: 'local_hidden'; user_id: number; ids: readonly number[] }
  | { type: 'local_chat'; user_id: number; change: Partial<Chat> }
  /** What is shown of this dialog may be wrong: read it anew. */
  | { type: 'local_doubt'; user_id: number };

export type AnyChatEvent = ChatEvent | LocalChatEvent;
export type ThreadEvent = Exclude<AnyChatEvent, { type: 'chat_counts' | 'typing' }>;

export interface ChatListener {
  onEvent(event: AnyChatEvent): void;
  /**
   * Events may have been missed: reload. `isFirst`: the socket has just opened, so that data read earlier may be
   * incomplete.
   */
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

/** Subscribes to the user's chat socket; the socket closes with its last subscriber. */
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

const pathOf = (viewerId: number): string => `/ws/notifications/${viewerId}/`;

/** Number of the user's last event; undefined before it is known. */
export const lastChatSeq = (viewerId: number): number | undefined => lastSeqOf(pathOf(viewerId));

function startSubscription(viewerId: number): void {
  stopSubscription();
  viewer = viewerId;
  leave = subscribe(
    pathOf(viewerId),
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

export const viewerId = (): number | undefined => viewer;

export const waitForViewer = (): Promise<number> => viewerKnown;

function handleEvent(event: SocketEvent): void {
  if (event.type === 'unread') {
    // At the first message of the socket, data read earlier may lack what happened in between.
    if (!isOpen) emitMissed(true);
    isOpen = true;
    return;
  }
  if (event.type !== 'typing' && !event.type.startsWith('chat_')) return;
  if ('counts' in event) setChatCounts(event.counts);
  emitChatEvent(event);
}

function emitMissed(isFirst: boolean): void {
  for (const listener of [...listeners]) listener.onMissed?.(isFirst);
}

export function emitChatEvent(event: AnyChatEvent): void {
  for (const listener of [...listeners]) listener.onEvent(event);
}

export function onChatEvent(listener: ChatListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
