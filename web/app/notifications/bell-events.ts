import type { Notification } from '@app/contract/notifications';

type Listener = (notification: Notification | undefined) => void;

const listeners = new Set<Listener>();
let hasReader = 0;

/** A notification came in just now, or some may have come while nobody could hear. */
export function announce(notification?: Notification): void {
  for (const listener of listeners) listener(notification);
}

export function onNews(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** While a list of notifications is on screen, nothing needs to be pointed out beside it. Answers how to end that. */
export function startReading(): () => void {
  hasReader += 1;
  return () => {
    hasReader -= 1;
  };
}

export const isReading = (): boolean => hasReader > 0;
