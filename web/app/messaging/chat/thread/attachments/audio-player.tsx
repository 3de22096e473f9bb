import type { ChatFile } from '@app/contract/messaging/chat-files';
import { formatBytes } from '../../../../platform/format/format-bytes.ts';
import { formatClock } from '../../../../platform/format/format-clock.ts';
import { useLanguage, useText } from '../../../../platform/i18n.tsx';
import { PlayIcon } from '../../../../ui/media/play-icon.tsx';
import { useMediaPlayer } from '../../../../ui/media/use-media-player.ts';
import styles from './attachments.module.css';
import { DownloadLink } from './download-link.tsx';

export function AudioPlayer({ file }: { file: ChatFile }) {
  const t = useText('chat');
  const lang = useLanguage();
  const { name } = file;
  const [state, player] = useMediaPlayer<HTMLAudioElement>({ duration: file.duration_ms / 1000 });
  const { isPlaying, position, duration: length } = state;

  return (
    <div className={styles.file}>
      {/* biome-ignore lint/a11y/useMediaCaption: there are no captions to give */}
      <audio
        ref={player.bind}
        src={file.url}
        preload="none"
        onEnded={() => player.send({ type: 'moved', position: 0 })}
      />
      <button
        type="button"
        className={styles.play}
        aria-label={t(isPlaying ? 'chat.audio.pause' : 'chat.audio.play', { name })}
        onClick={() => player.send({ type: 'toggle' })}
      >
        <PlayIcon isPlaying={isPlaying} />
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
              onChange={({ currentTarget }) => player.send({ type: 'seek', to: Number(currentTarget.value) })}
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
      <DownloadLink file={file} />
    </div>
  );
}
