import type { Message } from '@app/contract/messaging/chat';

/** Messages in memory; farther ones are dropped and loaded again when needed. */
export const WINDOW_MAX = 400;

/** A contiguous part of a chat: `messages` contains all that exist with `from` ≤ `seq` ≤ `to`, oldest first. */
export interface ThreadWindow {
  messages: readonly Message[];
  from: number;
  to: number;
  hasOlder: boolean;
  hasNewer: boolean;
}

export const EMPTY_WINDOW: ThreadWindow = { messages: [], from: 1, to: 0, hasOlder: false, hasNewer: false };

const bySeq = (one: Message, other: Message): number => one.seq - other.seq;

const inOrder = (list: readonly Message[]): Message[] => list.filter(({ deleted }) => deleted === 0).sort(bySeq);

/** Creates a window from the newest page, or from one around a `seq`. `size`: requested page size. */
export function openWindow(list: readonly Message[], edges: { hasOlder: boolean; hasNewer: boolean }): ThreadWindow {
  const messages = inOrder(list);
  const [first, last] = [messages[0], messages.at(-1)];
  if (first === undefined || last === undefined) return EMPTY_WINDOW;
  return { messages, from: edges.hasOlder ? first.seq : 1, to: last.seq, ...edges };
}

/** Adds the page before `before`, the start of the window at the time of the request. */
export function addOlder(
  window: ThreadWindow,
  list: readonly Message[],
  before: number,
  isLast: boolean,
): ThreadWindow {
  // The window has moved since the request; the page does not fit any more.
  if (before < window.from) return window;
  const page = inOrder(list).filter(({ seq }) => seq < window.from);
  const from = isLast ? 1 : (page[0]?.seq ?? window.from);
  return { ...window, messages: [...page, ...window.messages], from, hasOlder: !isLast };
}

/** Adds the page after `after`, the end of the window at the time of the request. */
export function addNewer(window: ThreadWindow, list: readonly Message[], after: number, isLast: boolean): ThreadWindow {
  if (after > window.to) return window;
  const page = inOrder(list);
  const last = page.at(-1)?.seq ?? after;
  const fresh = page.filter(({ seq }) => seq > window.to);
  return {
    ...window,
    messages: [...window.messages, ...fresh],
    to: Math.max(window.to, last),
    hasNewer: !isLast && last >= window.to,
  };
}

/** Replaces everything in the window; messages missing from the list were deleted. */
export function replaceMessages(window: ThreadWindow, list: readonly Message[], isLast: boolean): ThreadWindow {
  const messages = inOrder(list);
  return { ...window, messages, to: messages.at(-1)?.seq ?? window.to, hasNewer: !isLast };
}

/** `isGap`: messages between the window and this one are missing and have to be read. */
export type InsertResult = { window: ThreadWindow; isGap: boolean };

export function upsertMessage(window: ThreadWindow, message: Message): InsertResult {
  const at = window.messages.findIndex(({ id }) => id === message.id);
  if (at !== -1) {
    const messages = message.deleted === 1 ? window.messages.toSpliced(at, 1) : window.messages.with(at, message);
    return { window: { ...window, messages }, isGap: false };
  }
  // Inside the window this message was deleted; outside it arrives with its page.
  if (message.seq <= window.to || window.hasNewer) return { window, isGap: false };
  if (message.seq > window.to + 1) return { window, isGap: true };
  const messages = message.deleted === 1 ? window.messages : [...window.messages, message];
  return { window: { ...window, messages, to: message.seq }, isGap: false };
}

export function removeMessages(
  window: ThreadWindow,
  ids: readonly number[],
  upToSeq: number | null = null,
): ThreadWindow {
  const gone = new Set(ids);
  const messages = window.messages.filter(({ id, seq }) => !gone.has(id) && seq > (upToSeq ?? 0));
  const hasOlder = window.hasOlder && (upToSeq === null || upToSeq < window.from);
  return messages.length === window.messages.length && hasOlder === window.hasOlder
    ? window
    : { ...window, messages, hasOlder };
}

export function trimWindow(window: ThreadWindow, keptEnd: 'older' | 'newer'): ThreadWindow {
  const { messages } = window;
  if (messages.length <= WINDOW_MAX) return window;
  if (keptEnd === 'newer') {
    const keptMessages = messages.slice(-WINDOW_MAX);
    return { ...window, messages: keptMessages, from: keptMessages[0]?.seq ?? window.from, hasOlder: true };
  }
  const keptMessages = messages.slice(0, WINDOW_MAX);
  return { ...window, messages: keptMessages, to: keptMessages.at(-1)?.seq ?? window.to, hasNewer: true };
}
