import type { IceServer, MediaJoinToken } from '@app/contract/live/media-room';
import { noStats } from './room-stats.ts';
import type { Room, RoomOptions } from './room-types.ts';
import { openSfuRoom } from './sfu-room.ts';

export function openRoom(joinToken: MediaJoinToken, ice: readonly IceServer[], options: RoomOptions): Room {
  return joinToken.engine === 'sfu'
    ? openSfuRoom(joinToken, ice, options)
    : openLazily(import('./livekit-room.ts'), joinToken, options);
}

/** LiveKit's client is large and loaded on demand; calls are queued until it is loaded. */
function openLazily(
  loading: Promise<typeof import('./livekit-room.ts')>,
  joinToken: MediaJoinToken,
  options: RoomOptions,
): Room {
  let hasLeft = false;
  options.onState?.('connecting');
  const room = loading.then(({ openLivekitRoom }) => (hasLeft ? undefined : openLivekitRoom(joinToken, options)));
  room.catch(() => {
    if (hasLeft) return;
    options.onState?.('closed');
    options.onEnd?.('unsupported');
  });
  const whenOpen = (action: (opened: Room) => void): void => {
    room.then((opened) => opened && action(opened)).catch(() => {});
  };
  return {
    publish: async (tracks) => (await room)?.publish(tracks),
    mute: (kind, muted) => whenOpen((opened) => opened.mute(kind, muted)),
    setLayer: (user, layer) => whenOpen((opened) => opened.setLayer(user, layer)),
    hand: (raised) => whenOpen((opened) => opened.hand(raised)),
    stats: async () => (await (await room)?.stats()) ?? noStats(),
    leave() {
      hasLeft = true;
      whenOpen((opened) => opened.leave());
    },
  };
}
