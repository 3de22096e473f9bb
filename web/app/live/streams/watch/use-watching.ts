import type { Stream } from '@app/contract/live/streams';
import { useEffect, useRef, useState } from 'react';
import { streamsApi } from '#contract/live/streams';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { openRoom } from '../../media-rooms/room.ts';
import type { RenewedSeat } from '../../media-rooms/room-types.ts';
import { type Watching, type WatchView, watch } from './watching.ts';

/** How a stream comes in: over the media server at once, or from the recording a little later. */
export type Incoming =
  | { mode: 'none' }
  | { mode: 'room'; view: WatchView; rest: Watching['rest'] }
  | { mode: 'hls'; hls: string | null };

const AGAIN_MS = 2000;
const AGAIN_MAX_MS = 15_000;
const NONE: Incoming = { mode: 'none' };

/** A fresh seat, null when there is none any more. */
async function askSeat(id: number): Promise<RenewedSeat | null> {
  try {
    const { seat, ice } = await call(streamsApi.seat, { params: { id }, isQuiet: true });
    return seat ? { ...seat, ice } : null;
  } catch (error) {
    if (isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429) return null;
    throw error;
  }
}

/** Watch a stream as long as the page is open and it is on. What breaks is tried again. */
export function useWatching(stream: Stream, onOver: () => void): Incoming {
  const [incoming, setIncoming] = useState<Incoming>(NONE);
  const over = useRef(onOver);
  over.current = onOver;
  const id = stream.stream_id;
  const isOn = stream.is_active === 1 && (stream.state === 'live' || stream.state === 'lost');

  useEffect(() => {
    if (!isOn) return;
    let watching: Watching | null = null;
    let isHere = true;
    let failures = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function again(): void {
      if (!isHere) return;
      failures += 1;
      timer = setTimeout(() => void enter(), Math.min(AGAIN_MAX_MS, AGAIN_MS * failures));
    }

    async function enter(): Promise<void> {
      try {
        const { mode, seat, ice, hls } = await call(streamsApi.seat, { params: { id }, isQuiet: true });
        if (!isHere) return;
        if (mode === 'hls' || seat === undefined) {
          setIncoming({ mode: 'hls', hls });
          return;
        }
        const opened = watch({
          seat,
          ice,
          openRoom,
          renewSeat: () => askSeat(id),
          onChange(view) {
            if (!isHere) return;
            if (view.state === 'connected') failures = 0;
            setIncoming({ mode: 'room', view, rest: (isResting) => watching?.rest(isResting) });
          },
          onEnd() {
            watching = null;
            if (isHere) setIncoming(NONE);
            again();
          },
        });
        watching = opened;
      } catch (error) {
        if (!isApiError(error)) throw error;
        if (!isHere) return;
        if (error.status === 404 || error.body.code === 'stream_over') over.current();
        else again();
      }
    }

    void enter();
    return () => {
      isHere = false;
      clearTimeout(timer);
      watching?.leave();
      setIncoming(NONE);
    };
  }, [id, isOn]);

  return incoming;
}
