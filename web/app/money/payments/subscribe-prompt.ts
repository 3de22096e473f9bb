let isOpen = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

export function openSubscribePrompt(): void {
  set(true);
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
