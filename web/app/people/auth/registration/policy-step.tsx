import '@mantine/core/styles/Button.css';
import { Button } from '@mantine/core';
import { useText } from '../../../platform/i18n.tsx';
import styles from './registration.module.css';

const PARTS = ['what', 'why', 'who', 'remove'] as const;

/** The policy comes before the form: no data is asked for before the user accepts the policy. */
export function PolicyStep({ onAccept, onReject }: { onAccept: () => void; onReject: () => void }) {
  const t = useText('registration');
  return (
    <>
      <h1>{t('registration.policy.title')}</h1>
      <p className={styles.lead}>
        {t('registration.policy.short')}{' '}
        <a className="link" href="/policy" target="_blank" rel="noreferrer">
          {t('registration.policy.full')}
        </a>
      </p>
      <section className={styles.policy} aria-label={t('registration.policy.region')}>
        {PARTS.map((part) => (
          <div key={part}>
            <h2>{t(`registration.policy.${part}.title`)}</h2>
            <p>{t(`registration.policy.${part}.text`)}</p>
          </div>
        ))}
      </section>
      <div className={styles.actions}>
        <Button size="lg" h={52} px="var(--ok-space-8)" onClick={onAccept}>
          {t('registration.policy.accept')}
        </Button>
        <Button size="lg" h={52} variant="default" onClick={onReject}>
          {t('registration.policy.reject')}
        </Button>
      </div>
    </>
  );
}
