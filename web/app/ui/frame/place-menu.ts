import styles from './place-menu.module.css';

const EDGE = 8;

/** Class of a menu positioned by `placeMenu`: next to its button, on phones a drawer from the bottom. */
export const placedMenu: string = styles.menu ?? '';

interface Where {
  gap?: number;
  at?: { x: number; y: number } | undefined;
}

/**
 * Positions a menu below the right end of its button or at the point of a press, or above when there is no room below;
 * always inside the window. The menu needs the class `placedMenu`. On phones the menu is a drawer and is not
 * positioned.
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
