/** What this visitor said of ads since the page was loaded; every heart of the same ad shows it. */
const favoriteStates = new Map<string, boolean>();
const listeners = new Set<() => void>();

/** Which ad, and of which person: whoever signs in after somebody else starts with a clean sheet. */
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
