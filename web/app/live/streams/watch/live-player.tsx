import type { Stream } from '@app/contract/live/streams';
import {
  IconMaximize,
  IconMinimize,
  IconPictureInPicture,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward10,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { createRemoteAudio, type RemoteAudio } from '../../../messaging/calls/media/remote-audio.ts';
import { acquireAudioFocus } from '../../../platform/audio-focus.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { attachLive } from '../../../ui/media/attach-live.ts';
import { useFullscreen } from '../../../ui/media/use-fullscreen.ts';
import { loadVideoSettings, saveVideoSettings } from '../../../ui/media/video-settings.ts';
import { canFloat, toggleFloating } from '../../media-rooms/picture-in-picture.ts';
import { streamPath } from '../stream-address.ts';
import { StreamStateBadge, ViewerCount } from '../stream-badges.tsx';
import { formatStreamClock } from '../stream-clock.ts';
import { useElapsed } from '../use-elapsed.ts';
import styles from './live-player.module.css';
import { Picture } from './picture.tsx';
import type { IncomingStream } from './use-watching.ts';

const ICON = { size: 21, stroke: ICON_STROKE, 'aria-hidden': true } as const;
const IDLE_MS = 2500;
const STEP_S = 10;
const VOLUME_STEP = 0.1;
/** The recording lags behind by some segments; a position closer than this counts as live. */
const LIVE_WITHIN_S = 20;
/** Seeking closer to the end than this returns to live. */
const NOW_WITHIN_S = 5;

interface LivePlayerProps {
  stream: Stream;
  incoming: IncomingStream;
  isGuest: boolean;
  children: ReactNode;
}

function useRemoteAudio(
  incoming: IncomingStream,
  isAudible: boolean,
  volume: number,
  onLost: () => void,
): [boolean, () => void] {
  const [isBlocked, setBlocked] = useState(false);
  const remoteAudio = useRef<RemoteAudio | null>(null);
  const lost = useRef(onLost);
  lost.current = onLost;
  const sounds = incoming.mode === 'room' && isAudible ? incoming.view.sounds : null;
  const isSounding = sounds !== null && sounds.length > 0 && !isBlocked;
  useEffect(() => {
    const audio = createRemoteAudio(setBlocked);
    remoteAudio.current = audio;
    return () => {
      remoteAudio.current = null;
      audio.close();
    };
  }, []);
  useEffect(() => {
    for (const { user } of sounds ?? []) remoteAudio.current?.setVolume(user, volume);
    remoteAudio.current?.set(sounds ?? []);
  }, [sounds, volume]);
  // Only one player on the site is audible at a time.
  useEffect(() => (isSounding ? acquireAudioFocus('stream', () => lost.current()) : undefined), [isSounding]);
  return [isBlocked && sounds !== null, () => remoteAudio.current?.resume()];
}

function useRecording(
  video: HTMLVideoElement | null,
  url: string | null,
  onFailed: () => void,
): { end: number; now: number; start: number } {
  const [range, setRange] = useState({ start: 0, end: 0, now: 0 });
  const failed = useRef(onFailed);
  failed.current = onFailed;
  useEffect(() => {
    if (video === null || url === null) return;
    let isHere = true;
    const attaching = attachLive(video, url, () => isHere && failed.current());
    const follow = (): void => {
      const { seekable, currentTime } = video;
      if (seekable.length === 0) return;
      setRange({ start: seekable.start(0), end: seekable.end(seekable.length - 1), now: currentTime });
    };
    video.addEventListener('timeupdate', follow);
    video.addEventListener('progress', follow);
    return () => {
      isHere = false;
      video.removeEventListener('timeupdate', follow);
      video.removeEventListener('progress', follow);
      void attaching.then(({ detach }) => detach());
    };
  }, [video, url]);
  return range;
}

export function LivePlayer({ stream, incoming, isGuest, children }: LivePlayerProps) {
  const t = useText('streams');
  const root = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLVideoElement>(null);
  const [past, setPast] = useState<HTMLVideoElement | null>(null);
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isIdle, setIdle] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const [isMuted, setMuted] = useState(false);
  /** 0 to 1. */
  const [volume, setVolume] = useState(1);
  const [isRefused, setRefused] = useState(false);
  const [isRewound, setRewound] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const { isFull, toggleFull } = useFullscreen(root);
  const elapsed = useElapsed(stream.started_at);

  const isRoom = incoming.mode === 'room';
  const hls = hasFailed ? null : (stream.hls ?? (incoming.mode === 'hls' ? incoming.hls : null));
  const isPast = hls !== null && (isRewound || incoming.mode === 'hls');
  const [isBlocked, resume] = useRemoteAudio(incoming, !isMuted && !isPast && !isPaused, volume, () => setMuted(true));
  const recording = useRecording(past, isPast ? hls : null, () => {
    setFailed(true);
    setRewound(false);
  });
  /** Seconds behind the live position, applied once the recording is loaded. */
  const wanted = useRef(0);

  useEffect(() => {
    const recordedUntil = loadVideoSettings();
    setMuted(recordedUntil.isMuted);
    setVolume(recordedUntil.volume);
  }, []);
  useEffect(() => {
    if (past !== null) past.volume = volume;
  }, [past, volume]);
  useEffect(() => () => clearTimeout(idle.current), []);
  const rest = isRoom ? incoming.rest : undefined;
  const restNow = useRef(rest);
  restNow.current = rest;
  useEffect(() => {
    restNow.current?.(isPast || isPaused);
  }, [isPast, isPaused]);

  const behind = isPast && recording.end > 0 ? recording.end - recording.now : 0;
  const isNow = !isPast || (!isRewound && behind < LIVE_WITHIN_S);
  const length = isPast && recording.end > 0 ? recording.end - recording.start : elapsed / 1000;
  const at = isPast && recording.end > 0 ? recording.now - recording.start : length;

  async function playPast(video: HTMLVideoElement): Promise<void> {
    try {
      await video.play();
    } catch (error) {
      if ((error as Error).name !== 'NotAllowedError') return;
      video.muted = true;
      setRefused(true);
      await video.play().catch(() => setPaused(true));
    }
  }

  function handlePastReady(video: HTMLVideoElement): void {
    const { seekable } = video;
    const end = seekable.length > 0 ? seekable.end(seekable.length - 1) : 0;
    if (isRewound && wanted.current > 0) video.currentTime = Math.max(0, end - wanted.current);
    wanted.current = 0;
    if (!isPaused) void playPast(video);
  }

  function seek(to: number): void {
    const back = Math.max(0, length - to);
    if (back < NOW_WITHIN_S) {
      goLive();
      return;
    }
    if (isPast && past !== null && recording.end > 0) {
      setRewound(true);
      past.currentTime = recording.start + Math.max(0, to);
      return;
    }
    wanted.current = back;
    setPaused(false);
    setRewound(true);
  }

  function goLive(): void {
    setRewound(false);
    setPaused(false);
    if (incoming.mode === 'hls' && past !== null && recording.end > 0) {
      past.currentTime = Math.max(recording.start, recording.end - 2);
      void playPast(past);
    }
  }

  function toggle(): void {
    const next = !isPaused;
    setPaused(next);
    if (isPast && past !== null) {
      if (next) past.pause();
      else void playPast(past);
    } else if (next) picture.current?.pause();
    else void picture.current?.play().catch(() => undefined);
  }

  function toggleMute(): void {
    const next = isRefused || isBlocked ? false : !isMuted;
    setMuted(next);
    setRefused(false);
    if (past !== null) past.muted = next;
    if (!next) resume();
    // Unmuting at volume 0 would stay silent.
    const isAudible = next || volume > 0 ? volume : 1;
    setVolume(isAudible);
    saveVideoSettings({ isMuted: next, volume: isAudible });
  }

  function changeVolume(to: number): void {
    const next = Math.min(1, Math.max(0, Math.round(to * 20) / 20));
    setVolume(next);
    setMuted(next === 0);
    setRefused(false);
    if (past !== null) past.muted = next === 0;
    if (next > 0) resume();
    saveVideoSettings({ volume: next, isMuted: next === 0 });
  }

  function showControls(): void {
    setIdle(false);
    clearTimeout(idle.current);
    idle.current = setTimeout(() => setIdle(true), IDLE_MS);
  }

  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    const isControl = target instanceof Element && target.closest('button, a, input') !== null;
    const keyHandlers: Record<string, (() => void) | undefined> = {
      Space: isControl ? undefined : toggle,
      KeyK: toggle,
      KeyM: toggleMute,
      KeyF: () => void toggleFull(),
      ArrowUp: isControl ? undefined : () => changeVolume(volume + VOLUME_STEP),
      ArrowDown: isControl ? undefined : () => changeVolume(volume - VOLUME_STEP),
      ArrowLeft: isControl || hls === null ? undefined : () => seek(at - STEP_S),
      ArrowRight: isControl || hls === null ? undefined : () => seek(at + STEP_S),
    };
    const handler = keyHandlers[event.code];
    if (handler === undefined) return;
    event.preventDefault();
    showControls();
    handler();
  }

  const view = isRoom ? incoming.view : null;
  const main = isPast ? null : (view?.main ?? null);
  const hasSomething = isPast || main !== null;
  const overlay =
    stream.state === 'lost' ? (
      <Overlay loader title={t('streams.lost')} text={t('streams.page.lost.text')} />
    ) : stream.state === 'waiting' ? (
      <Overlay loader title={t('streams.page.wait')} text={t('streams.page.wait.text')} />
    ) : hasFailed && incoming.mode === 'hls' ? (
      <Overlay title={t('streams.page.failed')} />
    ) : incoming.mode === 'hls' && hls === null && isGuest ? (
      <Overlay loader title={t('streams.page.connecting')} text={t('streams.page.guest')}>
        <Link
          to={`/auth?next=${encodeURIComponent(streamPath(stream))}`}
          className={`${button('light', 'small')} ${styles.enter}`}
        >
          {t('frame.signIn')}
        </Link>
      </Overlay>
    ) : incoming.mode === 'none' || (incoming.mode === 'hls' && hls === null) || view?.state === 'connecting' ? (
      <Overlay loader title={t('streams.page.connecting')} />
    ) : view?.state === 'reconnecting' && !isPast ? (
      <Overlay loader title={t('streams.lost')} />
    ) : view?.state === 'connected' && main === null && !isPast ? (
      <Overlay title={t('streams.page.audioOnly')} />
    ) : null;
  const isSilent = isMuted || isRefused || isBlocked;
  const sound = t(isSilent ? 'streams.player.unmute' : 'streams.player.mute');
  const play = t(isPaused ? 'streams.player.play' : 'streams.player.pause');
  const full = t(isFull ? 'streams.player.small' : 'streams.player.full');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the player, for whatever in it has the focus
    <div
      ref={root}
      className={styles.player}
      data-media=""
      data-playing={(hasSomething && !isPaused && overlay === null) || undefined}
      data-idle={isIdle || undefined}
      onKeyDown={handleKey}
      onPointerMove={showControls}
      onPointerDown={showControls}
    >
      {stream.poster && !hasSomething && <img className={styles.poster} src={stream.poster} alt="" />}
      {main !== null && (
        <Picture
          ref={picture}
          stream={main}
          label={t('streams.page.label', { theme: stream.theme })}
          isWhole
          onFirstFrame={showControls}
        />
      )}
      {!isPast && view?.inset && (
        <span className={styles.inset}>
          <Picture stream={view.inset} label={stream.user_name} />
        </span>
      )}
      {isPast && (
        <video
          ref={setPast}
          className={styles.past}
          playsInline
          autoPlay
          muted={isMuted}
          aria-label={t('streams.page.label', { theme: stream.theme })}
          onLoadedMetadata={({ currentTarget }) => handlePastReady(currentTarget)}
          onWaiting={() => setWaiting(true)}
          onPlaying={() => setWaiting(false)}
          onPause={({ currentTarget }) => {
            // Another player took the sound, or the system paused the video.
            if (!currentTarget.ended) setPaused(true);
          }}
          onPlay={() => setPaused(false)}
        />
      )}
      <span className={styles.mark}>
        {isNow ? (
          <StreamStateBadge state={stream.state} />
        ) : (
          <button type="button" className={styles.toLive} onClick={goLive}>
            <i aria-hidden="true" />
            {t('streams.player.toLive')}
          </button>
        )}
      </span>
      <span className={styles.views}>
        <ViewerCount count={stream.viewers} />
      </span>
      {overlay}
      {isWaiting && isPast && overlay === null && <span className={styles.loader} aria-hidden="true" />}
      {children}
      {(isBlocked || isRefused) && overlay === null && (
        <button type="button" className={styles.sound} onClick={toggleMute}>
          <IconVolumeOff {...ICON} />
          {t('streams.page.sound')}
        </button>
      )}
      <fieldset className={styles.bar}>
        <legend className="sr">{t('streams.player')}</legend>
        {hls !== null && (
          <input
            type="range"
            className={styles.seek}
            style={{ '--share': `${length > 0 ? Math.min(100, (at / length) * 100) : 100}%` } as object}
            min={0}
            // Whole seconds: React would take the browser's own rounding for an input and seek again.
            max={Math.max(Math.ceil(length), 1)}
            step={1}
            value={Math.round(Math.min(at, length))}
            aria-label={t('streams.player.seek')}
            aria-valuetext={
              isNow ? t('streams.live') : t('streams.player.behind', { time: formatStreamClock(behind * 1000) })
            }
            onChange={({ currentTarget }) => seek(Number(currentTarget.value))}
          />
        )}
        <div className={styles.row}>
          <button
            type="button"
            className={styles.control}
            aria-label={play}
            title={play}
            disabled={!hasSomething}
            onClick={toggle}
          >
            {isPaused ? (
              <IconPlayerPlayFilled size={22} aria-hidden="true" />
            ) : (
              <IconPlayerPauseFilled size={22} aria-hidden="true" />
            )}
          </button>
          {hls !== null && (
            <button
              type="button"
              className={styles.control}
              aria-label={t('streams.player.back')}
              title={t('streams.player.back')}
              onClick={() => seek(at - STEP_S)}
            >
              <IconRewindBackward10 {...ICON} />
            </button>
          )}
          <button type="button" className={styles.control} aria-label={sound} title={sound} onClick={toggleMute}>
            {isSilent ? <IconVolumeOff {...ICON} /> : <IconVolume {...ICON} />}
          </button>
          <input
            type="range"
            className={`${styles.seek} ${styles.volume}`}
            style={{ '--share': `${isSilent ? 0 : volume * 100}%` } as object}
            min={0}
            max={100}
            step={5}
            value={isSilent ? 0 : Math.round(volume * 100)}
            aria-label={t('streams.player.volume')}
            onChange={({ currentTarget }) => changeVolume(Number(currentTarget.value) / 100)}
          />
          {stream.started_at !== null && (
            <span className={`num ${styles.time}`}>
              {isNow ? formatStreamClock(elapsed) : `−${formatStreamClock(behind * 1000)}`}
            </span>
          )}
          <span className={styles.gap} />
          {main !== null && canFloat() && (
            <button
              type="button"
              className={styles.control}
              aria-label={t('streams.player.pip')}
              title={t('streams.player.pip')}
              onClick={() => picture.current && void toggleFloating(picture.current)}
            >
              <IconPictureInPicture {...ICON} />
            </button>
          )}
          <button
            type="button"
            className={styles.control}
            aria-label={full}
            title={full}
            onClick={() => void toggleFull()}
          >
            {isFull ? <IconMinimize {...ICON} /> : <IconMaximize {...ICON} />}
          </button>
        </div>
      </fieldset>
    </div>
  );
}

interface OverlayProps {
  title: string;
  text?: string;
  loader?: boolean;
  children?: ReactNode;
}

export function Overlay({ title, text, loader = false, children }: OverlayProps) {
  return (
    <div className={styles.overlay} role="status">
      {loader && <span className={styles.loader} aria-hidden="true" />}
      <b>{title}</b>
      {text && <span>{text}</span>}
      {children}
    </div>
  );
}
