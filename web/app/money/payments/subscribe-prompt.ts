let isOpen = false;
let returnTo: string | null = null;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

/** `place` is the page to return to after the payment. */
export function openSubscribePrompt(place: string | null = null): void {
  returnTo = place;
  set(true);
}

export function subscribePromptReturn(): string | null {
  return returnTo;
}

export function closeSubscribePrompt(): void {
  set(false);
}

export function isSubscribePromptOpen(): boolean {
  return isOpen;
}

export function subscribeToPrompt(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
