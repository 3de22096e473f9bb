import type { EnterCallEvent } from '@app/contract/messaging/calls';
import { createReconnectingSockets } from '../../platform/reconnecting-sockets.ts';

/** A call's room, as the page that holds the call hears it. It comes back by itself and enters anew each time. */
export interface CallConnection {
  send(message: { type: string } & Record<string, unknown>): void;
  /** Whether the server is heard. */
  isReachable(): boolean;
  close(): void;
}

/**
 * Not the line that the tabs of a browser share: whoever holds a call is gone when this page is.
 * `first` is what it says whenever it opens.
 */
export function openCallConnection(
  room: string,
  viewerId: number,
  entryMessage: { type: 'init' | 'visitor' },
  onEvent: (event: EnterCallEvent) => void,
): CallConnection & { setEntryMessage(message: { type: 'init' | 'visitor' }): void } {
  const path = `/ws/entercall/${room}/${viewerId}/`;
  const sockets = createReconnectingSockets({
    onEvent: (_, event) => onEvent(event as EnterCallEvent),
    onOpen: () => undefined,
    onMissed: () => undefined,
  });
  const resume = (): void => sockets.resume();
  window.addEventListener('online', resume);
  sockets.connect(path, undefined, false);
  sockets.setOpeningMessage(path, entryMessage);
  return {
    send: (message) => sockets.send(path, message),
    setEntryMessage: (message) => sockets.setOpeningMessage(path, message),
    isReachable: () => sockets.isReachable(path),
    close() {
      window.removeEventListener('online', resume);
      sockets.close();
    },
  };
}
