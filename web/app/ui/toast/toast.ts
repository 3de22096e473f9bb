export type ToastTone = 'success' | 'error' | 'info';

export interface ToastOptions {
  /** A second, smaller line. */
  detail?: string;
  action?: { label: string; onPress: () => void };
}

export interface Toast extends ToastOptions {
  id: number;
  tone: ToastTone;
  message: string;
}

let waiting: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

function show(tone: ToastTone, message: string, options: ToastOptions = {}): void {
  publish([...waiting, { ...options, id: nextId++, tone, message }]);
}

export const toast = {
  success: (message: string, options?: ToastOptions) => show('success', message, options),
  error: (message: string, options?: ToastOptions) => show('error', message, options),
  info: (message: string, options?: ToastOptions) => show('info', message, options),
};

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
