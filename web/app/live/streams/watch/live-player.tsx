import { IconVolumeOff } from 'virtual:icons';
import type { Stream } from '@app/contract/live/streams';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { TextButton } from '../../../ui/buttons.tsx';
import { mediaKeyOf } from '../../../ui/media/media-keys.ts';
import { useFullscreen } from '../../../ui/media/use-fullscreen.ts';
import { useIdleControls } from '../../../ui/media/use-idle-controls.ts';
import { canFloat, toggleFloating } from '../../media-rooms/picture-in-picture.ts';
import { StreamStateBadge, ViewerCount } from '../stream-badges.tsx';
import { useElapsed } from '../use-elapsed.ts';
import { LiveBar } from './live-bar.tsx';
import { overlayKind, StateOverlay } from './live-overlay.tsx';
import styles from './live-player.module.css';
import { placeOf } from './live-state.ts';
import { Picture } from './picture.tsx';
import { useLivePlayer } from './use-live-player.ts';
import type { IncomingStream } from './use-watching.ts';

const STEP_S = 10;
const VOLUME_STEP = 0.1;

interface LivePlayerProps {
  stream: Stream;
  incoming: IncomingStream;
  isGuest: boolean;
  children: ReactNode;
}

function LiveMark({ stream, isNow, onLive }: { stream: Stream; isNow: boolean; onLive: () => void }) {
  const t = useText('streams');
  return (
    <>
      <span className={styles.mark}>
        {isNow ? (
          <StreamStateBadge state={stream.state} />
        ) : (
          <button type="button" className={styles.toLive} onClick={onLive}>
            <i aria-hidden="true" />
            {t('streams.player.toLive')}
          </button>
        )}
      </span>
      <span className={styles.views}>
        <ViewerCount count={stream.viewers} />
      </span>
    </>
  );
}

interface LivePictureProps {
  stream: Stream;
  incoming: IncomingStream;
  playback: ReturnType<typeof useLivePlayer>;
  onFirstFrame: () => void;
}

/** The live picture, or the recording. */
function LivePicture({ stream, incoming, playback, onFirstFrame }: LivePictureProps) {
  const t = useText('streams');
  const { isPast, picture, setPast, state } = playback;
  const label = t('streams.page.label', { theme: stream.theme });
  const view = !isPast && incoming.mode === 'room' ? incoming.view : null;
  const main = view?.main ?? null;
  return (
    <>
      {stream.poster && !isPast && main === null && <img className={styles.poster} src={stream.poster} alt="" />}
      {main !== null && <Picture ref={picture} stream={main} label={label} isWhole onFirstFrame={onFirstFrame} />}
      {view?.inset && (
        <span className={styles.inset}>
          <Picture stream={view.inset} label={stream.user_name} />
        </span>
      )}
      {isPast && (
        <video ref={setPast} className={styles.past} playsInline autoPlay muted={state.isMuted} aria-label={label} />
      )}
    </>
  );
}

export function LivePlayer({ stream, incoming, isGuest, children }: LivePlayerProps) {
  const t = useText('streams');
  const root = useRef<HTMLDivElement>(null);
  const [isIdle, showControls] = useIdleControls();
  const { isFull, toggleFull } = useFullscreen(root);
  const elapsed = useElapsed(stream.started_at);
  const playback = useLivePlayer(stream.hls, incoming);
  const { state, send, hls, isPast, isBlocked, picture } = playback;
  const { isPlaying, isRefused, hasFailed, volume } = state;
  const isDelayed = incoming.mode === 'hls';
  const place = placeOf(state, isPast, elapsed / 1000);
  const { at, length, isNow } = place;

  const seek = (to: number): void => send({ type: 'seek', to, length, isPast, isDelayed });
  const toggleMute = (): void => send({ type: 'mute', isBlocked });

  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    const pressed = mediaKeyOf(event, 'button, a, input');
    if (pressed === undefined || (hls === null && (pressed === 'back' || pressed === 'forward'))) return;
    event.preventDefault();
    showControls();
    if (pressed === 'back') seek(at - STEP_S);
    else if (pressed === 'forward') seek(at + STEP_S);
    else if (pressed === 'louder') send({ type: 'volume', to: volume + VOLUME_STEP });
    else if (pressed === 'quieter') send({ type: 'volume', to: volume - VOLUME_STEP });
    else if (pressed === 'full') void toggleFull();
    else if (pressed === 'mute') toggleMute();
    else send({ type: 'toggle' });
  }

  const main = !isPast && incoming.mode === 'room' ? incoming.view.main : null;
  const hasSomething = isPast || main !== null;
  const kind = overlayKind({ stream, incoming, hls, hasFailed, isPast, isGuest });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the player, for whatever in it has the focus
    <div
      ref={root}
      className={styles.player}
      data-media=""
      data-playing={(hasSomething && isPlaying && kind === null) || undefined}
      data-idle={isIdle || undefined}
      onKeyDown={handleKey}
      onPointerMove={showControls}
      onPointerDown={showControls}
    >
      <LivePicture stream={stream} incoming={incoming} playback={playback} onFirstFrame={showControls} />
      <LiveMark stream={stream} isNow={isNow} onLive={() => send({ type: 'goLive', isDelayed })} />
      {kind !== null && <StateOverlay kind={kind} stream={stream} />}
      {state.isWaiting && isPast && kind === null && <span className={styles.loader} aria-hidden="true" />}
      {children}
      {(isBlocked || isRefused) && kind === null && (
        <TextButton
          icon={IconVolumeOff}
          size={21}
          text={t('streams.page.sound')}
          className={styles.sound}
          onClick={toggleMute}
        />
      )}
      <LiveBar
        stream={stream}
        state={state}
        place={place}
        elapsedMs={elapsed}
        hasSomething={hasSomething}
        isSilent={state.isMuted || isRefused || isBlocked}
        isFull={isFull}
        send={send}
        onMute={toggleMute}
        onSeek={hls === null ? undefined : seek}
        onBack={() => seek(at - STEP_S)}
        onFloat={
          main !== null && canFloat() ? () => picture.current && void toggleFloating(picture.current) : undefined
        }
        onFull={() => void toggleFull()}
      />
    </div>
  );
}
