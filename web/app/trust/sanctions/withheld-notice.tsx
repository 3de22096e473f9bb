import { IconAlertTriangle, IconClock } from 'virtual:icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ICON_STROKE } from '../../ui/icon.ts';
import styles from './withheld-notice.module.css';

interface WithheldNoticeProps {
  title: string;
  /** What else the author must know: the reason, or who sees the content. */
  children: ReactNode;
  /** Label of the link to the decision; absent while staff have not decided. */
  appeal: string | undefined;
  isSmall?: boolean;
}

/** Tells the author of content that others do not see it, why, and how to appeal. */
export function WithheldNotice({ title, children, appeal, isSmall = false }: WithheldNoticeProps) {
  const Icon = appeal === undefined ? IconClock : IconAlertTriangle;
  return (
    <div role="status" className={styles.notice} data-small={isSmall || undefined}>
      <Icon size={20} stroke={ICON_STROKE} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {children}
      </div>
      {appeal !== undefined && (
        <Link to="/profile/measures" className={styles.appeal}>
          {appeal}
        </Link>
      )}
    </div>
  );
}
