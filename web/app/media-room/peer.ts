import type { IceServer } from '@app/contract/calls';
import type { Room, RoomEvents } from './room-types.ts';

/** How the two sides reach one another; what is said may get lost. */
export interface PeerSignal {
  send(data: object): void;
  /** Answers how to stop hearing. */
  listen(onData: (data: unknown) => void): () => void;
}

export interface PeerOptions extends RoomEvents {
  /** Who is at the other end. */
  user: number;
}

/** Talk to one person directly. Of the two exactly one is polite. */
export function openPeer(
  _signal: PeerSignal,
  _ice: readonly IceServer[],
  _isPolite: boolean,
  _options: PeerOptions,
): Room {
  throw new Error('not yet');
}
