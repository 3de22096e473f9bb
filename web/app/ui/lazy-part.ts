import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { whenQuiet } from '../platform/loading/page-quiet.ts';

/** A lazily loaded component. Offline, loading waits for the network, while the rest of the page works. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  const wait = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch (error) {
      if (typeof window === 'undefined' || navigator.onLine) throw error;
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
      return wait();
    }
  };
  return lazy(wait);
}

/** A part that the server has rendered and that need not be alive at once: it is loaded when the page is quiet. */
export function quietPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazyPart(async () => {
    await whenQuiet();
    return load();
  });
}
