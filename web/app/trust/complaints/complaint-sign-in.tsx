import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.tsx';
import styles from './complaint-form.module.css';

/** Complaints are for people who signed in: there has to be somebody to tell the outcome. */
export function ComplaintSignIn({ children }: { children: ReactNode }) {
  const t = useText('complaints');
  return (
    <p className={styles.note}>
      {t('complaints.signIn')} {children}
    </p>
  );
}
