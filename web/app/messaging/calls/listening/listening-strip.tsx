import {
  IconHeadphones,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerTrackNextFilled,
  IconPlayerTrackPrevFilled,
  IconVolume,
} from 'virtual:icons';
import { useState } from 'react';
import { formatDuration } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { changeSettings, useMusicSettings } from '../../../publishing/music/player/settings.ts';
import { IconButton, TextButton } from '../../../ui/buttons.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { Range } from '../../../ui/media/range.tsx';
import { useCalls } from '../use-calls.ts';
import type { ListeningView } from './listening-controller.ts';
import styles from './listening-strip.module.css';
import { useListening } from './use-listening.ts';

const STEP_MS = 1000;
const KEY_MS = 5000;
/** A later press on «previous» goes to the start of the same track. */
const RESTART_AFTER_MS = 3000;
const FULL = 100;
const VOLUME_KEY = 5;

/** What the call listens to together, above its tiles; every control works for everybody, the volume for the viewer. */
export function ListeningStrip() {
  const t = useText('calls');
  const view = useListening();
  if (view === null) return null;
  return (
    <section className={styles.strip} aria-label={t('calls.listen.strip')}>
      <Words view={view} />
      <Controls view={view} />
      <Place view={view} />
      <Loudness />
    </section>
  );
}

/** Names the music while the window of the call is rolled up. */
export function ListeningBadge() {
  const t = useText('calls');
  const view = useListening();
  if (view === null) return null;
  return (
    <small className={styles.badge} role="status">
      <IconHeadphones size={15} stroke={ICON_STROKE} aria-hidden="true" />
      <span className="clip1">{view.track?.title ?? t('calls.listen.strip')}</span>
    </small>
  );
}

const PROBLEMS = {
  loading: 'calls.listen.loading',
  unavailable: 'calls.listen.unavailable',
  failed: 'calls.listen.offline',
} as const;

function Words({ view: { track, state } }: { view: ListeningView }) {
  const t = useText('calls');
  return (
    <div className={styles.words} role="status">
      {track?.cover ? (
        <img src={track.cover} alt="" width={36} height={36} />
      ) : (
        <IconHeadphones size={22} stroke={ICON_STROKE} aria-hidden="true" />
      )}
      <p>
        <b className="clip1">{track?.title ?? t('calls.listen.strip')}</b>
        <span className="clip1">{state === 'ready' ? track?.artist : t(PROBLEMS[state])}</span>
      </p>
    </div>
  );
}

function Controls({ view: { listening, index, positionMs, isPlaying, isBlocked, isAway } }: { view: ListeningView }) {
  const t = useText('calls');
  const { calls } = useCalls();
  const last = listening.tracks.length - 1;
  const isOver = index === last && positionMs >= (listening.tracks[last]?.duration_ms ?? 0);

  function go(to: number, position_ms = 0, playing: 0 | 1 = 1): void {
    calls.listen({ is: 'set', index: to, position_ms: Math.round(position_ms), playing });
  }

  return (
    <div className={styles.controls}>
      <IconButton
        icon={IconPlayerTrackPrevFilled}
        label={t('calls.listen.previous')}
        size={18}
        hasTooltip
        onClick={() => go(positionMs > RESTART_AFTER_MS ? index : Math.max(0, index - 1))}
      />
      <IconButton
        icon={isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled}
        label={t(isPlaying ? 'calls.listen.pause' : 'calls.listen.play')}
        size={20}
        hasTooltip
        onClick={() => (isOver ? go(0) : go(index, positionMs, isPlaying ? 0 : 1))}
      />
      <IconButton
        icon={IconPlayerTrackNextFilled}
        label={t('calls.listen.next')}
        size={18}
        hasTooltip
        disabled={index >= last}
        onClick={() => go(index + 1)}
      />
      {(isBlocked || isAway) && (
        <TextButton
          text={t(isAway ? 'calls.listen.rejoin' : 'calls.listen.unmute')}
          className={styles.join}
          onClick={() => calls.listening.resume()}
        />
      )}
      <TextButton text={t('calls.listen.stop')} className={styles.stop} onClick={() => calls.listen({ is: 'stop' })} />
    </div>
  );
}

function Place({ view: { listening, index, positionMs, isPlaying } }: { view: ListeningView }) {
  const t = useText('calls');
  const { calls } = useCalls();
  /** Of the dragged knob; everybody jumps when it is released. */
  const [wanted, setWanted] = useState<number | null>(null);
  const length = listening.tracks[index]?.duration_ms ?? 0;
  const shown = Math.min(wanted ?? positionMs, length);
  const [position, duration] = [formatDuration(shown), formatDuration(length)];

  function seek(): void {
    if (wanted === null) return;
    calls.listen({ is: 'set', index, position_ms: Math.round(wanted), playing: isPlaying ? 1 : 0 });
    setWanted(null);
  }

  return (
    <div className={styles.place}>
      <span className="num" aria-hidden="true">
        {position}
      </span>
      <Range
        label={t('calls.listen.seek')}
        value={shown}
        max={Math.floor(length / STEP_MS) * STEP_MS}
        step={STEP_MS}
        keyStep={KEY_MS}
        text={t('calls.listen.time', { position, duration })}
        isOnPicture
        isDisabled={length === 0}
        onChange={setWanted}
        onEnd={seek}
      />
      <span className="num" aria-hidden="true">
        {duration}
      </span>
    </div>
  );
}

/** The volume of music in this browser, the same that the player has. */
function Loudness() {
  const t = useText('calls');
  const { volume, isMuted } = useMusicSettings();
  const percent = isMuted ? 0 : Math.round(volume * FULL);
  return (
    <div className={styles.volume}>
      <IconVolume size={18} stroke={ICON_STROKE} aria-hidden="true" />
      <Range
        label={t('calls.listen.volume')}
        value={percent}
        max={FULL}
        step={1}
        keyStep={VOLUME_KEY}
        text={`${percent}%`}
        isOnPicture
        onChange={(value) => changeSettings({ volume: value / FULL, isMuted: false })}
      />
    </div>
  );
}
