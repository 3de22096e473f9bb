import type { Stream } from '@app/contract/live/streams';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { hasWebRtc } from '../../media-rooms/web-rtc.ts';
import { streamPath } from '../stream-address.ts';
import styles from './live-player.module.css';
import type { IncomingStream } from './use-watching.ts';

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

interface WatchedState {
  stream: Stream;
  incoming: IncomingStream;
  hls: string | null;
  hasFailed: boolean;
  isPast: boolean;
  isGuest: boolean;
}

type OverlayKind = 'lost' | 'waiting' | 'failed' | 'guest' | 'delayed' | 'connecting' | 'reconnecting' | 'audioOnly';

/** What lies over the picture instead of or besides it; null where the picture says enough. */
export function overlayKind({ stream, incoming, hls, hasFailed, isPast, isGuest }: WatchedState): OverlayKind | null {
  if (stream.state === 'lost' || stream.state === 'waiting') return stream.state;
  const isDelayed = incoming.mode === 'hls';
  if (hasFailed && isDelayed) return 'failed';
  if (isDelayed && hls === null) return isGuest ? 'guest' : hasWebRtc() ? 'connecting' : 'delayed';
  if (incoming.mode === 'none') return 'connecting';
  if (incoming.mode === 'hls') return null;
  const { state, main } = incoming.view;
  if (state === 'connecting') return 'connecting';
  if (isPast) return null;
  if (state === 'reconnecting') return 'reconnecting';
  return state === 'connected' && main === null ? 'audioOnly' : null;
}

export function StateOverlay({ kind, stream }: { kind: OverlayKind; stream: Stream }) {
  const t = useText('streams');
  switch (kind) {
    case 'lost':
      return <Overlay loader title={t('streams.lost')} text={t('streams.page.lost.text')} />;
    case 'waiting':
      return <Overlay loader title={t('streams.page.wait')} text={t('streams.page.wait.text')} />;
    case 'failed':
      return <Overlay title={t('streams.page.failed')} />;
    case 'guest':
      return (
        <Overlay loader title={t('streams.page.connecting')} text={t('streams.page.guest')}>
          <Link
            to={`/auth?next=${encodeURIComponent(streamPath(stream))}`}
            className={`${button('light', 'small')} ${styles.enter}`}
          >
            {t('frame.signIn')}
          </Link>
        </Overlay>
      );
    case 'delayed':
      return <Overlay loader title={t('streams.page.connecting')} text={t('streams.page.delayed')} />;
    case 'connecting':
      return <Overlay loader title={t('streams.page.connecting')} />;
    case 'reconnecting':
      return <Overlay loader title={t('streams.lost')} />;
    case 'audioOnly':
      return <Overlay title={t('streams.page.audioOnly')} />;
  }
}
