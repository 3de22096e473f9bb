import type { ReactNode } from 'react';
import { EmptyStateArt } from './empty-state-art.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  icon: ReactNode;
  tone?: 'pine' | 'gold' | 'berry';
  title: string;
  text?: string;
  heading?: 'h1' | 'h2' | 'h3';
  children?: ReactNode;
}

export function Notice({ icon, tone, title, text, heading: Heading = 'h2', children }: NoticeProps) {
  return (
    <div className={styles.notice}>
      <EmptyStateArt icon={icon} tone={tone} />
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
