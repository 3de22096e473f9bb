import { IconAlertCircle } from 'virtual:icons';
import type { ChatFile } from '@app/contract/messaging/chat-files';
import { useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { formatClock } from '../../platform/format/format-clock.ts';
import { useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { PlayIcon } from '../../ui/media/play-icon.tsx';
import { changeSpeed, seek, showTrack, toggle, type VoiceTrack, wasListened } from './player.ts';
import { SpeedButton } from './speed-button.tsx';
import { useSpeed, useTrack } from './use-player.ts';
import styles from './voice-note.module.css';
import { Waveform } from './waveform.tsx';

export interface VoiceNoteProps {
  file: ChatFile;
  mine: boolean;
  name?: string;
}

export function VoiceNote({ file, mine, name = '' }: VoiceNoteProps) {
  const t = useText('composer');
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { isPlaying, position, duration, track: current, hasFailed } = useTrack(file.id);
  const speed = useSpeed();
  const title = name || t('composer.player');
  const { id, url, duration_ms: durationMs } = file;
  const isNew = !mine && file.heard === 0;
  // The peaks of a file never change, but every response contains a new array.
  const waveform = file.waveform.join();
  const track = useMemo<VoiceTrack>(
    () => ({
      id,
      url,
      durationMs,
      waveform: waveform === '' ? [] : waveform.split(',').map(Number),
      name: title,
      isNew,
      place: pathname,
      open: () => void navigate(pathname),
    }),
    [id, url, durationMs, waveform, title, isNew, pathname, navigate],
  );
  useEffect(() => showTrack(track), [track]);

  function press(): void {
    toggle(track);
    // The bar is loaded only with the first voice note.
    import('./mini-bar-root.tsx').then(({ mountMiniBar }) => mountMiniBar()).catch(() => undefined);
  }

  const length = duration || durationMs;
  const isStarted = current !== null && (isPlaying || position > 0);
  return (
    <div className={styles.note} data-mine={mine || undefined}>
      <button
        type="button"
        className={styles.play}
        aria-label={`${t(isPlaying ? 'composer.player.pause' : 'composer.player.play')}: ${title}`}
        onClick={press}
      >
        <PlayIcon isPlaying={isPlaying} size={22} />
      </button>
      <div className={styles.body}>
        <div className={styles.top}>
          <Waveform
            peaks={track.waveform}
            position={position}
            duration={length}
            onSeek={(place) => seek(track, place)}
          />
          {isStarted && <SpeedButton speed={speed} onPress={changeSpeed} />}
        </div>
        <p className={styles.line}>
          <span className="num">
            {isStarted ? `${formatClock(position)} / ${formatClock(length)}` : formatClock(length)}
          </span>
          {isNew && !wasListened(id) && (
            <span
              className={styles.new}
              role="img"
              aria-label={t('composer.player.new')}
              title={t('composer.player.new')}
            />
          )}
        </p>
        {hasFailed && (
          <p role="alert" className={styles.failed}>
            <IconAlertCircle size={16} stroke={ICON_STROKE} aria-hidden="true" />
            {t('composer.player.failed')}
          </p>
        )}
      </div>
    </div>
  );
}
