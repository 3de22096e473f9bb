import { type ReactNode, type RefObject, useRef } from 'react';
import styles from './menu.module.css';

interface MenuProps {
  id: string;
  /** What the list is, for screen readers. */
  label: string;
  /** `drawer` rises from the bottom of a phone's screen. */
  shape?: 'list' | 'drawer';
  children: ReactNode;
}

/**
 * A list over the page, opened by any `<button popoverTarget={id}>`.
 *
 * The browser's own popover: Esc and a press outside close it, focus returns to the button, and it works before
 * the scripts arrive.
 */
export function Menu({ id, label, shape = 'list', children }: MenuProps) {
  const root = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={root}
      id={id}
      popover="auto"
      role="dialog"
      aria-label={label}
      className={styles[shape]}
      // Before the row does its work: a dialog that it opens then gives the focus back to the button of the list.
      onClickCapture={(event) => closeAfter(event.target, root)}
    >
      {children}
    </div>
  );
}

function closeAfter(target: EventTarget, root: RefObject<HTMLDivElement | null>): void {
  if (target instanceof Element && target.closest('a, button')) root.current?.hidePopover();
}

/** Class of a row of a {@link Menu}: a link or a button. */
export const menuRow: string = styles.row ?? '';
/** A thin line between groups of rows. */
export const menuLine: string = styles.line ?? '';
/** Text that is no row: whose menu this is. */
export const menuTitle: string = styles.title ?? '';
