/** What was typed and is not known to be saved. It outlives the page, so that nothing is lost with a tab. */
export interface AboutDraft {
  text: string;
  /** What stood there when the typing began. */
  base: string;
}

const keyOf = (userId: number): string => `about-${userId}`;

export function saveAboutDraft(storage: Storage, userId: number, draft: AboutDraft): void {
  try {
    storage.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // A full storage keeps nothing; the field itself still does.
  }
}

export function discardAbout(storage: Storage, userId: number): void {
  storage.removeItem(keyOf(userId));
}

/** What is left of an earlier page, unless it was saved after all. */
export function loadAboutDraft(storage: Storage, userId: number, saved: string): AboutDraft | null {
  try {
    const stored: Partial<AboutDraft> | null = JSON.parse(storage.getItem(keyOf(userId)) ?? 'null');
    if (typeof stored?.text !== 'string' || typeof stored.base !== 'string') return null;
    return isSameText(stored.text, saved) ? null : { text: stored.text, base: stored.base };
  } catch {
    return null;
  }
}

/** The server trims a text and knows one kind of line end. */
export const isSameText = (one: string, other: string): boolean => normalizeText(one) === normalizeText(other);

const normalizeText = (text: string): string => text.replace(/\r\n?/g, '\n').trim();
