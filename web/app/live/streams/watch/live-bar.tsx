import {
  IconMaximize,
  IconMinimize,
  IconPictureInPicture,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward10,
  IconVolume,
  IconVolumeOff,
} from 'virtual:icons';
import type { Stream } from '@app/contract/live/streams';
import { formatDuration } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { MediaControl } from '../../../ui/media/media-control.tsx';
import { Range } from '../../../ui/media/range.tsx';
import styles from './live-player.module.css';
import type { LiveEvent, LivePlace, LiveState } from './live-state.ts';

const PLAY_ICON = { size: 22, 'aria-hidden': true } as const;
const ICON = { size: 21, stroke: ICON_STROKE, 'aria-hidden': true } as const;
const VOLUME_PERCENT = 100;

interface LiveBarProps {
  stream: Stream;
  state: LiveState;
  place: LivePlace;
  elapsedMs: number;
  /** There is something to pause. */
  hasSomething: boolean;
  isSilent: boolean;
  isFull: boolean;
  send: (event: LiveEvent) => void;
  onMute: () => void;
  /** Undefined where the stream has no recording. */
  onSeek: ((to: number) => void) | undefined;
  onBack: () => void;
  /** Undefined where the picture cannot float. */
  onFloat: (() => void) | undefined;
  onFull: () => void;
}

function LiveSeekBar({ place, onSeek }: { place: LivePlace; onSeek: (to: number) => void }) {
  const t = useText('streams');
  const { isNow, behind, at, length } = place;
  return (
    <Range
      isOnPicture
      className={styles.seek}
      label={t('streams.player.seek')}
      value={Math.min(at, length)}
      max={Math.max(Math.ceil(length), 1)}
      step={1}
      text={isNow ? t('streams.live') : t('streams.player.behind', { time: formatDuration(behind * 1000) })}
      onChange={onSeek}
    />
  );
}

export function LiveBar(props: LiveBarProps) {
  const t = useText('streams');
  const { stream, state, place, hasSomething, isSilent, isFull, onSeek, onFloat } = props;
  const { isPlaying, volume } = state;
  const { isNow, behind } = place;
  return (
    <fieldset className={styles.bar}>
      <legend className="sr">{t('streams.player')}</legend>
      {onSeek && <LiveSeekBar place={place} onSeek={onSeek} />}
      <div className={styles.row}>
        <MediaControl
          hasTitle
          label={t(isPlaying ? 'streams.player.pause' : 'streams.player.play')}
          isDisabled={!hasSomething}
          onPress={() => props.send({ type: 'toggle' })}
        >
          {isPlaying ? <IconPlayerPauseFilled {...PLAY_ICON} /> : <IconPlayerPlayFilled {...PLAY_ICON} />}
        </MediaControl>
        {onSeek && (
          <MediaControl hasTitle label={t('streams.player.back')} onPress={props.onBack}>
            <IconRewindBackward10 {...ICON} />
          </MediaControl>
        )}
        <MediaControl
          hasTitle
          label={t(isSilent ? 'streams.player.unmute' : 'streams.player.mute')}
          onPress={props.onMute}
        >
          {isSilent ? <IconVolumeOff {...ICON} /> : <IconVolume {...ICON} />}
        </MediaControl>
        <Range
          isOnPicture
          className={styles.volume}
          label={t('streams.player.volume')}
          value={isSilent ? 0 : Math.round(volume * VOLUME_PERCENT)}
          max={VOLUME_PERCENT}
          step={5}
          onChange={(percent) => props.send({ type: 'volume', to: percent / VOLUME_PERCENT })}
        />
        {stream.started_at !== null && (
          <span className={`num ${styles.time}`}>
            {isNow ? formatDuration(props.elapsedMs) : `−${formatDuration(behind * 1000)}`}
          </span>
        )}
        <span className={styles.gap} />
        {onFloat && (
          <MediaControl hasTitle label={t('streams.player.pip')} onPress={onFloat}>
            <IconPictureInPicture {...ICON} />
          </MediaControl>
        )}
        <MediaControl
          hasTitle
          label={t(isFull ? 'streams.player.small' : 'streams.player.full')}
          onPress={props.onFull}
        >
          {isFull ? <IconMinimize {...ICON} /> : <IconMaximize {...ICON} />}
        </MediaControl>
      </div>
    </fieldset>
  );
}
