import { useEffectEvent, useLayoutEffect } from 'react';

/** Elements in which keys are typed, or dialogs that own the keyboard. */
const TYPING = 'input, textarea, select, [contenteditable], dialog';

export function useQueueKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(TYPING) !== null) return;
    // Falls back to the physical key, so that J and K work with a Russian layout.
    const run = keys[event.key.toLowerCase()] ?? keys[event.code.replace('Key', '').toLowerCase()];
    if (run === undefined) return;
    event.preventDefault();
    run();
  });
  // Keys work from the first moment that what they do is shown; an ordinary effect would come after the paint.
  useLayoutEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
