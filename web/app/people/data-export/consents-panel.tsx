import { IconCircleCheck, IconExternalLink, IconFileAlert } from 'virtual:icons';
import type { Consent } from '@app/contract/people/consents';
import { useState } from 'react';
import { Link } from 'react-router';
import { CONSENT_PAGES, consentsApi } from '#contract/people/consents';
import { call } from '../../platform/call.ts';
import { formatDate } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import { formatVersion } from '../legal/format-version.ts';
import styles from './data.module.css';

export function ConsentsPanel({ known }: { known: readonly Consent[] }) {
  const t = useText('data');
  const [consents, setConsents] = useState(known);
  const { isSending, submit } = useSubmit();

  const accept = ({ document, current }: Consent): Promise<void> =>
    submit(async () => {
      const answer = await call(consentsApi.accept, { body: { document, version: current } });
      setConsents(answer.consents);
      toast.success(t('data.consents.done'));
    });

  return (
    <section className={styles.section} aria-labelledby="consents-title">
      <h2 id="consents-title">{t('data.consents.title')}</h2>
      <ul className={styles.consents}>
        {consents.map((consent) => (
          <li key={consent.document}>
            <ConsentCard consent={consent} isSending={isSending} onAccept={() => void accept(consent)} />
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        <Link to="/profile/notifications" className="link">
          {t('data.consents.letters')}
        </Link>
      </p>
      <p className={styles.note}>
        {t('data.consents.withdrawText')}{' '}
        <a href="#leave" className="link">
          {t('data.consents.withdraw')}
        </a>
      </p>
    </section>
  );
}

interface CardProps {
  consent: Consent;
  isSending: boolean;
  onAccept: () => void;
}

function ConsentCard({ consent, isSending, onAccept }: CardProps) {
  const t = useText('data');
  const { document, current, accepted, accepted_at, history } = consent;
  const isCurrent = accepted === current;
  const earlier = history.filter(({ version }) => version !== accepted);
  const Icon = isCurrent ? IconCircleCheck : IconFileAlert;
  return (
    <article className={styles.consent} data-is-current={isCurrent}>
      <Icon size={24} stroke={ICON_STROKE} aria-hidden="true" />
      <div>
        <h3>{t(`data.consents.${document}`)}</h3>
        <p>
          {accepted === null
            ? t('data.consents.none')
            : t('data.consents.accepted', { date: formatDate(accepted_at ?? ''), version: formatVersion(accepted) })}
        </p>
        {!isCurrent && accepted !== null && (
          <p className={styles.newer}>{t('data.consents.newer', { version: formatVersion(current) })}</p>
        )}
        {earlier.length > 0 && (
          <details>
            <summary>{t('data.consents.history')}</summary>
            <ul>
              {earlier.map(({ version, accepted_at: at }) => (
                <li key={version}>
                  <a href={`${CONSENT_PAGES[document]}/${version}`} target="_blank" rel="noreferrer" className="link">
                    {t('data.consents.accepted', { date: formatDate(at), version: formatVersion(version) })}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        )}
        <div className={styles.actions}>
          <a href={CONSENT_PAGES[document]} target="_blank" rel="noreferrer" className={button('plain', 'small')}>
            {t('data.consents.read')}
            <IconExternalLink size={18} stroke={ICON_STROKE} aria-hidden="true" />
          </a>
          {!isCurrent && (
            <button type="button" className={button('light', 'small')} aria-busy={isSending} onClick={onAccept}>
              {t('data.consents.accept')}
            </button>
          )}
        </div>
      </div>
    </article>
  );
}
