import type { ReactNode } from 'react';
import styles from './status-badge.module.css';

export type BadgeColor = 'good' | 'warning' | 'bad';

interface StatusBadgeProps {
  color?: BadgeColor | undefined;
  children: ReactNode;
}

export function StatusBadge({ color, children }: StatusBadgeProps) {
  return (
    <span className={styles.pill} data-tone={color}>
      {children}
    </span>
  );
}
