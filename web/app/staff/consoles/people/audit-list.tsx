import type { AuditEntry } from '@app/contract/platform/audit';
import { Link } from 'react-router';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { StatusBadge } from '../table/status-badge.tsx';
import styles from './people.module.css';

export function AuditList({ entries }: { entries: readonly AuditEntry[] }) {
  const t = useText('admin-people');
  if (entries.length === 0) return <p className={styles.hint}>{t('admin-people.audit.empty')}</p>;
  return (
    <ul className={styles.log}>
      {entries.map(({ id, timestamp, actor, about, action, object, details, ip }) => (
        <li key={id} className={styles.row}>
          <div className={styles.head}>
            <StatusBadge>{action}</StatusBadge>
            <Link to={`/admin/audit?actor=${actor.id}`} className="link">
              {actor.name || t('admin-people.gone', { id: actor.id })}
            </Link>
            {about && (
              <>
                {' → '}
                <Link to={`/admin/users/${about.id}`} className="link">
                  {about.name || t('admin-people.gone', { id: about.id })}
                </Link>
              </>
            )}
            <time dateTime={timestamp}>{formatDateTime(timestamp)}</time>
          </div>
          <p className={styles.details}>{[object, details, ip].filter(Boolean).join(' · ')}</p>
        </li>
      ))}
    </ul>
  );
}
