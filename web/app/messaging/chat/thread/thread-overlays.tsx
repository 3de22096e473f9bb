import { IconArrowDown, IconLoader2 } from 'virtual:icons';
import { useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from '../thread.module.css';
import { Day } from './thread-row.tsx';
import { useRestartingTimer } from './use-restarting-timer.ts';

const DAY_SHOWN_MS = 1400;

/** The day of the topmost message. `show` shows it until the list has not moved for a moment. */
export function useStickyDay() {
  const [day, setDay] = useState<string | null>(null);
  const [isShown, setShown] = useState(false);
  const startTimer = useRestartingTimer();
  return {
    day,
    isShown,
    setDay,
    show(isBelowStart: boolean): void {
      setShown(isBelowStart);
      startTimer(() => setShown(false), DAY_SHOWN_MS);
    },
  };
}

export function StickyDay({ day, isShown }: { day: string; isShown: boolean }) {
  return (
    <p className={styles.sticky} data-shown={isShown || undefined} aria-hidden="true">
      <span>
        <Day timestamp={day} />
      </span>
    </p>
  );
}

export function OlderLoading() {
  const t = useText('chat');
  return (
    <p className={styles.loading} role="status">
      <IconLoader2 size={20} stroke={2} aria-hidden="true" />
      <span className="sr">{t('chat.load.older')}</span>
    </p>
  );
}

export function DownButton({ unread, onClick }: { unread: number; onClick: () => void }) {
  const t = useText('chat');
  const label = t('chat.down', { count: unread });
  return (
    <button type="button" className={styles.down} aria-label={label} title={label} onClick={onClick}>
      <IconArrowDown size={22} stroke={ICON_STROKE} aria-hidden="true" />
      {unread > 0 && (
        <span className={styles.badge} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </button>
  );
}
