const KEY = 'invitation';
const KEPT_MS = 30 * 24 * 3600 * 1000;

interface Kept {
  friend: number;
  at: number;
}

/** Remember who invited: people look around for days before they register. */
export function keepInvitation(storage: Storage, friend: number, now = Date.now()): void {
  const kept: Kept = { friend, at: now };
  storage.setItem(KEY, JSON.stringify(kept));
}

/** Whose invitation led here within the last 30 days. */
export function keptInvitation(storage: Storage, now = Date.now()): number | null {
  try {
    const kept: Partial<Kept> | null = JSON.parse(storage.getItem(KEY) ?? 'null');
    if (!kept || typeof kept.friend !== 'number' || typeof kept.at !== 'number') return null;
    return now - kept.at < KEPT_MS ? kept.friend : null;
  } catch {
    return null;
  }
}

export function forgetInvitation(storage: Storage): void {
  storage.removeItem(KEY);
}
