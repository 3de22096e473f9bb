import { useText } from '../../platform/i18n.tsx';
import styles from './notification-skeleton.module.css';

const ROWS = ['one', 'two', 'three', 'four'];

export function NotificationSkeleton() {
  const t = useText();
  return (
    <div role="status">
      <span className="sr">{t('frame.loading')}</span>
      {ROWS.map((row) => (
        <div key={row} className={styles.row} aria-hidden="true">
          <span className={styles.pic} />
          <span className={styles.text}>
            <span className={styles.line} />
            <span className={styles.line} />
          </span>
        </div>
      ))}
    </div>
  );
}
