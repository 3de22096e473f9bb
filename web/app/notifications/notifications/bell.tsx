import { IconBell } from 'virtual:icons';
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { NavLink } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { iconButton } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import styles from './bell.module.css';
import { BellListener } from './bell-listener.tsx';
import { useUnread } from './unread.ts';

const BellPanel = lazyPart(() => import('./bell-panel.tsx').then(({ BellPanel }) => BellPanel));

const BADGE_MAX = 99;
const PANEL_ID = 'bell-panel';

interface BellProps {
  viewerId: number;
  unread: number;
}

export function Bell({ viewerId, unread: rendered }: BellProps) {
  const t = useText();
  const unread = useUnread(rendered);
  const panel = useRef<HTMLDivElement>(null);
  const isOpen = useIsOpen(panel);
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);

  const label = t('frame.bell', { count: unread });
  const face = (
    <>
      <IconBell size={22} stroke={ICON_STROKE} aria-hidden="true" />
      {unread > 0 && (
        <span className={styles.badge} aria-hidden="true">
          {unread > BADGE_MAX ? `${BADGE_MAX}+` : unread}
        </span>
      )}
    </>
  );
  return (
    <>
      <button
        type="button"
        className={`${iconButton} ${styles.bell} ${styles.wide}`}
        popoverTarget={PANEL_ID}
        aria-label={label}
        aria-expanded={isOpen}
        data-open={isOpen || undefined}
      >
        {face}
      </button>
      <NavLink to="/notifications" className={`${iconButton} ${styles.bell} ${styles.narrow}`} aria-label={label}>
        {face}
      </NavLink>
      <div
        ref={panel}
        id={PANEL_ID}
        popover="auto"
        role="dialog"
        aria-label={t('frame.bell', { count: unread })}
        className={styles.panel}
      >
        {isOpen && (
          <Suspense>
            <BellPanel onFollow={() => panel.current?.hidePopover()} />
          </Suspense>
        )}
      </div>
      {isAlive && <BellListener viewerId={viewerId} unread={rendered} />}
    </>
  );
}

/** Whether the popover is open; the browser may have opened it before hydration. */
function useIsOpen(panel: RefObject<HTMLDivElement | null>): boolean {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const element = panel.current;
    if (element === null) return;
    const follow = (): void => setOpen(element.matches(':popover-open'));
    follow();
    element.addEventListener('toggle', follow);
    return () => element.removeEventListener('toggle', follow);
  }, [panel]);
  return isOpen;
}
