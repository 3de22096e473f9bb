import { useSyncExternalStore } from 'react';
import type { Outgoing } from './chat-types.ts';
import { localOutgoing } from './local-session.ts';

/** Returns the newest message to this user that has not been sent yet. */
export const useWaitingMessage = (userId: number): Outgoing | null =>
  useSyncExternalStore(
    localOutgoing.subscribe,
    () => localOutgoing.of(userId).at(-1) ?? null,
    () => null,
  );
