import type { Track } from '@app/contract/music';
import { useSyncExternalStore } from 'react';

export type Repeat = 'none' | 'all' | 'one';

export interface MusicState {
  /** What is on; null when nothing was chosen. */
  track: Track | null;
  /** In the order they play. */
  queue: readonly Track[];
  at: number;
  isPlaying: boolean;
  shuffle: boolean;
  repeat: Repeat;
}

export const SILENT: MusicState = {
  track: null,
  queue: [],
  at: 0,
  isPlaying: false,
  shuffle: false,
  repeat: 'all',
};

let state = SILENT;
const listeners = new Set<() => void>();

function publish(change: Partial<MusicState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

export const musicState = (): MusicState => state;

export function subscribeMusic(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is playing, for anything that shows it. */
export function usePlayer(): MusicState {
  return useSyncExternalStore(subscribeMusic, musicState, () => SILENT);
}

/** Play these, beginning with one of them; the rest follows it. The bar of the site appears with it. */
export function playTracks(tracks: readonly Track[], startAt = 0): void {
  const track = tracks[startAt];
  if (track) publish({ track, queue: tracks, at: startAt, isPlaying: true });
}
