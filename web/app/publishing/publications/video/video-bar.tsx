import {
  IconMaximize,
  IconMinimize,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconSettings,
  IconVolume,
  IconVolumeOff,
} from 'virtual:icons';
import { useId } from 'react';
import { formatClock } from '../../../platform/format/format-clock.ts';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { MediaControl } from '../../../ui/media/media-control.tsx';
import type { MediaState } from '../../../ui/media/media-state.ts';
import { Range } from '../../../ui/media/range.tsx';
import { loadVideoSettings } from '../../../ui/media/video-settings.ts';
import styles from './publication-video.module.css';
import type { VideoPlayer } from './use-publication-player.ts';
import { VideoMenu } from './video-menu.tsx';

const PLAY_ICON = { size: 20, 'aria-hidden': true } as const;
const ICON = { ...PLAY_ICON, stroke: ICON_STROKE } as const;

export function VideoLength({ seconds }: { seconds: number }) {
  return (
    <span className={styles.length} aria-hidden="true">
      {formatClock(seconds * 1000)}
    </span>
  );
}

interface VideoBarProps {
  state: MediaState;
  player: VideoPlayer;
  isFull: boolean;
  onFull: () => void;
}

export function VideoBar({ state, player, isFull, onFull }: VideoBarProps) {
  const t = useText('posts');
  const id = useId();
  const { isPlaying, isMuted, position, duration, heights } = state;
  const [now, all] = [formatClock(position * 1000), formatClock(duration * 1000)];
  return (
    <div className={styles.bar}>
      <MediaControl
        isNarrow
        label={t(isPlaying ? 'posts.video.pause' : 'posts.video.play')}
        onPress={() => player.send(isPlaying ? { type: 'pause' } : { type: 'play', preferred: loadVideoSettings() })}
      >
        {isPlaying ? <IconPlayerPauseFilled {...PLAY_ICON} /> : <IconPlayerPlayFilled {...PLAY_ICON} />}
      </MediaControl>
      <Range
        isOnPicture
        className={styles.seek}
        label={t('posts.video.seek')}
        value={position}
        max={Math.max(duration, 0.1)}
        step={0.1}
        text={t('posts.video.time', { now, all })}
        onChange={(to) => player.send({ type: 'seek', to })}
      />
      <span className={`num ${styles.time}`} aria-hidden="true">
        {`${now} / ${all}`}
      </span>
      <MediaControl
        isNarrow
        label={t(isMuted ? 'posts.video.unmute' : 'posts.video.mute')}
        onPress={() => player.send({ type: 'mute', preferred: loadVideoSettings() })}
      >
        {isMuted ? <IconVolumeOff {...ICON} /> : <IconVolume {...ICON} />}
      </MediaControl>
      <MediaControl isNarrow label={t('posts.video.settings')} popover={id}>
        <IconSettings {...ICON} />
      </MediaControl>
      <MediaControl isNarrow label={t(isFull ? 'posts.video.small' : 'posts.video.full')} onPress={onFull}>
        {isFull ? <IconMinimize {...ICON} /> : <IconMaximize {...ICON} />}
      </MediaControl>
      <VideoMenu id={id} heights={heights} onChoose={(height) => player.send({ type: 'quality', height })} />
    </div>
  );
}
