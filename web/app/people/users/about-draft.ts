export interface AboutDraft {
  text: string;
  /** The saved text at the time editing began. */
  base: string;
}

const keyOf = (userId: number): string => `about-${userId}`;

export function saveAboutDraft(storage: Storage, userId: number, draft: AboutDraft): void {
  try {
    storage.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // Without storage the draft exists only in the field.
  }
}

export function discardAbout(storage: Storage, userId: number): void {
  storage.removeItem(keyOf(userId));
}

export function loadAboutDraft(storage: Storage, userId: number, saved: string): AboutDraft | null {
  try {
    const stored: Partial<AboutDraft> | null = JSON.parse(storage.getItem(keyOf(userId)) ?? 'null');
    if (typeof stored?.text !== 'string' || typeof stored.base !== 'string') return null;
    return isSameText(stored.text, saved) ? null : { text: stored.text, base: stored.base };
  } catch {
    return null;
  }
}

/** The server trims texts and normalizes line breaks, so both are compared normalized. */
export const isSameText = (one: string, other: string): boolean => normalizeText(one) === normalizeText(other);

const normalizeText = (text: string): string => text.replace(/\r\n?/g, '\n').trim();
