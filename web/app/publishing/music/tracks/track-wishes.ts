import type { Playlist, Track } from '@app/contract/publishing/music';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** What somebody wants to do with a track or a playlist; the window for it stands in the root, over whatever page this is. */
export type Wish =
  | { kind: 'pick' | 'edit' | 'share' | 'report' | 'lyrics' | 'delete'; track: Track }
  | { kind: 'editPlaylist' | 'sharePlaylist' | 'deletePlaylist'; playlist: Playlist };

/** What came of it, for the lists that show them. */
type News =
  | { kind: 'trackGone'; id: number }
  | { kind: 'trackChanged'; track: Track }
  | { kind: 'trackAdded'; track: Track }
  | { kind: 'playlistMade' | 'playlistChanged'; playlist: Playlist }
  | { kind: 'playlistGone'; id: number };

let wished: Wish | null = null;
const wishListeners = new Set<() => void>();
const newsListeners = new Set<(news: News) => void>();

function set(next: Wish | null): void {
  wished = next;
  for (const listener of wishListeners) listener();
}

export const wish = (next: Wish): void => set(next);
export const forgetWish = (): void => set(null);
const wishNow = (): Wish | null => wished;

function subscribeWish(listener: () => void): () => void {
  wishListeners.add(listener);
  return () => wishListeners.delete(listener);
}

export const useWish = (): Wish | null => useSyncExternalStore(subscribeWish, wishNow, () => null);

export function tell(news: News): void {
  for (const listener of newsListeners) listener(news);
}

export function useMusicNews(onNews: (news: News) => void): void {
  const handle = useEffectEvent(onNews);
  useEffect(() => {
    const listener = (news: News): void => handle(news);
    newsListeners.add(listener);
    return () => void newsListeners.delete(listener);
  }, []);
}
