import type { ChatEvent } from '@app/contract/messaging/chat';
import type { Notification } from '@app/contract/notifications/notifications';

/** A message of a dialog, as the page hears of it. */
export type NewMessage = Extract<ChatEvent, { type: 'chat_message' }>;
type Listener = (notification: Notification | undefined) => void;

const listeners = new Set<Listener>();
const messageListeners = new Set<(message: NewMessage) => void>();
let hasReader = 0;

/** A notification came in just now, or the list may have changed in another way. */
export function emitNotification(notification?: Notification): void {
  for (const listener of listeners) listener(notification);
}

export function onNotification(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A message came in: it is pointed out and stands in no list. */
export function emitMessage(message: NewMessage): void {
  for (const listener of messageListeners) listener(message);
}

export function onMessage(listener: (message: NewMessage) => void): () => void {
  messageListeners.add(listener);
  return () => messageListeners.delete(listener);
}

/** While a list of notifications is on screen, nothing needs to be pointed out beside it. Answers how to end that. */
export function startReading(): () => void {
  hasReader += 1;
  return () => {
    hasReader -= 1;
  };
}

export const isReading = (): boolean => hasReader > 0;
