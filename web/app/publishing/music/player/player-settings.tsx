import { useId } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { Toggle } from '../../../ui/form/toggle.tsx';
import styles from './player-settings.module.css';
import { changeSettings, PAUSES, useMusicSettings } from './settings.ts';

export function PlayerSettings() {
  const t = useText('music');
  const name = useId();
  const { pause, isLevelled } = useMusicSettings();
  return (
    <div className={styles.settings}>
      <fieldset>
        <legend>{t('music.settings.pause')}</legend>
        <div className={styles.choices}>
          {PAUSES.map((one) => (
            <label key={one} className={styles.choice}>
              <input
                type="radio"
                className="sr"
                name={name}
                checked={pause === one}
                onChange={() => changeSettings({ pause: one })}
              />
              {t(`music.settings.pause.${one}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <Toggle
        label={t('music.settings.level')}
        isOn={isLevelled}
        onSwitch={(isOn) => changeSettings({ isLevelled: isOn })}
        className={styles.level}
      >
        {t('music.settings.level')}
      </Toggle>
    </div>
  );
}
