import styles from './place-menu.module.css';

const EDGE = 8;

/** Class of a list that `placeMenu` puts in its place: at its button, on phones a drawer from below. */
export const placedMenu: string = styles.menu ?? '';

interface Where {
  /** Between the button and the list, pixels. */
  gap?: number;
  /** The point of a press, in place of the button. */
  at?: { x: number; y: number } | undefined;
}

/**
 * Put a list under the right end of its button or at the point of a press, or over it when there is no room below; always inside the
 * window. Its class is `placedMenu`. On phones it is a drawer and needs no place.
 */
export function placeMenu(list: HTMLElement, anchor: HTMLElement, { gap = 6, at }: Where = {}): void {
  const box = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = list;
  const { clientWidth, clientHeight } = document.documentElement;
  const [under, over] = at ? [at.y, at.y] : [box.bottom + gap, box.top - gap];
  const top = under + height > clientHeight - EDGE ? Math.max(EDGE, over - height) : under;
  const left = Math.min(Math.max(EDGE, at ? at.x : box.right - width), clientWidth - EDGE - width);
  list.style.setProperty('--menu-top', `${top}px`);
  list.style.setProperty('--menu-left', `${left}px`);
}
