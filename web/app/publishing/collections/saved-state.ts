import type { SavedItemKind } from '@app/contract/publishing/collections';

/** What this visitor kept or dropped since the page was loaded; every bookmark of the same thing shows it. */
const savedStates = new Map<string, boolean>();
const listeners = new Set<() => void>();

/** Which thing, and of which person: whoever signs in after somebody else starts with a clean sheet. */
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
