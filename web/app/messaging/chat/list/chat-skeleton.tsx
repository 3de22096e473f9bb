import { useText } from '../../../platform/i18n.tsx';
import { Cached } from '../../../ui/cached.tsx';
import styles from './chat-skeleton.module.css';

const ROWS = ['one', 'two', 'three', 'four', 'five', 'six'];

/** `isColumn`: beside a dialog, where the search and the folders come with the list. */
export function ChatSkeleton({ isColumn = false }: { isColumn?: boolean }) {
  return (
    <Cached
      as="div"
      name="chat skeleton"
      by=""
      role="status"
      className={styles.rows}
      data-column={isColumn || undefined}
    >
      <Rows />
    </Cached>
  );
}

function Rows() {
  const t = useText();
  return (
    <>
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
    </>
  );
}
