import type { Measure } from '@app/contract/trust/measures';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDate, formatMoment } from '../../platform/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { AppealForm } from './appeal-form.tsx';
import styles from './measures.module.css';

interface MeasureCardProps {
  measure: Measure;
  onAppeal: (text: string) => Promise<Measure>;
}

/** One decision: what it is, why, until when, and what became of an appeal. */
export function MeasureCard({ measure: given, onAppeal }: MeasureCardProps) {
  const t = useText('measures', 'complaints');
  const [appealed, setAppealed] = useState<Measure | null>(null);
  const [isWriting, setIsWriting] = useState(false);
  const measure = appealed ?? given;
  const { kind, title, link, rule, reason, timestamp, running, per_day, appeal_until } = measure;
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
          <StateWords measure={measure} />
        </p>
      </div>
      {per_day !== null && <p>{t('measures.limit.text', { count: per_day })}</p>}
      <div className={styles.why}>
        <strong>{t('measures.why')}</strong>
        <p className={styles.words}>{reason}</p>
        <small>{t('measures.rule', { rule: t(`complaints.reason.${rule}`) })}</small>
      </div>
      <AppealState measure={measure} />
      <p className={styles.times}>
        <time dateTime={timestamp}>{t('measures.from', { date: formatMoment(timestamp) })}</time>
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

function StateWords({ measure: { running, kind, until } }: { measure: Measure }) {
  const t = useText('measures');
  if (running === 0) return <>{kind === 'warn' ? t('measures.kind.warn') : t('measures.over')}</>;
  return <>{until === null ? t('measures.untilLifted') : t('measures.until', { date: formatMoment(until) })}</>;
}

function AppealState({ measure: { appeal, appeal_state, answer } }: { measure: Measure }) {
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
