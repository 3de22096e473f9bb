import type { KeptCall } from './call-store.ts';

const KEY = 'okolo-call';

/** What outlives a reload of this tab, and this tab only. */
export function readKept(): KeptCall | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('room' in kept) || typeof kept.room !== 'string') return null;
    const { microphone, camera } = kept as Partial<KeptCall>;
    return { room: kept.room, microphone: microphone === true, camera: camera === true };
  } catch {
    return null;
  }
}

export function keepCall(note: KeptCall | null): void {
  try {
    if (note === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(note));
  } catch {
    // A browser that keeps nothing forgets the call with the page.
  }
}
