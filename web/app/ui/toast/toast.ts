export type ToastTone = 'success' | 'error' | 'info';

export interface ToastOptions {
  action?: { label: string; onPress: () => void };
}

export interface Toast extends ToastOptions {
  id: number;
  tone: ToastTone;
  message: string;
  /** Path of the page that showed it. */
  page: string;
}

/** Toasts for the page that the browser loads next. */
const NEXT_PAGE_KEY = 'next-page-toasts';

let waiting: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** A success makes earlier errors of the same page untrue; those with an action still wait for the user. */
export function isOutdatedBy(success: Pick<Toast, 'tone' | 'page'>, known: Omit<Toast, 'message'>): boolean {
  return success.tone === 'success' && known.tone === 'error' && known.page === success.page && !known.action;
}

function show(tone: ToastTone, message: string, options: ToastOptions = {}): void {
  const next = { ...options, id: nextId++, tone, message, page: window.location.pathname };
  publish([...waiting.filter((known) => !isOutdatedBy(next, known)), next]);
}

export const toast = {
  success: (message: string, options?: ToastOptions) => show('success', message, options),
  error: (message: string, options?: ToastOptions) => show('error', message, options),
  info: (message: string, options?: ToastOptions) => show('info', message, options),
};

/** Stores a toast for the page that is loaded next, which {@link showStoredToasts} of the new page shows. */
export function storeToast(tone: ToastTone, message: string): void {
  try {
    sessionStorage.setItem(NEXT_PAGE_KEY, JSON.stringify([...readStoredToasts(), { tone, message }]));
  } catch {
    // Without storage the new page says it by what it shows.
  }
}

export function showStoredToasts(): void {
  const stored = readStoredToasts();
  if (stored.length === 0) return;
  sessionStorage.removeItem(NEXT_PAGE_KEY);
  for (const { tone, message } of stored) show(tone, message);
}

function readStoredToasts(): Pick<Toast, 'tone' | 'message'>[] {
  try {
    return JSON.parse(sessionStorage.getItem(NEXT_PAGE_KEY) ?? '[]');
  } catch {
    return [];
  }
}

export function waitingToasts(): readonly Toast[] {
  return waiting;
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the queued toasts and empties the queue. */
export function drainToasts(): readonly Toast[] {
  const drained = waiting;
  if (drained.length > 0) publish([]);
  return drained;
}
