import type { Icon } from 'virtual:icons';
import { type ReactNode, useId } from 'react';
import { ICON_STROKE } from './icon.ts';
import styles from './section.module.css';

interface SectionProps {
  icon: Icon;
  title: string;
  state?: string;
  isOn?: boolean;
  /** Does not stretch what it holds, nor come closer together on phones. */
  isLoose?: boolean;
  children: ReactNode;
}

export function Section({ icon: SectionIcon, title, state, isOn = false, isLoose = false, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} data-loose={isLoose || undefined} aria-labelledby={titleId}>
      <span className={styles.icon} aria-hidden="true">
        <SectionIcon size={22} stroke={ICON_STROKE} />
      </span>
      <div className={styles.body}>
        <div className={styles.head}>
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
