import type { AuditEntry } from '@app/contract/platform/audit';
import { Link } from 'react-router';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { actionText, detailTexts, objectText } from './audit-sentence.ts';
import styles from './people.module.css';

export function AuditList({ entries }: { entries: readonly AuditEntry[] }) {
  const t = useText('admin-people', 'admin-audit');
  if (entries.length === 0) return <p className={styles.hint}>{t('admin-people.audit.empty')}</p>;
  return (
    <ul className={styles.log}>
      {entries.map((entry) => (
        <AuditItem key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

function AuditItem({ entry }: { entry: AuditEntry }) {
  const t = useText('admin-people', 'admin-audit');
  const text = { lang: useLanguage(), t };
  const { timestamp, actor, about, action, object, details, ip } = entry;
  const nameOf = ({ id, name }: { id: number; name: string }) => name || t('admin-people.gone', { id });
  const named = objectText(text, entry);
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <p className={styles.sentence}>
          <Link to={`/admin/audit?actor=${actor.id}`} className="link">
            {nameOf(actor)}
          </Link>
          {' · '}
          <b>{actionText(text, action)}</b>
          {named !== '' && ` · ${named}`}
          {about && (
            <>
              {' · '}
              <Link to={`/admin/users/${about.id}`} className="link">
                {nameOf(about)}
              </Link>
            </>
          )}
        </p>
        <time dateTime={timestamp}>{formatDateTime(timestamp)}</time>
      </div>
      <p className={styles.hint}>{[...detailTexts(text, details), ip].filter(Boolean).join(' · ')}</p>
      <details className={styles.recorded}>
        <summary>{t('admin-audit.technical')}</summary>
        <p className={styles.details}>{[action, object, details].filter(Boolean).join(' · ')}</p>
      </details>
    </li>
  );
}
