import type { CallSnapshot } from './call-state.ts';

const KEY = 'okolo-call';

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
    // Storage may be unavailable; the call is then lost on reload.
  }
}
