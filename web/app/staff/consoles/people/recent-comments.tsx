import type { Account } from '@app/contract/staff/staff';
import { Link } from 'react-router';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { StaffSection } from '../frame/staff-section.tsx';
import { StatusBadge } from '../table/status-badge.tsx';
import styles from './people.module.css';

export function RecentComments({ comments }: { comments: Account['recent_comments'] }) {
  const t = useText('admin-people');
  if (comments.length === 0) return null;
  return (
    <StaffSection title={t('admin-people.comments.recent')}>
      <p className={styles.hint}>{t('admin-people.comments.hint')}</p>
      <ul className={styles.list}>
        {comments.map(({ id, under, text, link, timestamp, hidden }) => (
          <li key={`${under}:${id}`} className={styles.row}>
            <Link to={link} className="link">
              {formatDateTime(timestamp)}
            </Link>{' '}
            {hidden === 1 && <StatusBadge>{t('admin-people.comments.hidden')}</StatusBadge>}
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </StaffSection>
  );
}
