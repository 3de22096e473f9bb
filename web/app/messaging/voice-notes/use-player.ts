import { useSyncExternalStore } from 'react';
import { currentSpeed, type PlayerState, playerState, stoppedState, subscribePlayer } from './player.ts';

/** Returns the state of this note; other notes do not render again while it plays. */
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
