import type { ChatEvent } from '@app/contract/messaging/chat';
import type { Notification } from '@app/contract/notifications/notifications';

export type NewMessage = Extract<ChatEvent, { type: 'chat_message' }>;
type Listener = (notification: Notification | undefined) => void;

const listeners = new Set<Listener>();
const messageListeners = new Set<(message: NewMessage) => void>();
let hasReader = 0;

/** Emits a new notification, or, without an argument, a change of the list. */
export function emitNotification(notification?: Notification): void {
  for (const listener of listeners) listener(notification);
}

export function onNotification(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function emitMessage(message: NewMessage): void {
  for (const listener of messageListeners) listener(message);
}

export function onMessage(listener: (message: NewMessage) => void): () => void {
  messageListeners.add(listener);
  return () => messageListeners.delete(listener);
}

/** Suppresses banners while a list of notifications is visible. Returns a function that ends this. */
export function startReading(): () => void {
  hasReader += 1;
  return () => {
    hasReader -= 1;
  };
}

export const isReading = (): boolean => hasReader > 0;
