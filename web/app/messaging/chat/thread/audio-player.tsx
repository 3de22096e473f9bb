import { formatBytes } from '../../../platform/format-bytes.ts';
import { formatClock } from '../../../platform/format-clock.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { iconButton } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from './attachments.module.css';
import type { ChatFile } from '@app/contract/messaging/chat-files';
import { IconDownload, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useRef, useState } from 'react';

/** The playing element; starting another one pauses it. */
let playing: HTMLAudioElement | null = null;

export function AudioPlayer({ file }: { file: ChatFile }) {
  const t = useText('chat');
  const lang = useLanguage();
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [length, setLength] = useState(file.duration_ms / 1000);
  const { name } = file;

  function toggle(): void {
    const element = audio.current;
    if (element === null) return;
    if (!element.paused) {
      element.pause();
      return;
    }
    if (playing !== element) playing?.pause();
    playing = element;
    element.play().catch(() => setPlaying(false));
  }

  return (
    <div className={styles.file}>
      {/* biome-ignore lint/a11y/useMediaCaption: there are no captions to give */}
      <audio
        ref={audio}
        src={file.url}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPosition(0)}
        onTimeUpdate={(event) => setPosition(event.currentTarget.currentTime)}
        onDurationChange={(event) => {
          if (Number.isFinite(event.currentTarget.duration)) setLength(event.currentTarget.duration);
        }}
      />
      <button
        type="button"
        className={styles.play}
        aria-label={t(isPlaying ? 'chat.audio.pause' : 'chat.audio.play', { name })}
        onClick={toggle}
      >
        {isPlaying ? (
          <IconPlayerPauseFilled size={20} aria-hidden="true" />
        ) : (
          <IconPlayerPlayFilled size={20} aria-hidden="true" />
        )}
      </button>
      <div className={styles.words}>
        <b>{name}</b>
        {isPlaying || position > 0 ? (
          <span className={styles.seek}>
            <input
              type="range"
              min={0}
              max={Math.max(1, Math.round(length))}
              step={1}
              value={Math.round(position)}
              aria-label={t('chat.audio.seek', { name })}
              aria-valuetext={formatClock(position * 1000)}
              onChange={(event) => {
                if (audio.current) audio.current.currentTime = Number(event.currentTarget.value);
              }}
            />
            <small className="num">{`${formatClock(position * 1000)} / ${formatClock(length * 1000)}`}</small>
          </span>
        ) : (
          <small className="num">
            {length > 0 ? `${formatClock(length * 1000)} · ` : ''}
            {formatBytes(lang, file.bytes)}
          </small>
        )}
      </div>
      <a
        href={file.url}
        download={name}
        className={`${iconButton} ${styles.get}`}
        aria-label={t('chat.file.download', { name })}
        title={t('chat.file.download', { name })}
      >
        <IconDownload size={20} stroke={ICON_STROKE} aria-hidden="true" />
      </a>
    </div>
  );
}
