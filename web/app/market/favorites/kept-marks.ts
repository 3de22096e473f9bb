/** What this visitor said of ads since the page was loaded; every heart of the same ad shows it. */
const marks = new Map<string, boolean>();
const listeners = new Set<() => void>();

/** Which ad, and of which person: whoever signs in after somebody else starts with a clean sheet. */
export const markKey = (viewerId: number, adId: number): string => `${viewerId} ${adId}`;

export function subscribeMarks(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function findMark(key: string): boolean | undefined {
  return marks.get(key);
}

export function setMark(key: string, isOn: boolean | undefined): void {
  if (isOn === undefined) marks.delete(key);
  else marks.set(key, isOn);
  for (const listener of listeners) listener();
}
