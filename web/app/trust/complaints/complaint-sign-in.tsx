import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.tsx';
import styles from './complaint-form.module.css';

/** Only signed-in users may complain, because the outcome is sent to the complainant. */
export function ComplaintSignIn({ children }: { children: ReactNode }) {
  const t = useText('complaints');
  return (
    <p className={styles.note}>
      {t('complaints.signIn')} {children}
    </p>
  );
}
