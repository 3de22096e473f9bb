import type { Icon } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { ICON_STROKE } from '../../ui/icon.ts';
import styles from './security.module.css';

interface SectionProps {
  icon: Icon;
  title: string;
  state?: string;
  isOn?: boolean;
  children: ReactNode;
}

export function Section({ icon: SectionIcon, title, state, isOn = false, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <span className={styles.sectionIcon} aria-hidden="true">
        <SectionIcon size={22} stroke={ICON_STROKE} />
      </span>
      <div className={styles.sectionBody}>
        <div className={styles.sectionHead}>
          <h2 id={titleId}>{title}</h2>
          {state && (
            <span className={styles.state} data-on={isOn ? '' : undefined}>
              {state}
            </span>
          )}
        </div>
        {children}
      </div>
    </section>
  );
}
