import { Link } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { StatusBadge } from '../table/status-badge.tsx';
import styles from './people.module.css';

/** What the law asks of a page with more than `LARGE_PAGE_FOLLOWERS` followers, for staff who look at its owner. */
export function LargePageNote() {
  const t = useText('admin-people');
  return (
    <p className={styles.large}>
      <StatusBadge color="warning">{t('admin-people.large')}</StatusBadge> {t('admin-people.large.text')}{' '}
      <Link to="/large-pages" className="link" target="_blank">
        {t('admin-people.large.more')}
      </Link>
    </p>
  );
}
