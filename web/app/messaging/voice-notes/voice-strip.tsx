import { IconChevronLeft, IconMicrophone, IconPlayerPause, IconTrash } from 'virtual:icons';
import { formatClock } from '../../platform/format/format-clock.ts';
import { useText } from '../../platform/i18n.tsx';
import { iconButton } from '../../ui/button.ts';
import { IconButton } from '../../ui/buttons.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { PlayIcon } from '../../ui/media/play-icon.tsx';
import { seek, toggle, type VoiceTrack } from './player.ts';
import { useTrack } from './use-player.ts';
import type { Voice } from './use-voice.ts';
import styles from './voice-recorder.module.css';
import { barsPath } from './waveform.ts';
import { Waveform } from './waveform.tsx';

const LEVELS = 48;
const LEVEL_MIN = 0.06;

function Levels({ levels }: { levels: readonly number[] }) {
  const shown = [...Array<number>(Math.max(0, LEVELS - levels.length)).fill(0), ...levels].slice(-LEVELS);
  const path = barsPath(shown.map((level) => Math.max(LEVEL_MIN, Math.min(1, level * 2)) * 100));
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
        <PlayIcon isPlaying={isPlaying} />
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
  const states = { asking: 'voice.asking', paused: 'voice.paused', done: 'files.preparing' } as const;
  const isStill = phase === 'asking' || phase === 'paused' || phase === 'done';
  const state = t(`composer.${isStill ? states[phase] : 'voice.recording'}`);
  const shape = (name: 'delete' | 'pause' | 'resume') =>
    ({ size: 22, label: t(`composer.voice.${name}`), hasTooltip: true }) as const;
  return (
    <div className={styles.strip} data-phase={phase} data-away={isAway || undefined}>
      {(phase === 'locked' || isPaused) && (
        <IconButton
          icon={IconTrash}
          {...shape('delete')}
          className={`${iconButton} ${styles.delete}`}
          onClick={voice.cancel}
        />
      )}
      {(isHeld || phase === 'locked') && <span className={styles.dot} aria-hidden="true" />}
      <span className={`num ${styles.clock}`} role="timer" aria-label={state}>
        {formatClock(elapsed)}
      </span>
      <span className="sr" role="status">
        {state}
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
      {phase === 'locked' && <IconButton icon={IconPlayerPause} {...shape('pause')} onClick={voice.pause} />}
      {isPaused && (
        <IconButton
          icon={IconMicrophone}
          {...shape('resume')}
          className={`${iconButton} ${styles.delete}`}
          onClick={voice.resume}
        />
      )}
    </div>
  );
}
