import { useEffect, useEffectEvent } from 'react';

/** Where letters are typed, or a window has the keyboard. */
const TYPING = 'input, textarea, select, [contenteditable], dialog';

/** Single keys of a page, by what they write. They do nothing while somebody types. */
export function useQueueKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(TYPING) !== null) return;
    // By its place as well: J and K are where they are on a Russian keyboard, too.
    const run = keys[event.key.toLowerCase()] ?? keys[event.code.replace('Key', '').toLowerCase()];
    if (run === undefined) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
