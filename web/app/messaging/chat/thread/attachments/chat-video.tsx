import { IconMaximize, IconMinimize, IconVolume, IconVolumeOff } from 'virtual:icons';
import type { ChatFile } from '@app/contract/messaging/chat-files';
import { useRef } from 'react';
import { averageColor } from '../../../../market/ads/thumbhash-color.ts';
import { formatClock } from '../../../../platform/format/format-clock.ts';
import { useText } from '../../../../platform/i18n.tsx';
import { PreHydrationButton } from '../../../../ui/form/pre-hydration-button.tsx';
import { ICON_STROKE } from '../../../../ui/icon.ts';
import { MediaControl } from '../../../../ui/media/media-control.tsx';
import type { MediaPlayer } from '../../../../ui/media/media-player.ts';
import type { MediaState } from '../../../../ui/media/media-state.ts';
import { PlayIcon } from '../../../../ui/media/play-icon.tsx';
import { Range } from '../../../../ui/media/range.tsx';
import { useFullscreen } from '../../../../ui/media/use-fullscreen.ts';
import { useIdleControls } from '../../../../ui/media/use-idle-controls.ts';
import { useMediaPlayer } from '../../../../ui/media/use-media-player.ts';
import styles from './chat-video.module.css';
import { DownloadLink } from './download-link.tsx';
import { videoPlace } from './video-place.ts';

const ICON = { size: 20, stroke: ICON_STROKE, 'aria-hidden': true } as const;

interface BarProps {
  state: MediaState;
  player: MediaPlayer<HTMLVideoElement>;
  isFull: boolean;
  onFull: () => void;
}

function Bar({ state: { isPlaying, isMuted, position, duration }, player, isFull, onFull }: BarProps) {
  const t = useText('chat');
  const [now, all] = [formatClock(position * 1000), formatClock(duration * 1000)];
  return (
    <div className={styles.bar}>
      <MediaControl
        isNarrow
        label={t(isPlaying ? 'chat.video.pause' : 'chat.video.play')}
        onPress={() => player.send({ type: 'toggle' })}
      >
        <PlayIcon isPlaying={isPlaying} />
      </MediaControl>
      <Range
        isOnPicture
        className={styles.seek}
        label={t('chat.video.seek')}
        value={position}
        max={Math.max(duration, 0.1)}
        step={0.1}
        text={t('chat.video.time', { now, all })}
        onChange={(to) => player.send({ type: 'seek', to })}
      />
      <span className={`num ${styles.time}`} aria-hidden="true">
        {now}
      </span>
      <MediaControl
        isNarrow
        label={t(isMuted ? 'chat.video.unmute' : 'chat.video.mute')}
        onPress={() => player.send({ type: 'mute' })}
      >
        {isMuted ? <IconVolumeOff {...ICON} /> : <IconVolume {...ICON} />}
      </MediaControl>
      <MediaControl isNarrow label={t(isFull ? 'chat.video.small' : 'chat.video.full')} onPress={onFull}>
        {isFull ? <IconMinimize {...ICON} /> : <IconMaximize {...ICON} />}
      </MediaControl>
    </div>
  );
}

export function ChatVideo({ file }: { file: ChatFile }) {
  const t = useText('chat');
  const root = useRef<HTMLDivElement>(null);
  const [state, player] = useMediaPlayer<HTMLVideoElement>({ duration: file.duration_ms / 1000 });
  const [isIdle, showControls] = useIdleControls();
  const { isFull, toggleFull } = useFullscreen(root);
  const { isPlaying, hasBegun, hasFailed, duration } = state;
  if (hasFailed)
    return (
      <div className={styles.failed}>
        <p>{`${t('chat.video.failed')}: ${file.name}`}</p>
        <DownloadLink file={file} />
      </div>
    );
  return (
    <div
      ref={root}
      className={styles.player}
      data-idle={(isPlaying && isIdle) || undefined}
      style={isFull ? { backgroundColor: averageColor(file.thumbhash) } : videoPlace(file)}
      onPointerMove={showControls}
      onPointerDown={showControls}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: people film each other; there are no captions to give */}
      <video
        ref={player.bind}
        className={styles.video}
        src={file.url}
        poster={file.preview ?? undefined}
        playsInline
        preload="none"
        aria-label={`${t('chat.kind.video')}: ${file.name}`}
        onClick={() => player.send({ type: 'toggle' })}
      />
      {hasBegun ? (
        <Bar state={state} player={player} isFull={isFull} onFull={() => void toggleFull()} />
      ) : (
        <>
          <PreHydrationButton
            className={styles.big}
            aria-label={`${t('chat.video.play')}: ${file.name}`}
            onPress={() => player.send({ type: 'play' })}
          >
            <PlayIcon isPlaying={false} size={28} />
          </PreHydrationButton>
          {duration > 0 && (
            <span className={`num ${styles.length}`} aria-hidden="true">
              {formatClock(duration * 1000)}
            </span>
          )}
        </>
      )}
    </div>
  );
}
