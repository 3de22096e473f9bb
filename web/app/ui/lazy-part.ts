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

/** Milliseconds until what could not be loaded, although there is a network, is asked for again; then it fails. */
const RETRY_MS = [1000, 3000, 9000];
/** Of a part that is on the page as the server rendered it: reading goes on meanwhile. */
const RENDERED_RETRY_MS = [...RETRY_MS, 27_000, 60_000];

async function loadPatiently<Part>(load: () => Promise<Part>, [pause, ...pauses]: readonly number[]): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (typeof window === 'undefined') throw error;
    if (!navigator.onLine) {
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
      return loadPatiently(load, pause === undefined ? pauses : [pause, ...pauses]);
    }
    if (pause === undefined) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return loadPatiently(load, pauses);
  }
}

/**
 * A lazily loaded component. Offline, loading waits for the network, while the rest of the page works; a file that fails
 * is asked for again a few times.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  retryMs: readonly number[] = RETRY_MS,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: hydrated(await loadPatiently(load, retryMs)) }));
}

/** A part that the server has rendered and that need not be alive at once: it is loaded when the page is quiet. */
export function quietPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazyPart(async () => {
    await whenQuiet();
    return load();
  }, RENDERED_RETRY_MS);
}
