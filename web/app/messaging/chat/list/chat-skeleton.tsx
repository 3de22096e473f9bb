import { useText } from '../../../platform/i18n.tsx';
import styles from './chat-skeleton.module.css';

const ROWS = ['one', 'two', 'three', 'four', 'five', 'six'];

/** `isColumn`: beside a dialog, where the search and the folders come with the list. */
export function ChatSkeleton({ isColumn = false }: { isColumn?: boolean }) {
  const t = useText();
  return (
    <div role="status" className={styles.rows} data-column={isColumn || undefined}>
      <span className="sr">{t('frame.loading')}</span>
      {ROWS.map((row) => (
        <div key={row} className={styles.row} aria-hidden="true">
          <span className={styles.pic} />
          <span className={styles.words}>
            <span className={styles.line} />
            <span className={styles.line} />
          </span>
        </div>
      ))}
    </div>
  );
}
