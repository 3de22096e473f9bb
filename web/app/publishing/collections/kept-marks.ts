import type { KeptKind } from '@app/contract/publishing/collections';

/** What this visitor kept or dropped since the page was loaded; every bookmark of the same thing shows it. */
const marks = new Map<string, boolean>();
const listeners = new Set<() => void>();

/** Which thing, and of which person: whoever signs in after somebody else starts with a clean sheet. */
export const keptKey = (viewerId: number, kind: KeptKind, id: number): string => `${viewerId} ${kind} ${id}`;

export function subscribeKept(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function findKept(key: string): boolean | undefined {
  return marks.get(key);
}

export function setKept(key: string, isKept: boolean): void {
  marks.set(key, isKept);
  for (const listener of listeners) listener();
}
