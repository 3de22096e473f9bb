import type { Stream } from '@app/contract/live/streams';
import { useEffect, useRef, useState } from 'react';
import { streamsApi } from '#contract/live/streams';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { openRoom } from '../../media-rooms/room.ts';
import type { RenewedJoinToken } from '../../media-rooms/room-types.ts';
import { hasWebRtc } from '../../media-rooms/web-rtc.ts';
import { type WatchSession, type WatchView, watchStream } from './watching.ts';

/** How a stream is received: live by the media server, or from the recording with a delay. */
export type IncomingStream =
  | { mode: 'none' }
  | { mode: 'room'; view: WatchView; rest: WatchSession['setResting'] }
  | { mode: 'hls'; hls: string | null };

const RETRY_MS = 2000;
const RETRY_MAX_MS = 15_000;
const NOT_INCOMING: IncomingStream = { mode: 'none' };

async function requestJoinToken(id: number): Promise<RenewedJoinToken | null> {
  try {
    const { seat, ice } = await call(streamsApi.createJoinToken, { params: { id }, isQuiet: true });
    return seat ? { ...seat, ice } : null;
  } catch (error) {
    if (isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429) return null;
    throw error;
  }
}

export function useWatching(stream: Stream, onEnded: () => void): IncomingStream {
  const [incoming, setIncoming] = useState<IncomingStream>(NOT_INCOMING);
  const onEndedRef = useRef(onEnded);
  onEndedRef.current = onEnded;
  const id = stream.stream_id;
  const isOn = stream.is_active === 1 && (stream.state === 'live' || stream.state === 'lost');

  useEffect(() => {
    if (!isOn) return;
    let watching: WatchSession | null = null;
    let isMounted = true;
    let failures = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function scheduleRetry(): void {
      if (!isMounted) return;
      failures += 1;
      timer = setTimeout(() => void enter(), Math.min(RETRY_MAX_MS, RETRY_MS * failures));
    }

    async function enter(): Promise<void> {
      try {
        const { mode, seat, ice, hls } = await call(streamsApi.createJoinToken, { params: { id }, isQuiet: true });
        if (!isMounted) return;
        if (mode === 'hls' || seat === undefined || !hasWebRtc()) {
          setIncoming({ mode: 'hls', hls });
          return;
        }
        const opened = watchStream({
          joinToken: seat,
          ice,
          openRoom,
          renewJoinToken: () => requestJoinToken(id),
          onChange(view) {
            if (!isMounted) return;
            if (view.state === 'connected') failures = 0;
            setIncoming({ mode: 'room', view, rest: (isResting) => watching?.setResting(isResting) });
          },
          onEnd() {
            watching = null;
            if (isMounted) setIncoming(NOT_INCOMING);
            scheduleRetry();
          },
        });
        watching = opened;
      } catch (error) {
        if (!isApiError(error)) throw error;
        if (!isMounted) return;
        if (error.status === 404 || error.body.code === 'stream_over') onEndedRef.current();
        else scheduleRetry();
      }
    }

    void enter();
    return () => {
      isMounted = false;
      clearTimeout(timer);
      watching?.leave();
      setIncoming(NOT_INCOMING);
    };
  }, [id, isOn]);

  return incoming;
}
