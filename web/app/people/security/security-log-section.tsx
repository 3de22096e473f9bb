import { IconHistory } from 'virtual:icons';
import type { SecurityLogEntry, SecurityLogKind } from '@app/contract/people/security';
import { useState } from 'react';
import { SECURITY_LOG_RETENTION_DAYS } from '#contract/people/security';
import { formatDateTime } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { Section } from '../../ui/section.tsx';
import styles from './security.module.css';

const SHOWN_AT_FIRST = 8;
const WORRYING: readonly SecurityLogKind[] = ['sign_in_new', 'sign_in_failed', 'second_step_failed', 'reset_asked'];

export function SecurityLogSection({ events }: { events: readonly SecurityLogEntry[] }) {
  const t = useText('security');
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? events : events.slice(0, SHOWN_AT_FIRST);
  return (
    <Section icon={IconHistory} title={t('security.journal.title')}>
      <p className="dim">{t('security.journal.text', { days: SECURITY_LOG_RETENTION_DAYS })}</p>
      {events.length === 0 && <p>{t('security.journal.empty')}</p>}
      <ul className={styles.journal}>
        {shown.map(({ id, kind, at, device, ip, count }) => (
          <li key={id} data-worrying={WORRYING.includes(kind) ? '' : undefined}>
            <p className={styles.rowTitle}>{t(`security.event.${kind}`, { count })}</p>
            <p className={styles.facts}>
              <time dateTime={at}>{formatDateTime(at)}</time>
              {device && <span>{device}</span>}
              {ip && <span>{ip}</span>}
            </p>
          </li>
        ))}
      </ul>
      {shown.length < events.length && (
        <div className={styles.actions}>
          <button type="button" className={button('quiet')} onClick={() => setWhole(true)}>
            {t('security.journal.all')}
          </button>
        </div>
      )}
    </Section>
  );
}
