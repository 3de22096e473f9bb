import type { PublicationFile } from '@app/contract/publishing/publications';
import {
  IconMaximize,
  IconMinimize,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconSettings,
  IconVideoOff,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { averageColor } from '../../../market/ads/thumbhash-color.ts';
import { formatClock } from '../../../messaging/voice-notes/format-clock.ts';
import { acquireAudioFocus } from '../../../platform/audio-focus.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { attachVideo, type VideoAttachment } from '../../../ui/media/attach-video.ts';
import { loadVideoSettings, mayAutoplay, saveVideoSettings } from '../../../ui/media/video-settings.ts';
import { IN_VIEW_THRESHOLDS, isInView } from '../feed/in-view.ts';
import { useHeart } from '../use-heart.tsx';
import styles from './publication-video.module.css';
import { VideoMenu } from './video-menu.tsx';

/** Limits of the aspect ratio: portraits are shown no taller, banners no flatter. */
const TALLEST = 0.8;
const FLATTEST = 16 / 9;
const SEEK_S = 5;
const VOLUME_STEP = 0.1;
const IDLE_MS = 2500;
const DOUBLE_MS = 260;

interface RepairActions {
  editAt: string;
  onDelete: () => void;
}

interface PublicationVideoProps {
  file: PublicationFile;
  name: string;
  /** Actions of the author for a failed video; undefined for other viewers. */
  repair: RepairActions | undefined;
  onLike: (() => void) | undefined;
  onVideo: ((video: HTMLVideoElement | null) => void) | undefined;
}

function TranscodeProgress({ file }: { file: PublicationFile }) {
  const t = useText('posts');
  const plays = file.url !== '';
  return (
    <div className={styles.making} data-over={!plays || undefined} role="status">
      <p>
        <b>{t('posts.video.processing')}</b>
        <span className="num">{t('posts.video.progress', { percent: file.progress })}</span>
      </p>
      <progress max={100} value={file.progress} aria-label={t('posts.video.processing')} />
      <small>{t(plays ? 'posts.video.processing.text' : 'posts.video.processing.wait')}</small>
    </div>
  );
}

function FailedTranscode({ plays, repair }: { plays: boolean; repair: RepairActions | undefined }) {
  const t = useText('posts');
  return (
    <div className={plays ? styles.failed : styles.broken} role="status">
      {!plays && <IconVideoOff size={36} stroke={1.5} aria-hidden="true" />}
      <b>{t('posts.video.failed')}</b>
      <span>
        {t(plays ? 'posts.video.failed.plays' : repair ? 'posts.video.failed.own' : 'posts.video.failed.other')}
      </span>
      {repair && (
        <div className={styles.mending}>
          <Link to={repair.editAt} className={button('light', 'small')}>
            {t('posts.video.replace')}
          </Link>
          <button type="button" className={button('plain', 'small')} onClick={repair.onDelete}>
            {t('posts.delete')}
          </button>
        </div>
      )}
    </div>
  );
}

function UnplayableVideo({ url }: { url: string }) {
  const t = useText('posts');
  return (
    <div className={styles.broken}>
      <IconVideoOff size={36} stroke={1.5} aria-hidden="true" />
      <b>{t('posts.video.unplayable')}</b>
      <a href={url} download className={button('plain', 'small')}>
        {t('posts.video.download')}
      </a>
    </div>
  );
}

/**
 * Video with custom controls: keyboard, quality, remembered volume. Starts muted when scrolled into view if autoplay is
 * enabled.
 */
export function PublicationVideo({ file, name, repair, onLike, onVideo }: PublicationVideoProps) {
  const t = useText('posts');
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const attached = useRef<VideoAttachment | Promise<VideoAttachment> | null>(null);
  /** Whether playback was started by autoplay and not by a press. */
  const isByItself = useRef(false);
  const releaseAudioFocus = useRef<(() => void) | undefined>(undefined);
  const pressing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { heart, beat } = useHeart();
  const [isAlive, setAlive] = useState(false);
  const [isPlaying, setPlaying] = useState(false);
  const [hasBegun, setBegun] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [isMuted, setMuted] = useState(false);
  const [isFull, setFull] = useState(false);
  const [isIdle, setIdle] = useState(false);
  const [isUnplayable, setUnplayable] = useState(false);
  const [now, setNow] = useState(0);
  const [length, setLength] = useState(file.duration_ms / 1000);
  const [heights, setHeights] = useState<readonly number[]>([]);
  const { state } = file;
  // Playback of the original is not interrupted when transcoding finishes meanwhile.
  const [source, setSource] = useState({ id: file.id, url: file.url, hls: file.hls });
  const { url, hls } = source;
  if ((!isPlaying || source.id !== file.id) && (source.id !== file.id || url !== file.url || hls !== file.hls))
    setSource({ id: file.id, url: file.url, hls: file.hls });
  const plays = url !== '' || hls !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: other sources are another video
  useEffect(() => {
    setAlive(true);
    return () => {
      const given = attached.current;
      attached.current = null;
      void Promise.resolve(given).then((known) => known?.detach());
      releaseAudioFocus.current?.();
      setHeights([]);
      setPlaying(false);
      setUnplayable(false);
    };
  }, [url, hls]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with something to play comes the element
  useEffect(() => {
    onVideo?.(video.current);
    return () => onVideo?.(null);
  }, [plays, onVideo]);

  async function ready(element: HTMLVideoElement): Promise<void> {
    if (attached.current === null) {
      const attaching = attachVideo(element, { url, hls }, loadVideoSettings().quality);
      attached.current = attaching;
      const known = await attaching;
      if (attached.current !== attaching) return known.detach();
      attached.current = known;
      setHeights(known.heights);
    } else await attached.current;
  }

  async function play(byItself: boolean): Promise<void> {
    const element = video.current;
    if (element === null) return;
    isByItself.current = byItself;
    const choice = loadVideoSettings();
    element.volume = choice.volume;
    element.muted = byItself || choice.isMuted;
    setBegun(true);
    const left = attached.current === null && now < length - 1 ? now : 0;
    try {
      await ready(element);
      if (left > 0) element.currentTime = left;
      await element.play();
    } catch {
      // Browsers may refuse playback without a user gesture; the play button then stays.
      setPlaying(false);
    }
  }

  function toggle(): void {
    const element = video.current;
    if (element === null) return;
    if (element.paused) void play(false);
    else if (isByItself.current) unmute();
    else element.pause();
  }

  /** The first press unmutes a video that plays by autoplay. */
  function unmute(): void {
    const element = video.current;
    if (element === null) return;
    isByItself.current = false;
    const { volume } = loadVideoSettings();
    element.volume = volume > 0 ? volume : 1;
    element.muted = false;
    saveVideoSettings({ isMuted: false, volume: element.volume });
  }

  function toggleMute(): void {
    const element = video.current;
    if (element === null) return;
    if (element.muted) {
      unmute();
      return;
    }
    element.muted = true;
    saveVideoSettings({ isMuted: true });
  }

  function changeVolume(step: number): void {
    const element = video.current;
    if (element === null) return;
    element.volume = Math.min(1, Math.max(0, Math.round((element.volume + step) * 10) / 10));
    element.muted = element.volume === 0;
    isByItself.current = false;
    saveVideoSettings({ volume: element.volume, isMuted: element.muted });
  }

  function seek(to: number): void {
    const element = video.current;
    if (element === null || !Number.isFinite(to)) return;
    const target = Math.min(Math.max(0, to), length);
    setNow(target);
    if (attached.current === null) void play(false).then(() => (element.currentTime = target));
    else element.currentTime = target;
  }

  async function toggleFull(): Promise<void> {
    const element = video.current as (HTMLVideoElement & { webkitEnterFullscreen?: () => void }) | null;
    try {
      if (document.fullscreenElement) await document.exitFullscreen();
      else if (root.current?.requestFullscreen) await root.current.requestFullscreen();
      // iPhones support full screen only for the video element itself.
      else element?.webkitEnterFullscreen?.();
    } catch {
      // The system refused full screen; the video stays in place.
    }
  }

  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !plays) return;
    const { target, key } = event;
    const isButton = target instanceof Element && target.closest('button, a, input, [popover]') !== null;
    const isRange = target instanceof HTMLInputElement;
    const keyHandlers: Record<string, (() => void) | undefined> = {
      ' ': isButton ? undefined : toggle,
      k: toggle,
      ArrowLeft: isRange ? undefined : () => seek((video.current?.currentTime ?? 0) - SEEK_S),
      ArrowRight: isRange ? undefined : () => seek((video.current?.currentTime ?? 0) + SEEK_S),
      ArrowUp: isRange ? undefined : () => changeVolume(VOLUME_STEP),
      ArrowDown: isRange ? undefined : () => changeVolume(-VOLUME_STEP),
      m: toggleMute,
      f: () => void toggleFull(),
    };
    // Compares physical keys, because the keyboard layout may be Russian.
    const name = event.code === 'KeyM' ? 'm' : event.code === 'KeyF' ? 'f' : event.code === 'KeyK' ? 'k' : key;
    const handler = keyHandlers[name];
    if (handler === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    showControls();
    handler();
  }

  /** A second press right after the first is a like, so a single press acts only after the double-press time. */
  function press(event: MouseEvent<HTMLElement>): void {
    clearTimeout(pressing.current);
    if (onLike === undefined) toggle();
    else if (event.detail === 2) {
      beat(event);
      onLike();
    } else pressing.current = setTimeout(toggle, DOUBLE_MS);
  }

  function showControls(): void {
    setIdle(false);
    clearTimeout(idle.current);
    idle.current = setTimeout(() => setIdle(true), IDLE_MS);
  }
  useEffect(
    () => () => {
      clearTimeout(idle.current);
      clearTimeout(pressing.current);
    },
    [],
  );

  const seen = useEffectEvent((isSeen: boolean) => {
    const element = video.current;
    if (element === null) return;
    if (!isSeen) {
      // A video started by the user plays until it is completely out of view; one started by autoplay pauses earlier.
      if (!element.paused && isByItself.current) element.pause();
      return;
    }
    if (element.paused && (isByItself.current || element.currentTime === 0) && !document.hidden && mayAutoplay())
      void play(true);
  });
  const gone = useEffectEvent(() => {
    const element = video.current;
    if (element !== null && !element.paused && document.pictureInPictureElement !== element) element.pause();
  });
  useEffect(() => {
    const element = root.current;
    if (element === null || !plays || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry === undefined) return;
        if (entry.intersectionRatio === 0) gone();
        else seen(isInView(entry));
      },
      { threshold: IN_VIEW_THRESHOLDS },
    );
    observer.observe(element);
    const follow = (): void => setFull(document.fullscreenElement === element);
    const hide = (): void => {
      if (document.hidden && isByItself.current) video.current?.pause();
    };
    document.addEventListener('fullscreenchange', follow);
    document.addEventListener('visibilitychange', hide);
    return () => {
      observer.disconnect();
      document.removeEventListener('fullscreenchange', follow);
      document.removeEventListener('visibilitychange', hide);
    };
  }, [plays]);

  /** A video with sound takes the audio focus, which pauses other media. */
  function listen(): void {
    const element = video.current;
    if (element === null) return;
    setMuted(element.muted);
    releaseAudioFocus.current?.();
    releaseAudioFocus.current = undefined;
    if (!element.paused && !element.muted)
      releaseAudioFocus.current = acquireAudioFocus(element, () => element.pause());
  }

  const natural = file.width > 0 && file.height > 0 ? file.width / file.height : FLATTEST;
  const ratio = Math.min(FLATTEST, Math.max(TALLEST, natural));
  const label = file.alt ? `${t('posts.video.label', { name })}. ${file.alt}` : t('posts.video.label', { name });
  return (
    <div className={styles.whole}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the player, for whatever in it has the focus */}
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
            ref={video}
            className={styles.video}
            poster={file.preview || undefined}
            // Before hydration the browser's own controls are shown.
            controls={!isAlive}
            {...(!isAlive && { src: url })}
            playsInline
            preload="none"
            tabIndex={0}
            aria-label={label}
            title={t('posts.video.keys')}
            onClick={press}
            onPlay={() => {
              setPlaying(true);
              showControls();
              listen();
            }}
            onPause={() => {
              setPlaying(false);
              listen();
            }}
            onEnded={() => {
              setPlaying(false);
              isByItself.current = false;
            }}
            onWaiting={() => setWaiting(true)}
            onPlaying={() => setWaiting(false)}
            onTimeUpdate={({ currentTarget }) => setNow(currentTarget.currentTime)}
            onDurationChange={({ currentTarget }) => {
              if (Number.isFinite(currentTarget.duration)) setLength(currentTarget.duration);
            }}
            onVolumeChange={listen}
            onError={() => {
              if (video.current?.getAttribute('src')) setUnplayable(true);
            }}
          />
        ) : (
          file.preview && <img className={styles.video} src={file.preview} alt="" />
        )}
        {heart}
        {state === 'processing' && !plays && <TranscodeProgress file={file} />}
        {state === 'failed' && !plays && <FailedTranscode plays={false} repair={repair} />}
        {isUnplayable && <UnplayableVideo url={url} />}
        {plays && !isPlaying && !isUnplayable && isAlive && (
          <button
            type="button"
            className={styles.big}
            aria-label={t('posts.video.play')}
            onClick={() => {
              void play(false);
              // The focused button disappears, so the focus moves to the video for its keyboard shortcuts.
              video.current?.focus({ preventScroll: true });
            }}
          >
            <IconPlayerPlayFilled size={30} aria-hidden="true" />
          </button>
        )}
        {isWaiting && isPlaying && <span className={styles.waiting} aria-hidden="true" />}
        {!hasBegun && length > 0 && plays && (
          <span className={styles.length} aria-hidden="true">
            {formatClock(length * 1000)}
          </span>
        )}
        {plays && isAlive && hasBegun && !isUnplayable && (
          <div className={styles.bar}>
            <button
              type="button"
              className={styles.control}
              aria-label={t(isPlaying ? 'posts.video.pause' : 'posts.video.play')}
              onClick={() => (isPlaying ? video.current?.pause() : void play(false))}
            >
              {isPlaying ? (
                <IconPlayerPauseFilled size={20} aria-hidden="true" />
              ) : (
                <IconPlayerPlayFilled size={20} aria-hidden="true" />
              )}
            </button>
            <input
              type="range"
              className={styles.seek}
              style={{ '--share': `${length > 0 ? (now / length) * 100 : 0}%` } as object}
              min={0}
              max={Math.max(length, 0.1)}
              step={0.1}
              value={Math.min(now, length)}
              aria-label={t('posts.video.seek')}
              aria-valuetext={t('posts.video.time', { now: formatClock(now * 1000), all: formatClock(length * 1000) })}
              onChange={({ currentTarget }) => seek(Number(currentTarget.value))}
            />
            <span className={`num ${styles.time}`} aria-hidden="true">
              {`${formatClock(now * 1000)} / ${formatClock(length * 1000)}`}
            </span>
            <button
              type="button"
              className={styles.control}
              aria-label={t(isMuted ? 'posts.video.unmute' : 'posts.video.mute')}
              onClick={toggleMute}
            >
              {isMuted ? (
                <IconVolumeOff size={20} stroke={ICON_STROKE} aria-hidden="true" />
              ) : (
                <IconVolume size={20} stroke={ICON_STROKE} aria-hidden="true" />
              )}
            </button>
            <button
              type="button"
              className={styles.control}
              aria-label={t('posts.video.settings')}
              popoverTarget={`${id}-menu`}
            >
              <IconSettings size={20} stroke={ICON_STROKE} aria-hidden="true" />
            </button>
            <button
              type="button"
              className={styles.control}
              aria-label={t(isFull ? 'posts.video.small' : 'posts.video.full')}
              onClick={() => void toggleFull()}
            >
              {isFull ? (
                <IconMinimize size={20} stroke={ICON_STROKE} aria-hidden="true" />
              ) : (
                <IconMaximize size={20} stroke={ICON_STROKE} aria-hidden="true" />
              )}
            </button>
            <VideoMenu
              id={`${id}-menu`}
              heights={heights}
              onChoose={(height) => {
                saveVideoSettings({ quality: height });
                void Promise.resolve(attached.current).then((known) => known?.choose(height));
              }}
            />
          </div>
        )}
      </div>
      {state === 'processing' && plays && <TranscodeProgress file={file} />}
      {state === 'failed' && plays && repair && <FailedTranscode plays repair={repair} />}
    </div>
  );
}
