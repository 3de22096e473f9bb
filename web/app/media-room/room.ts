import type { IceServer, Room, RoomEvents, Seat } from './room-types.ts';

export interface RoomOptions extends RoomEvents {
  /** A fresh token for the same seat; null when there is none any more. */
  renewSeat(): Promise<Seat | null>;
}

/** Enter a room on a media server. It comes back by itself after whatever breaks it. */
export function openRoom(_seat: Seat, _ice: readonly IceServer[], _options: RoomOptions): Room {
  throw new Error('not yet');
}
