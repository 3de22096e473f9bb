import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import styles from './privacy-section.module.css';

interface PrivacySectionProps {
  id: string;
  title: string;
  failed: string;
  /** Null when loading failed. */
  children: ReactNode;
}

export function PrivacySection({ id, title, failed, children }: PrivacySectionProps) {
  const t = useText();
  const { revalidate } = useRevalidator();
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children ?? (
        <>
          <p role="alert" className={styles.text}>
            {failed}
          </p>
          <button type="button" className={button('plain', 'small')} onClick={() => void revalidate()}>
            {t('frame.retry')}
          </button>
        </>
      )}
    </section>
  );
}
