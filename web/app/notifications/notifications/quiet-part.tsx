import type { NotificationSettings } from '@app/contract/notifications/notifications';
import { useState } from 'react';
import { QUIET_FROM, QUIET_TO } from '#contract/notifications/notifications';
import { useText } from '../../platform/i18n.tsx';
import { Toggle } from '../../ui/form/toggle.tsx';
import styles from './notification-settings.module.css';
import type { ChangeSettings } from './use-settings.ts';

const DEFAULT_HOURS = { from: QUIET_FROM, to: QUIET_TO };

interface QuietPartProps {
  settings: NotificationSettings;
  change: ChangeSettings;
}

export function QuietPart({ settings: { quiet }, change }: QuietPartProps) {
  const t = useText('bell-settings');
  const [hours, setHours] = useState(quiet ?? DEFAULT_HOURS);

  function changeHours(part: Partial<typeof hours>): void {
    const next = { ...hours, ...part };
    setHours(next);
    // An emptied time field is not saved.
    if (next.from !== '' && next.to !== '') change({ quiet: next });
  }

  return (
    <section className={styles.part} aria-labelledby="quiet">
      <h2 id="quiet">{t('bell-settings.quiet.title')}</h2>
      <div className={styles.line}>
        <p className="dim">{t('bell-settings.quiet.text')}</p>
        <Toggle
          label={t('bell-settings.quiet.switch')}
          isOn={quiet !== null}
          onSwitch={(isOn) => change({ quiet: isOn ? hours : null })}
        />
      </div>
      {quiet !== null && (
        <div className={styles.hours}>
          <label className={styles.field}>
            <span>{t('bell-settings.quiet.from')}</span>
            <input type="time" value={hours.from} onChange={(event) => changeHours({ from: event.target.value })} />
          </label>
          <label className={styles.field}>
            <span>{t('bell-settings.quiet.to')}</span>
            <input type="time" value={hours.to} onChange={(event) => changeHours({ to: event.target.value })} />
          </label>
        </div>
      )}
    </section>
  );
}
