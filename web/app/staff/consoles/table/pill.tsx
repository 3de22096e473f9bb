import type { ReactNode } from 'react';
import styles from './pill.module.css';

export type Tone = 'good' | 'warning' | 'bad';

interface PillProps {
  tone?: Tone | undefined;
  children: ReactNode;
}

/** How something stands, in a word and its colour. */
export function Pill({ tone, children }: PillProps) {
  return (
    <span className={styles.pill} data-tone={tone}>
      {children}
    </span>
  );
}
