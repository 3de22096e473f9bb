import { useSyncExternalStore } from 'react';

/** The `beforeinstallprompt` event of Chromium. */
interface InstallPrompt extends Event {
  prompt(): Promise<void>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let deferredPrompt: InstallPrompt | undefined;
const listeners = new Set<() => void>();

function setDeferredPrompt(prompt: InstallPrompt | undefined): void {
  deferredPrompt = prompt;
  for (const listener of listeners) listener();
}

// The event fires once and early, so it is stored until the user wants to install; installation is never suggested
// unasked.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setDeferredPrompt(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => setDeferredPrompt(undefined));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useInstall(): (() => Promise<void>) | undefined {
  const prompt = useSyncExternalStore(
    subscribe,
    () => deferredPrompt,
    () => undefined,
  );
  if (prompt === undefined) return undefined;
  return async () => {
    await prompt.prompt();
    await prompt.userChoice;
    // The prompt can be used only once.
    setDeferredPrompt(undefined);
  };
}

export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);

/**
 * iPhones and iPads install from the Share menu and deliver push messages only to installed apps. iPads identify as
 * Macs.
 */
export const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);
