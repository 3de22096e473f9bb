import {
  IconArrowsShuffle,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerTrackNextFilled,
  IconPlayerTrackPrevFilled,
  IconRepeat,
  IconRepeatOnce,
} from '@tabler/icons-react';
import { useText } from '../../../platform/i18n.tsx';
import { iconButton } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { playNext, playPrevious, setRepeat, setShuffle, toggle, usePlayer } from './player.ts';
import styles from './player-controls.module.css';
import type { Repeat } from './queue.ts';

const AFTER: Record<Repeat, Repeat> = { all: 'one', one: 'none', none: 'all' };

export function PlayButton({ isSmall = false }: { isSmall?: boolean }) {
  const t = useText('music');
  const { isPlaying, isWaiting } = usePlayer();
  const label = t(isPlaying ? 'music.player.pause' : 'music.player.play');
  const size = isSmall ? 20 : 22;
  return (
    <button
      type="button"
      className={styles.play}
      data-small={isSmall || undefined}
      data-waiting={(isPlaying && isWaiting) || undefined}
      aria-label={label}
      title={label}
      aria-keyshortcuts="Space"
      onClick={toggle}
    >
      {isPlaying ? (
        <IconPlayerPauseFilled size={size} aria-hidden="true" />
      ) : (
        <IconPlayerPlayFilled size={size} aria-hidden="true" />
      )}
    </button>
  );
}

export function NextButton() {
  const t = useText('music');
  return (
    <button
      type="button"
      className={iconButton}
      aria-label={t('music.player.next')}
      title={t('music.player.next')}
      onClick={playNext}
    >
      <IconPlayerTrackNextFilled size={20} aria-hidden="true" />
    </button>
  );
}

export function PlayerControls() {
  const t = useText('music');
  const { shuffle, repeat } = usePlayer();
  const Repeating = repeat === 'one' ? IconRepeatOnce : IconRepeat;
  return (
    <div className={styles.controls}>
      <button
        type="button"
        className={`${iconButton} ${styles.mode}`}
        aria-label={t('music.player.shuffle')}
        title={t('music.player.shuffle')}
        aria-pressed={shuffle}
        onClick={() => setShuffle(!shuffle)}
      >
        <IconArrowsShuffle size={19} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={iconButton}
        aria-label={t('music.player.previous')}
        title={t('music.player.previous')}
        onClick={playPrevious}
      >
        <IconPlayerTrackPrevFilled size={20} aria-hidden="true" />
      </button>
      <PlayButton />
      <NextButton />
      <button
        type="button"
        className={`${iconButton} ${styles.mode}`}
        aria-label={t(`music.player.repeat.${repeat}`)}
        title={t(`music.player.repeat.${repeat}`)}
        data-on={repeat !== 'none' || undefined}
        onClick={() => setRepeat(AFTER[repeat])}
      >
        <Repeating size={19} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
    </div>
  );
}
