interface FollowMessage {
  type: 'follow';
  link: string;
  id?: number;
}

/** Set up the service worker when the page has nothing more urgent to do. Only the built site has one. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => {
    // A browser that forbids it, as in some private windows, does without.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  };
  const whenIdle = (): void => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(register);
    else setTimeout(register, 1000);
  };
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
}

/** A shown push was pressed and this page is asked to go where it leads. */
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
