interface FollowMessage {
  type: 'follow';
  link: string;
  id?: number;
}

async function startWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  try {
    await serviceWorker.register('/sw.js');
    const { active } = await serviceWorker.ready;
    if (serviceWorker.controller === null) active?.postMessage({ type: 'claim' });
  } catch {
    // Some private windows forbid service workers; the site works without.
  }
}

/** Registers the service worker when the page is idle. Only the production build has one. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => void startWorker();
  const whenIdle = (): void => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(register);
    else setTimeout(register, 1000);
  };
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
}

/** Called when the user opens a push notification and the service worker asks this page to navigate. */
export function onFollow(listener: (link: string, id: number | undefined) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {};
  const { serviceWorker } = navigator;
  const handleMessage = ({ data, ports }: MessageEvent<FollowMessage>): void => {
    if (data?.type !== 'follow') return;
    ports[0]?.postMessage('goes');
    listener(data.link, data.id);
  };
  serviceWorker.addEventListener('message', handleMessage as EventListener);
  serviceWorker.startMessages?.();
  return () => serviceWorker.removeEventListener('message', handleMessage as EventListener);
}
