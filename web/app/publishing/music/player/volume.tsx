import { IconVolume, IconVolume2, IconVolumeOff } from 'virtual:icons';
import { useText } from '../../../platform/i18n.tsx';
import { iconButton } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { Range } from '../../../ui/media/range.tsx';
import { changeSettings, useMusicSettings } from './settings.ts';
import styles from './volume.module.css';

const FULL = 100;
const KEY_STEP = 5;
const QUIET_TO = 0.5;

export function Volume() {
  const t = useText('music');
  const { volume, isMuted } = useMusicSettings();
  const audibleVolume = isMuted ? 0 : volume;
  const Sign = audibleVolume === 0 ? IconVolumeOff : audibleVolume < QUIET_TO ? IconVolume2 : IconVolume;
  const label = t(isMuted ? 'music.player.unmute' : 'music.player.mute');
  const percent = Math.round(audibleVolume * FULL);
  return (
    <div className={styles.volume}>
      <button
        type="button"
        className={`${iconButton} ${styles.mute}`}
        aria-label={label}
        title={label}
        onClick={() => changeSettings({ isMuted: !isMuted })}
      >
        <Sign size={21} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
      <Range
        className={styles.line}
        label={t('music.player.volume')}
        value={percent}
        max={FULL}
        step={1}
        keyStep={KEY_STEP}
        text={`${percent}%`}
        onChange={(value) => changeSettings({ volume: value / FULL, isMuted: false })}
      />
    </div>
  );
}
