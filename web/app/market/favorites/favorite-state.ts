/** Favorites changed since the page was loaded; every button of the same ad shows the change. */
const favoriteStates = new Map<string, boolean>();
const listeners = new Set<() => void>();

/** The key contains the viewer, so that another user who signs in starts without the changes. */
export const favoriteStateKey = (viewerId: number, adId: number): string => `${viewerId} ${adId}`;

export function subscribeToFavoriteState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function findFavoriteState(key: string): boolean | undefined {
  return favoriteStates.get(key);
}

export function setFavoriteState(key: string, isOn: boolean | undefined): void {
  if (isOn === undefined) favoriteStates.delete(key);
  else favoriteStates.set(key, isOn);
  for (const listener of listeners) listener();
}
