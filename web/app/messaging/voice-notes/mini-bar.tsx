import { IconX } from 'virtual:icons';
import { formatClock } from '../../platform/format/format-clock.ts';
import { useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { PlayIcon } from '../../ui/media/play-icon.tsx';
import styles from './mini-bar.module.css';
import { changeSpeed, isShown, stop, toggle } from './player.ts';
import { SpeedButton } from './speed-button.tsx';
import { usePlayer, useSpeed } from './use-player.ts';

export function MiniBar() {
  const t = useText('composer');
  const { track, isPlaying, position, duration } = usePlayer();
  const speed = useSpeed();
  if (track === null || track.id <= 0 || isShown(track.id)) return null;
  return (
    <section
      className={styles.bar}
      aria-label={t('composer.player.bar')}
      // On the chat page the bar moves below the chat header.
      data-low={window.location.pathname.startsWith('/conversation/') || undefined}
    >
      <button
        type="button"
        className={styles.play}
        aria-label={t(isPlaying ? 'composer.player.pause' : 'composer.player.play')}
        onClick={() => toggle(track)}
      >
        <PlayIcon isPlaying={isPlaying} />
      </button>
      <button type="button" className={styles.words} title={t('composer.player.open')} onClick={track.open}>
        <b className="clip1">{track.name}</b>
        <span className="num">
          {formatClock(position)} / {formatClock(duration)}
        </span>
      </button>
      <SpeedButton speed={speed} onPress={changeSpeed} />
      <button type="button" className={styles.close} aria-label={t('composer.player.close')} onClick={stop}>
        <IconX size={20} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
      <span
        className={styles.line}
        style={{ width: `${duration > 0 ? Math.min(100, (position / duration) * 100) : 0}%` }}
      />
    </section>
  );
}
