import type { CaseDetails } from '@app/contract/trust/cases';
import { Link } from 'react-router';
import { AD_KINDS } from '#contract/market/ads';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { reasonLabel, weightLabel } from './case-labels.ts';
import styles from './queue.module.css';

/** Evidence of a case: the snapshot next to the current content, the complaints and earlier decisions. */
export function CaseEvidence({ details }: { details: CaseDetails }) {
  const t = useText('moderation', 'complaints');
  const { evidence, about, complaints, measures, against } = details;
  return (
    <>
      {against !== null && (
        <section className={styles.block} aria-label={t('moderation.against')}>
          <h3>{t('moderation.against')}</h3>
          <p className={styles.words}>{against.reason}</p>
          {against.decided_by && <small>{t('moderation.against.by', { name: against.decided_by.name })}</small>}
          <blockquote className={styles.words}>{against.appeal}</blockquote>
        </section>
      )}
      <div className={styles.pair}>
        <section className={styles.block} aria-label={t('moderation.then')}>
          <h3>{t('moderation.then')}</h3>
          <Quote {...evidence} />
          {evidence.note !== undefined && against === null && <p className={styles.note}>{evidence.note}</p>}
        </section>
        {against?.object !== '' && <CurrentTarget details={details} />}
      </div>
      {about !== null && (
        <p>
          {t('moderation.about')}:{' '}
          <Link to={`/user/${about.id}`} className="link">
            {about.name || about.id}
          </Link>
        </p>
      )}
      {complaints.length > 0 && (
        <section className={styles.block} aria-label={t('moderation.complaints')}>
          <h3>{t('moderation.complaints')}</h3>
          <ul className={styles.plainList}>
            {complaints.map(({ id, user, reason, message, holder, weight, timestamp }) => (
              <li key={id}>
                <strong>{user.name}</strong> · {reasonLabel(t, reason)} · {weightLabel(t, weight)}
                {message !== '' && <p className={styles.words}>{message}</p>}
                {holder !== '' && <p>{t('moderation.holder', { name: holder })}</p>}
                <small>{formatDateTime(timestamp)}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
      {measures.length > 0 && (
        <section className={styles.block} aria-label={t('moderation.before')}>
          <h3>{t('moderation.before')}</h3>
          <ul className={styles.plainList}>
            {measures.map(({ id, kind, reason, timestamp }) => (
              <li key={id}>
                <strong>{t(`moderation.action.${kind}`)}</strong> · {reason}
                <br />
                <small>{formatDateTime(timestamp)}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The title of content without one is the beginning of its text, which then says it all. */
function Quote({ title, text }: { title: string; text: string }) {
  const isBeginning = title === text || (title.endsWith('…') && text.startsWith(title.slice(0, -1)));
  return (
    <>
      {!isBeginning && <strong>{title}</strong>}
      {text !== '' && <p className={styles.words}>{text}</p>}
    </>
  );
}

function CurrentTarget({ details: { thing, evidence } }: { details: CaseDetails }) {
  const t = useText('moderation');
  const kind = AD_KINDS.find((one) => one === thing?.ad_kind);
  return (
    <section className={styles.block} aria-label={t('moderation.now')}>
      <h3>{t('moderation.now')}</h3>
      {thing === null ? (
        <p>{t('moderation.gone')}</p>
      ) : (
        <>
          {kind && <p className={styles.badge}>{t(`ads.kind.${kind}`)}</p>}
          {thing.state !== 'shown' && <p className={styles.badge}>{t(`moderation.thing.${thing.state}`)}</p>}
          {thing.title === evidence.title && thing.text === evidence.text ? (
            <p>{t('moderation.now.same')}</p>
          ) : (
            <Quote {...thing} />
          )}
          {thing.photos.length > 0 && (
            <div className={styles.photos}>
              {thing.photos.map((src) => (
                <img key={src} src={src} alt="" loading="lazy" />
              ))}
            </div>
          )}
          {thing.link !== '' && (
            <a href={thing.link} target="_blank" rel="noopener" className={button('plain', 'small')}>
              {t('moderation.open')}
            </a>
          )}
        </>
      )}
    </section>
  );
}
