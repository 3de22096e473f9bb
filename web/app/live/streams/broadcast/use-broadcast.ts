import { useSyncExternalStore } from 'react';
import { NOTHING_OWN } from '../../../messaging/calls/media/own-media.ts';
import type { Broadcast, BroadcastView } from './broadcast.ts';

const NOTHING: BroadcastView = { own: NOTHING_OWN, room: null, over: null };
const never = (): (() => void) => () => undefined;
const nothing = (): BroadcastView => NOTHING;

/** What a broadcast looks like right now. */
export function useBroadcastView(broadcast: Broadcast | null): BroadcastView {
  return useSyncExternalStore(broadcast?.subscribe ?? never, broadcast?.view ?? nothing, nothing);
}
