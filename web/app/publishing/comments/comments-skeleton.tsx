import { useText } from '../../platform/i18n.tsx';
import styles from './comments-block.module.css';

const ROWS = ['first', 'second', 'third'];

export function CommentsSkeleton() {
  const t = useText();
  return (
    <div role="status">
      <span className="sr">{t('frame.loading')}</span>
      <ul className={styles.skeleton} aria-hidden="true">
        {ROWS.map((row) => (
          <li key={row}>
            <span className={styles.bone} data-shape="pic" />
            <span className={styles.bone} data-shape="name" />
            <span className={styles.bone} data-shape="text" />
          </li>
        ))}
      </ul>
    </div>
  );
}
