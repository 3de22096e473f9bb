import type { KeyboardEvent } from 'react';

type MediaKey = 'toggle' | 'mute' | 'full' | 'back' | 'forward' | 'louder' | 'quieter';

/** Letters are physical keys, because the keyboard layout may be Russian. */
const LETTERS: Readonly<Record<string, MediaKey>> = { KeyK: 'toggle', KeyM: 'mute', KeyF: 'full' };
const ARROWS: Readonly<Record<string, MediaKey>> = {
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  ArrowUp: 'louder',
  ArrowDown: 'quieter',
};

/** What a key means to a player. Elements that match `ownArrows` use the arrow keys themselves. */
export function mediaKeyOf(event: KeyboardEvent<HTMLElement>, ownArrows: string): MediaKey | undefined {
  const { target, key, code } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const isWithin = (selector: string): boolean => target instanceof Element && target.closest(selector) !== null;
  if (key === ' ') return isWithin('button, a, input, [popover]') ? undefined : 'toggle';
  return LETTERS[code] ?? (isWithin(ownArrows) ? undefined : ARROWS[key]);
}
