import { useSyncExternalStore } from 'react';

/** What Chromium tells when the site could be installed. */
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

// The browser asks once and early: it is remembered until somebody wants it, and nobody is nagged.
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

/** Shows the browser's own question; undefined while it has none. */
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
    // It can be asked once only.
    setDeferredPrompt(undefined);
  };
}

/** Whether this page runs as an installed app. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);

/** iPhones and iPads install from the Share menu, and push only to what is installed. An iPad says that it is a Mac. */
export const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);
