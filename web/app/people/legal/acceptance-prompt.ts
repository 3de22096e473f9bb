let isOpen = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Asks the viewer to accept the documents that wait for it. */
export const openAcceptancePrompt = (): void => set(true);
export const closeAcceptancePrompt = (): void => set(false);
export const isAcceptancePromptOpen = (): boolean => isOpen;

export function subscribeToAcceptancePrompt(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const POSTPONED = 'postponed-documents';

const nameOf = (awaited: readonly { document: string; version: string }[]): string =>
  awaited.map(({ document, version }) => `${document} ${version}`).join();

/** Whether the viewer has put off these versions during this visit. */
export function isPostponed(awaited: Parameters<typeof nameOf>[0]): boolean {
  try {
    return sessionStorage.getItem(POSTPONED) === nameOf(awaited);
  } catch {
    return false;
  }
}

export function postpone(awaited: Parameters<typeof nameOf>[0]): void {
  try {
    sessionStorage.setItem(POSTPONED, nameOf(awaited));
  } catch {
    // Storage may be forbidden: the next page asks again.
  }
}
