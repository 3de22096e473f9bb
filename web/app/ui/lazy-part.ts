import { type ComponentType, createElement, type LazyExoticComponent, lazy, useLayoutEffect } from 'react';
import { whenQuiet } from '../platform/loading/page-quiet.ts';
import { endLazyPart } from '../platform/loading/pre-hydration.ts';

/** A part of the page, whose buttons may have been pressed before it was there. */
function hydrated<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  return function HydratedPart(props: Props) {
    useLayoutEffect(endLazyPart, []);
    return createElement(Part, props);
  };
}

/** A lazily loaded component. Offline, loading waits for the network, while the rest of the page works. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  const wait = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: hydrated(await load()) };
    } catch (error) {
      if (typeof window === 'undefined' || navigator.onLine) throw error;
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
      return wait();
    }
  };
  return lazy(wait);
}

/** A part that the server has rendered and that need not be alive at once: it is loaded when the page is quiet. */
export function quietPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazyPart(async () => {
    await whenQuiet();
    return load();
  });
}
