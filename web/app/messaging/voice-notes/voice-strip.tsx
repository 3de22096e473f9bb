import {
  IconChevronLeft,
  IconMicrophone,
  IconPlayerPause,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconTrash,
} from '@tabler/icons-react';
import { formatClock } from '../../platform/format/format-clock.ts';
import { useText } from '../../platform/i18n.tsx';
import { iconButton } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { seek, toggle, type VoiceTrack } from './player.ts';
import { useTrack } from './use-player.ts';
import type { Voice } from './use-voice.ts';
import styles from './voice-recorder.module.css';
import { Waveform } from './waveform.tsx';

const ICON = { size: 22, stroke: ICON_STROKE, 'aria-hidden': true } as const;
const LEVELS = 48;
const LEVEL_MIN = 0.06;

function Levels({ levels }: { levels: readonly number[] }) {
  const shown = [...Array<number>(Math.max(0, LEVELS - levels.length)).fill(0), ...levels].slice(-LEVELS);
  const path = shown
    .map((level, at) => {
      const height = Math.max(LEVEL_MIN, Math.min(1, level * 2)) * 100;
      return `M${at * 3} ${(100 - height) / 2}h2v${height}h-2z`;
    })
    .join('');
  return (
    <svg className={styles.levels} viewBox={`0 0 ${LEVELS * 3 - 1} 100`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

function Preview({ track }: { track: VoiceTrack }) {
  const t = useText('composer');
  const { isPlaying, position } = useTrack(track.id);
  return (
    <>
      <button
        type="button"
        className={iconButton}
        aria-label={t(isPlaying ? 'composer.player.pause' : 'composer.player.play')}
        onClick={() => toggle(track)}
      >
        {isPlaying ? (
          <IconPlayerPauseFilled size={20} aria-hidden="true" />
        ) : (
          <IconPlayerPlayFilled size={20} aria-hidden="true" />
        )}
      </button>
      <Waveform
        peaks={track.waveform}
        position={position}
        duration={track.durationMs}
        onSeek={(place) => seek(track, place)}
      />
    </>
  );
}

export function VoiceStrip({ voice }: { voice: Voice }) {
  const t = useText('composer');
  const { phase, elapsed, levels, preview, isAway } = voice;
  const isHeld = phase === 'held';
  const isPaused = phase === 'paused';
  const statusText = {
    asking: 'composer.voice.asking',
    paused: 'composer.voice.paused',
    done: 'composer.files.preparing',
  } as const;
  const state =
    phase === 'asking' || phase === 'paused' || phase === 'done' ? statusText[phase] : 'composer.voice.recording';
  return (
    <div className={styles.strip} data-phase={phase} data-away={isAway || undefined}>
      {(phase === 'locked' || isPaused) && (
        <button
          type="button"
          className={`${iconButton} ${styles.delete}`}
          aria-label={t('composer.voice.delete')}
          title={t('composer.voice.delete')}
          onClick={voice.cancel}
        >
          <IconTrash {...ICON} />
        </button>
      )}
      {(isHeld || phase === 'locked') && <span className={styles.dot} aria-hidden="true" />}
      <span className={`num ${styles.clock}`} role="timer" aria-label={t(state)}>
        {formatClock(elapsed)}
      </span>
      <span className="sr" role="status">
        {t(state)}
      </span>
      {isPaused && preview ? <Preview track={preview} /> : <Levels levels={levels} />}
      {isHeld && (
        <span className={styles.slide} aria-hidden="true">
          {isAway ? (
            t('composer.voice.release')
          ) : (
            <>
              <IconChevronLeft size={18} stroke={ICON_STROKE} />
              {t('composer.voice.slide')}
            </>
          )}
        </span>
      )}
      {phase === 'asking' && <span className={styles.slide}>{t('composer.voice.asking')}</span>}
      {phase === 'locked' && (
        <button
          type="button"
          className={iconButton}
          aria-label={t('composer.voice.pause')}
          title={t('composer.voice.pause')}
          onClick={voice.pause}
        >
          <IconPlayerPause {...ICON} />
        </button>
      )}
      {isPaused && (
        <button
          type="button"
          className={`${iconButton} ${styles.delete}`}
          aria-label={t('composer.voice.resume')}
          title={t('composer.voice.resume')}
          onClick={voice.resume}
        >
          <IconMicrophone {...ICON} />
        </button>
      )}
    </div>
  );
}
