import type { Sanction } from '@app/contract/trust/sanctions';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDate, formatDateTime } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { AppealForm } from './appeal-form.tsx';
import styles from './sanctions.module.css';

interface SanctionCardProps {
  sanction: Sanction;
  onAppeal: (text: string) => Promise<Sanction>;
}

export function SanctionCard({ sanction: given, onAppeal }: SanctionCardProps) {
  const t = useText('measures', 'complaints');
  const [appealed, setAppealed] = useState<Sanction | null>(null);
  const [isWriting, setIsWriting] = useState(false);
  const sanction = appealed ?? given;
  const { kind, title, link, rule, reason, timestamp, running, per_day, appeal_until } = sanction;
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.what}>
          {t(`measures.kind.${kind}`)}
          {title !== '' && (
            <span className={styles.thing}>
              {link === '' ? (
                title
              ) : (
                <Link to={link} className="link">
                  {title}
                </Link>
              )}
            </span>
          )}
        </h2>
        <p className={styles.state} data-running={running === 1 || undefined}>
          <SanctionStateText sanction={sanction} />
        </p>
      </div>
      {per_day !== null && <p>{t('measures.limit.text', { count: per_day })}</p>}
      <div className={styles.why}>
        <strong>{t('measures.why')}</strong>
        <p className={styles.words}>{reason}</p>
        <small>{t('measures.rule', { rule: t(`complaints.reason.${rule}`) })}</small>
      </div>
      <AppealState sanction={sanction} />
      <p className={styles.times}>
        <time dateTime={timestamp}>{t('measures.from', { date: formatDateTime(timestamp) })}</time>
        {appeal_until !== null && <span>{t('measures.appeal.until', { date: formatDate(appeal_until) })}</span>}
      </p>
      {appeal_until !== null && !isWriting && (
        <div>
          <button type="button" className={button('light')} onClick={() => setIsWriting(true)}>
            {t('measures.appeal')}
          </button>
        </div>
      )}
      {appeal_until !== null && isWriting && (
        <AppealForm
          onSend={async (text) => {
            setAppealed(await onAppeal(text));
            setIsWriting(false);
          }}
          onClose={() => setIsWriting(false)}
        />
      )}
    </article>
  );
}

function SanctionStateText({ sanction: { running, kind, until } }: { sanction: Sanction }) {
  const t = useText('measures');
  if (running === 0) return <>{kind === 'warn' ? t('measures.kind.warn') : t('measures.over')}</>;
  return <>{until === null ? t('measures.untilLifted') : t('measures.until', { date: formatDateTime(until) })}</>;
}

function AppealState({ sanction: { appeal, appeal_state, answer } }: { sanction: Sanction }) {
  const t = useText('measures');
  return (
    <>
      {appeal !== '' && (
        <div className={styles.said}>
          <small>{t('measures.appeal.yours')}</small>
          <p className={styles.words}>{appeal}</p>
        </div>
      )}
      {appeal_state !== '' && <p className={styles.verdict}>{t(`measures.appeal.${appeal_state}`)}</p>}
      {answer !== '' && (
        <div className={styles.said}>
          <small>{t('measures.answer')}</small>
          <p className={styles.words}>{answer}</p>
        </div>
      )}
    </>
  );
}
