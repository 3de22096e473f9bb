import type { Chat, ChatEvent, Message } from '@app/contract/messaging/chat';
import { subscribe } from '../../../platform/live.ts';
import { tellChatCounts } from './counts.ts';

/** What this page itself brings about, or takes back, before or after the server says so. */
export type LocalNews =
  | { type: 'local_sent'; user_id: number; message: Message }
  /** In the place of `before` only: what came from the server meanwhile is newer. */
  | { type: 'local_swap'; before: Message; after: Message }
  | { type: 'local_hidden'; user_id: number; ids: readonly number[] }
  | { type: 'local_chat'; user_id: number; change: Partial<Chat> }
  /** What is shown of this dialog may be wrong: read it anew. */
  | { type: 'local_doubt'; user_id: number };

export type ChatNews = ChatEvent | LocalNews;
/** What concerns the rows or the line of one dialog. */
export type DialogNews = Exclude<ChatNews, { type: 'chat_counts' | 'typing' }>;

export interface Hearer {
  onNews(news: ChatNews): void;
  /** Something may have been missed: read anew. `isFirst`: the line has just opened, and what was read before may lack something. */
  onMissed?(isFirst: boolean): void;
}

type Told = ChatEvent | { type: 'unread' };

const hearers = new Set<Hearer>();
let viewer: number | undefined;
let followers = 0;
let leave: (() => void) | undefined;
let isOpen = false;
let tellViewer: (viewerId: number) => void = () => undefined;
let viewerTold = new Promise<number>((resolve) => {
  tellViewer = resolve;
});

/** Hear of the dialogs of this person as long as anybody follows. */
export function followLine(viewerId: number): () => void {
  if (viewer !== viewerId) startLine(viewerId);
  followers += 1;
  let isFollowing = true;
  return () => {
    if (!isFollowing || viewer !== viewerId) return;
    isFollowing = false;
    followers -= 1;
    if (followers === 0) stopLine();
  };
}

function startLine(viewerId: number): void {
  stopLine();
  viewer = viewerId;
  leave = subscribe(
    `/ws/notifications/${viewerId}/`,
    (event) => hear(event as Told),
    () => tellMissed(false),
  );
  tellViewer(viewerId);
}

function stopLine(): void {
  leave?.();
  leave = undefined;
  followers = 0;
  isOpen = false;
  if (viewer === undefined) return;
  viewer = undefined;
  viewerTold = new Promise((resolve) => {
    tellViewer = resolve;
  });
}

/** Whose dialogs these are. */
export const viewerId = (): number | undefined => viewer;

/** The same, once it is known. */
export const knownViewer = (): Promise<number> => viewerTold;

function hear(event: Told): void {
  if (event.type === 'unread') {
    // The first word of a line that has opened: what was read before may lack what came in between.
    if (!isOpen) tellMissed(true);
    isOpen = true;
    return;
  }
  if (event.type !== 'typing' && !event.type.startsWith('chat_')) return;
  if ('counts' in event) tellChatCounts(event.counts);
  tellNews(event);
}

function tellMissed(isFirst: boolean): void {
  for (const { onMissed } of [...hearers]) onMissed?.(isFirst);
}

/** For everything on this page that shows dialogs. */
export function tellNews(news: ChatNews): void {
  for (const { onNews } of [...hearers]) onNews(news);
}

export function hearChats(hearer: Hearer): () => void {
  hearers.add(hearer);
  return () => hearers.delete(hearer);
}
