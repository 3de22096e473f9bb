import type { CallSnapshot } from './call-store.ts';

const KEY = 'okolo-call';

/** What outlives a reload of this tab, and this tab only. */
export function loadCallSnapshot(): CallSnapshot | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('room' in stored) || typeof stored.room !== 'string')
      return null;
    const { microphone, camera } = stored as Partial<CallSnapshot>;
    return { room: stored.room, microphone: microphone === true, camera: camera === true };
  } catch {
    return null;
  }
}

export function saveCallSnapshot(snapshot: CallSnapshot | null): void {
  try {
    if (snapshot === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(snapshot));
  } catch {
    // A browser that keeps nothing forgets the call with the page.
  }
}
