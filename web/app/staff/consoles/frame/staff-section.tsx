import { type ReactNode, useId } from 'react';
import styles from './staff-section.module.css';

/** Panel of a page, with a title. */
export function StaffSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

export const panel: string = styles.section ?? '';
