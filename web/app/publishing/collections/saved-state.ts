import type { SavedItemKind } from '@app/contract/publishing/collections';

/** Items saved or removed since the page was loaded, so that every save button of one item shows the same state. */
const savedStates = new Map<string, boolean>();
const listeners = new Set<() => void>();

/**
 * The key includes the viewer's id, so that another user who signs in on this page does not see the state of the
 * previous user.
 */
export const savedStateKey = (viewerId: number, kind: SavedItemKind, id: number): string => `${viewerId} ${kind} ${id}`;

export function subscribeToSavedState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function findSavedState(key: string): boolean | undefined {
  return savedStates.get(key);
}

export function setSavedState(key: string, isSaved: boolean): void {
  savedStates.set(key, isSaved);
  for (const listener of listeners) listener();
}
