import { IconPlayerPlayFilled } from 'virtual:icons';
import type { PublicationFile } from '@app/contract/publishing/publications';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { averageColor } from '../../../market/ads/thumbhash-color.ts';
import { useText } from '../../../platform/i18n.tsx';
import { IconButton } from '../../../ui/buttons.tsx';
import { mediaKeyOf } from '../../../ui/media/media-keys.ts';
import { useFullscreen } from '../../../ui/media/use-fullscreen.ts';
import { useIdleControls } from '../../../ui/media/use-idle-controls.ts';
import { loadVideoSettings } from '../../../ui/media/video-settings.ts';
import { useHeart } from '../use-heart.tsx';
import styles from './publication-video.module.css';
import { usePublicationPlayer, type VideoPlayer } from './use-publication-player.ts';
import { VideoBar, VideoLength } from './video-bar.tsx';
import { FailedTranscode, type RepairActions, TranscodeProgress, UnplayableVideo } from './video-notes.tsx';

/** Limits of the aspect ratio: portraits are shown no taller, banners no flatter. */
const TALLEST = 0.8;
const FLATTEST = 16 / 9;
const SEEK_S = 5;
const VOLUME_STEP = 0.1;
const DOUBLE_MS = 260;

interface PublicationVideoProps {
  file: PublicationFile;
  name: string;
  /** Undefined for other viewers than the author. */
  repair: RepairActions | undefined;
  onLike: (() => void) | undefined;
  onVideo: ((video: HTMLVideoElement | null) => void) | undefined;
}

/** A second press right after the first is a like, so a single press acts only after the double-press time. */
function usePress(onSingle: () => void, onDouble: ((event: MouseEvent<HTMLElement>) => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (event: MouseEvent<HTMLElement>): void => {
    clearTimeout(timer.current);
    if (onDouble === undefined) onSingle();
    else if (event.detail === 2) onDouble(event);
    else timer.current = setTimeout(onSingle, DOUBLE_MS);
  };
}

/** Returns a key handler. */
function useKeys(player: VideoPlayer, isOn: boolean, showControls: () => void, toggleFull: () => Promise<void>) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const pressed = isOn ? mediaKeyOf(event, 'input') : undefined;
    if (pressed === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    showControls();
    const { volume } = player.state();
    // The state follows `timeupdate`, which is up to a quarter of a second late.
    const position = player.element()?.currentTime ?? 0;
    if (pressed === 'back') player.send({ type: 'seek', to: position - SEEK_S });
    else if (pressed === 'forward') player.send({ type: 'seek', to: position + SEEK_S });
    else if (pressed === 'louder') player.send({ type: 'volume', to: volume + VOLUME_STEP });
    else if (pressed === 'quieter') player.send({ type: 'volume', to: volume - VOLUME_STEP });
    else if (pressed === 'full') void toggleFull();
    else player.send({ type: pressed, preferred: loadVideoSettings() });
  };
}

/** Hands the element to the page that follows its position. */
function useGivenVideo(player: VideoPlayer, plays: boolean, onVideo: PublicationVideoProps['onVideo']): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: with something to play comes the element
  useEffect(() => {
    onVideo?.(player.element());
    return () => onVideo?.(null);
  }, [player, plays, onVideo]);
}

interface StageProps extends Pick<PublicationVideoProps, 'file' | 'name' | 'repair' | 'onLike'> {
  root: RefObject<HTMLDivElement | null>;
  playback: ReturnType<typeof usePublicationPlayer>;
}

function Stage({ root, playback, file, name, repair, onLike }: StageProps) {
  const t = useText('posts');
  const { state, player, url, plays, isAlive } = playback;
  const { isPlaying, hasBegun, hasFailed, duration } = state;
  const { heart, beat } = useHeart();
  const [isIdle, showControls] = useIdleControls();
  const { isFull, toggleFull } = useFullscreen(root);
  const handleKey = useKeys(player, plays, showControls, toggleFull);
  const handlePress = usePress(
    () => player.send({ type: 'toggle', preferred: loadVideoSettings() }),
    onLike &&
      ((event) => {
        beat(event);
        onLike();
      }),
  );

  function start(): void {
    player.send({ type: 'play', preferred: loadVideoSettings() });
    // The focused button disappears, so the focus moves to the video for its keyboard shortcuts.
    player.element()?.focus({ preventScroll: true });
  }

  const natural = file.width > 0 && file.height > 0 ? file.width / file.height : FLATTEST;
  const ratio = Math.min(FLATTEST, Math.max(TALLEST, natural));
  const label = t('posts.video.label', { name });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the player, for whatever in it has the focus
    <div
      ref={root}
      className={styles.player}
      data-media=""
      data-playing={isPlaying || undefined}
      data-idle={isIdle || undefined}
      style={{ aspectRatio: isFull ? undefined : ratio, backgroundColor: averageColor(file.thumbhash) }}
      onKeyDown={handleKey}
      onPointerMove={showControls}
      onPointerDown={showControls}
    >
      {plays ? (
        <video
          ref={player.bind}
          className={styles.video}
          data-needs-scripts=""
          poster={file.preview || undefined}
          controls={!isAlive}
          {...(!isAlive && { src: url })}
          playsInline
          preload="none"
          tabIndex={0}
          aria-label={file.alt ? `${label}. ${file.alt}` : label}
          title={t('posts.video.keys')}
          onClick={handlePress}
          onPlay={showControls}
        />
      ) : (
        file.preview && <img className={styles.video} src={file.preview} alt="" />
      )}
      {heart}
      {file.state === 'processing' && !plays && <TranscodeProgress file={file} />}
      {file.state === 'failed' && !plays && <FailedTranscode plays={false} repair={repair} />}
      {hasFailed && <UnplayableVideo url={url} />}
      {plays && !isPlaying && !hasFailed && isAlive && (
        <IconButton
          icon={IconPlayerPlayFilled}
          label={t('posts.video.play')}
          size={30}
          className={styles.big}
          onClick={start}
        />
      )}
      {state.isWaiting && isPlaying && <span className={styles.waiting} aria-hidden="true" />}
      {!hasBegun && duration > 0 && plays && <VideoLength seconds={duration} />}
      {plays && isAlive && hasBegun && !hasFailed && (
        <VideoBar state={state} player={player} isFull={isFull} onFull={() => void toggleFull()} />
      )}
    </div>
  );
}

/**
 * Video with custom controls: keyboard, quality, remembered volume. Starts muted when scrolled into view if autoplay is
 * enabled.
 */
export function PublicationVideo({ file, name, repair, onLike, onVideo }: PublicationVideoProps) {
  const root = useRef<HTMLDivElement>(null);
  const playback = usePublicationPlayer(file, root);
  const { player, plays } = playback;
  useGivenVideo(player, plays, onVideo);
  return (
    <div className={styles.whole}>
      <Stage root={root} playback={playback} file={file} name={name} repair={repair} onLike={onLike} />
      {file.state === 'processing' && plays && <TranscodeProgress file={file} />}
      {file.state === 'failed' && plays && repair && <FailedTranscode plays repair={repair} />}
    </div>
  );
}
