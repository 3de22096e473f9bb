import type { EnterCallEvent } from '@app/contract/messaging/calls';
import { ReconnectingSockets } from '../../platform/live/reconnecting-sockets.ts';

/**
 * The socket of a call's room, owned by the page that runs the call. It reconnects by itself and enters the room anew
 * each time.
 */
export interface CallConnection {
  send(message: { type: string } & Record<string, unknown>): void;
  isReachable(): boolean;
  close(): void;
}

/**
 * Opens a socket of this page, not the one that tabs share: the participant has to leave when this page closes. `first`
 * is sent after every (re)connect.
 */
export function openCallConnection(
  room: string,
  viewerId: number,
  entryMessage: { type: 'init' | 'visitor' },
  onEvent: (event: EnterCallEvent) => void,
): CallConnection & { setEntryMessage(message: { type: 'init' | 'visitor' }): void } {
  const path = `/ws/entercall/${room}/${viewerId}/`;
  const sockets = new ReconnectingSockets({
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
