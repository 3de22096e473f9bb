import type { Playlist, Track } from '@app/contract/publishing/music';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

export type TrackDialogRequest =
  | { kind: 'pick' | 'edit' | 'share' | 'report' | 'lyrics' | 'delete'; track: Track }
  | { kind: 'editPlaylist' | 'sharePlaylist' | 'deletePlaylist'; playlist: Playlist };

type MusicChange =
  | { kind: 'trackGone'; id: number }
  | { kind: 'trackChanged'; track: Track }
  | { kind: 'trackAdded'; track: Track }
  | { kind: 'playlistMade' | 'playlistChanged'; playlist: Playlist }
  | { kind: 'playlistGone'; id: number };

let currentRequest: TrackDialogRequest | null = null;
const requestListeners = new Set<() => void>();
const changeListeners = new Set<(news: MusicChange) => void>();

function set(next: TrackDialogRequest | null): void {
  currentRequest = next;
  for (const listener of requestListeners) listener();
}

export const openTrackDialog = (next: TrackDialogRequest): void => set(next);
export const closeTrackDialog = (): void => set(null);
const getCurrentRequest = (): TrackDialogRequest | null => currentRequest;

function subscribeRequest(listener: () => void): () => void {
  requestListeners.add(listener);
  return () => requestListeners.delete(listener);
}

export const useTrackDialogRequest = (): TrackDialogRequest | null =>
  useSyncExternalStore(subscribeRequest, getCurrentRequest, () => null);

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
