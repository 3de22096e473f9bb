import type { Icon } from 'virtual:icons';
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react';
import { Cached } from '../cached.tsx';
import { ICON_STROKE } from '../icon.ts';
import styles from './menu.module.css';

interface MenuProps {
  id: string;
  label: string;
  /** `drawer` slides in from the bottom on phones. */
  shape?: 'list' | 'drawer';
  /** What the rows depend on, as for {@link Cached}; by default they are rendered each time. */
  cachedBy?: unknown;
  /** The name of the rows, where the ids of menus of the same code differ. */
  cachedAs?: string;
  children: ReactNode;
}

/**
 * Menu opened by any `<button popoverTarget={id}>`.
 *
 * A native popover: Esc and an outside press close it, focus returns to the button, and it works before hydration.
 */
export function Menu({ id, label, shape = 'list', cachedBy = null, cachedAs = id, children }: MenuProps) {
  const root = useRef<HTMLDivElement>(null);
  return (
    <Cached
      as="div"
      name={cachedAs}
      by={cachedBy}
      ref={root}
      id={id}
      popover="auto"
      role="dialog"
      aria-label={label}
      className={styles[shape]}
      // The menu closes first, so that a dialog opened by the row later returns the focus to the menu's button.
      onClickCapture={(event) => closeAfter(event.target, root)}
    >
      {children}
    </Cached>
  );
}

function closeAfter(target: EventTarget, root: RefObject<HTMLDivElement | null>): void {
  if (target instanceof Element && target.closest('a, button')) root.current?.hidePopover();
}

export const menuRow: string = styles.row ?? '';
export const menuSeparator: string = styles.line ?? '';
export const menuTitle: string = styles.title ?? '';

export function MenuItem({
  icon: Picture,
  className = '',
  children,
  ...rest
}: ComponentProps<'button'> & { icon: Icon }) {
  return (
    <button type="button" className={`${menuRow} ${className}`} {...rest}>
      <Picture size={20} stroke={ICON_STROKE} aria-hidden="true" />
      {children}
    </button>
  );
}
