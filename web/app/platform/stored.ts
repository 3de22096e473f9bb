/** Reads from this browser's storage; null when there is nothing, or no storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null removes the entry. Without storage the value lasts as long as the page. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage may be full or forbidden.
  }
}

/** Reads the object that was stored as JSON; its values still have to be checked. */
export function readStoredObject<Key extends string>(key: string): Partial<Record<Key, unknown>> {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    return {};
  }
}
