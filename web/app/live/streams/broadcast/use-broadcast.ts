import { useSyncExternalStore } from 'react';
import { NO_LOCAL_MEDIA } from '../../media-rooms/local-media.ts';
import type { Broadcast, BroadcastView } from './broadcast.ts';

const NO_BROADCAST: BroadcastView = { own: NO_LOCAL_MEDIA, room: null, endReason: null };
const never = (): (() => void) => () => undefined;
const nothing = (): BroadcastView => NO_BROADCAST;

export function useBroadcastView(broadcast: Broadcast | null): BroadcastView {
  return useSyncExternalStore(broadcast?.subscribe ?? never, broadcast?.view ?? nothing, nothing);
}
