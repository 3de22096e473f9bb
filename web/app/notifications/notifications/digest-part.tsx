import type { NotificationSettings } from '@app/contract/notifications/notifications';
import { useText } from '../../platform/i18n.tsx';
import { Toggle } from '../../ui/form/toggle.tsx';
import styles from './notification-settings.module.css';
import type { ChangeSettings } from './use-settings.ts';

interface DigestPartProps {
  settings: NotificationSettings;
  change: ChangeSettings;
}

export function DigestPart({ settings: { digest, email }, change }: DigestPartProps) {
  const t = useText('bell-settings');
  return (
    <section className={styles.part} aria-labelledby="digest">
      <h2 id="digest">{t('bell-settings.digest.title')}</h2>
      <div className={styles.line}>
        <p className="dim">
          {email === '' ? t('bell-settings.digest.noEmail') : t('bell-settings.digest.text', { email })}
        </p>
        <Toggle
          label={t('bell-settings.digest.switch')}
          isOn={digest === 1}
          onSwitch={(isOn) => change({ digest: isOn ? 1 : 0 })}
        />
      </div>
    </section>
  );
}
