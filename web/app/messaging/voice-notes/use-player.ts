import { useSyncExternalStore } from 'react';
import { currentSpeed, type PlayerState, playerState, stoppedState, subscribePlayer } from './player.ts';

/** How this note is playing; notes that are not playing hear nothing of the one that is. */
export function useTrack(id: number): PlayerState {
  const read = (): PlayerState => {
    const state = playerState();
    return state.track?.id === id ? state : stoppedState();
  };
  return useSyncExternalStore(subscribePlayer, read, stoppedState);
}

export function usePlayer(): PlayerState {
  return useSyncExternalStore(subscribePlayer, playerState, stoppedState);
}

export function useSpeed(): number {
  return useSyncExternalStore(subscribePlayer, currentSpeed, () => 1);
}
