import type { MediaSeat } from '@app/contract/live/media-room';
import type { IceServer } from '@app/contract/messaging/calls';
import { noStats } from './room-stats.ts';
import type { Room, RoomOptions } from './room-types.ts';
import { openSfuRoom } from './sfu-room.ts';

/** Enter a room on a media server. It comes back by itself after whatever breaks it. */
export function openRoom(seat: MediaSeat, ice: readonly IceServer[], options: RoomOptions): Room {
  return seat.engine === 'sfu'
    ? openSfuRoom(seat, ice, options)
    : openLater(import('./livekit-room.ts'), seat, options);
}

/** LiveKit's client is large: until it is here, what is asked of the room waits. */
function openLater(loading: Promise<typeof import('./livekit-room.ts')>, seat: MediaSeat, options: RoomOptions): Room {
  let hasLeft = false;
  options.onState?.('connecting');
  const room = loading.then(({ openLivekitRoom }) => (hasLeft ? undefined : openLivekitRoom(seat, options)));
  room.catch(() => {
    if (hasLeft) return;
    options.onState?.('closed');
    options.onEnd?.('unsupported');
  });
  const later = (ask: (opened: Room) => void): void => {
    room.then((opened) => opened && ask(opened)).catch(() => {});
  };
  return {
    publish: async (tracks) => (await room)?.publish(tracks),
    mute: (kind, muted) => later((opened) => opened.mute(kind, muted)),
    setLayer: (user, layer) => later((opened) => opened.setLayer(user, layer)),
    hand: (raised) => later((opened) => opened.hand(raised)),
    stats: async () => (await (await room)?.stats()) ?? noStats(),
    leave() {
      hasLeft = true;
      later((opened) => opened.leave());
    },
  };
}
