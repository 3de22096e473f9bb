import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n.tsx';
import styles from './comment-item.module.css';

/** Holds the place of a deleted comment, whose replies stay. */
export function DeletedComment({ id, children }: { id: number; children: ReactNode }) {
  const t = useText('comments');
  return (
    <div className={styles.comment} id={`comment-${id}`}>
      <span className={styles.emptyPic} aria-hidden="true" />
      <div className={styles.body}>
        <p className={styles.gone}>{t('comments.deleted')}</p>
        {children}
      </div>
    </div>
  );
}
