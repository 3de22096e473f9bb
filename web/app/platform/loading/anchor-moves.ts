import { startTransition } from 'react';
import { onPartsAlive } from './pre-hydration.ts';

/**
 * A move to an anchor of the rendered page, such as by the link to the content, reaches the router when the parts of the
 * page are hydrated, outside of its `popstate` and as a transition. React renders at once what changes in that event, and
 * React Router 8.4 what its `HydratedRouter` does about a move: parts that are not hydrated yet would be replaced by their
 * fallbacks and lose the reader's focus.
 *
 * Call it before the router starts to listen.
 */
export function delayAnchorMoves(): void {
  const rendered = location.pathname + location.search;
  const isHere = (): boolean => location.pathname + location.search === rendered;
  let isDelayed = false;

  function announce(): void {
    isDelayed = false;
    // A link may have led to another page meanwhile, which the router knows.
    if (!isHere()) return;
    const { state } = history;
    startTransition(() => void window.dispatchEvent(new PopStateEvent('popstate', { state })));
  }

  window.addEventListener(
    'popstate',
    (event) => {
      if (!event.isTrusted || !isHere()) return;
      event.stopImmediatePropagation();
      if (isDelayed) return;
      isDelayed = true;
      onPartsAlive(() => void setTimeout(announce));
    },
    { capture: true },
  );
}
