import type { Playlist, Track } from '@app/contract/publishing/music';
import { useEffect, useEffectEvent } from 'react';
import { createStore, useMachineState } from '../../../platform/state-machine.ts';

export type TrackDialogRequest =
  | { kind: 'pick' | 'edit' | 'share' | 'report' | 'lyrics' | 'delete'; track: Track }
  | { kind: 'editPlaylist' | 'sharePlaylist' | 'deletePlaylist' | 'coAuthors' | 'leavePlaylist'; playlist: Playlist };

type MusicChange =
  | { kind: 'trackGone'; id: number }
  | { kind: 'trackChanged'; track: Track }
  | { kind: 'trackAdded'; track: Track }
  | { kind: 'playlistMade' | 'playlistChanged'; playlist: Playlist }
  | { kind: 'playlistGone'; id: number };

const currentRequest = createStore<TrackDialogRequest | null>(null);
const changeListeners = new Set<(news: MusicChange) => void>();

export const openTrackDialog = (next: TrackDialogRequest): void => currentRequest.set(next);
export const closeTrackDialog = (): void => currentRequest.set(null);
export const useTrackDialogRequest = (): TrackDialogRequest | null => useMachineState(currentRequest);

export function emitMusicChange(change: MusicChange): void {
  for (const listener of changeListeners) listener(change);
}

export function useMusicChanges(onChange: (change: MusicChange) => void): void {
  const handle = useEffectEvent(onChange);
  useEffect(() => {
    const listener = (change: MusicChange): void => handle(change);
    changeListeners.add(listener);
    return () => void changeListeners.delete(listener);
  }, []);
}
