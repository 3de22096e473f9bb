import {
  IconArrowsShuffle,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerTrackNextFilled,
  IconPlayerTrackPrevFilled,
  IconRepeat,
  IconRepeatOnce,
} from 'virtual:icons';
import { useText } from '../../../platform/i18n.tsx';
import { iconButton } from '../../../ui/button.ts';
import { IconButton } from '../../../ui/buttons.tsx';
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
    <IconButton
      icon={isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled}
      label={label}
      size={size}
      hasTooltip
      className={styles.play}
      data-small={isSmall || undefined}
      data-waiting={(isPlaying && isWaiting) || undefined}
      aria-keyshortcuts="Space"
      onClick={toggle}
    />
  );
}

export function NextButton() {
  const t = useText('music');
  return (
    <IconButton
      icon={IconPlayerTrackNextFilled}
      label={t('music.player.next')}
      size={20}
      hasTooltip
      onClick={playNext}
    />
  );
}

export function PlayerControls() {
  const t = useText('music');
  const { shuffle, repeat } = usePlayer();
  const Repeating = repeat === 'one' ? IconRepeatOnce : IconRepeat;
  return (
    <div className={styles.controls}>
      <IconButton
        icon={IconArrowsShuffle}
        label={t('music.player.shuffle')}
        size={19}
        hasTooltip
        className={`${iconButton} ${styles.mode}`}
        aria-pressed={shuffle}
        onClick={() => setShuffle(!shuffle)}
      />
      <IconButton
        icon={IconPlayerTrackPrevFilled}
        label={t('music.player.previous')}
        size={20}
        hasTooltip
        onClick={playPrevious}
      />
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
