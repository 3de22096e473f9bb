import { type RefCallback, type RefObject, useEffect, useRef, useState } from 'react';
import { createMachine, useMachineState } from '../../../platform/state-machine.ts';
import { attachLive } from '../../../ui/media/attach-live.ts';
import { listenToMedia } from '../../../ui/media/listen-to-media.ts';
import { loadVideoSettings, saveVideoSettings } from '../../../ui/media/video-settings.ts';
import { type LiveEffect, type LiveEvent, type LiveState, NEW_LIVE, reduceLive } from './live-state.ts';
import { useRemoteAudio } from './use-remote-audio.ts';
import type { IncomingStream } from './use-watching.ts';

type Send = (event: LiveEvent) => void;

interface LivePlayback {
  state: LiveState;
  send: Send;
  /** Address of the recording; null where there is none or it failed. */
  hls: string | null;
  /** The recording plays. */
  isPast: boolean;
  /** The browser keeps the live sound silent until a press. */
  isBlocked: boolean;
  /** The live picture. */
  picture: RefObject<HTMLVideoElement | null>;
  /** The recording's element. */
  setPast: RefCallback<HTMLVideoElement>;
}

/** Performs effects on the recording, and on the live picture where the recording is not shown. */
function perform(
  effect: LiveEffect,
  element: HTMLVideoElement | null,
  past: HTMLVideoElement | null,
  send: Send,
): void {
  switch (effect.type) {
    case 'play':
      element?.play().catch((error: Error) => {
        if (past !== null && error.name === 'NotAllowedError') send({ type: 'refused' });
      });
      break;
    case 'playMuted':
      if (past === null) break;
      past.muted = true;
      past.play().catch(() => send({ type: 'paused', isEnded: false }));
      break;
    case 'pause':
      element?.pause();
      break;
    case 'seek':
      if (past !== null) past.currentTime = effect.to;
      break;
    case 'sound':
      if (past === null) break;
      past.volume = effect.volume;
      past.muted = effect.isMuted;
      break;
    case 'store':
      saveVideoSettings(effect.change);
  }
}

/** Attaches the recording to its element and reports what happens to it. */
function useRecording(video: HTMLVideoElement | null, url: string | null, send: Send): void {
  useEffect(() => {
    if (video === null || url === null) return;
    let isHere = true;
    const attaching = attachLive(video, url, () => isHere && send({ type: 'recordingFailed' }));
    const endOf = ({ seekable }: HTMLVideoElement): number =>
      seekable.length > 0 ? seekable.end(seekable.length - 1) : 0;
    const follow = (): void => {
      if (video.seekable.length === 0) return;
      const recording = { start: video.seekable.start(0), end: endOf(video), now: video.currentTime };
      send({ type: 'recorded', recording });
    };
    const start = (): void => send({ type: 'recordingLoaded', end: endOf(video) });
    const stopListening = listenToMedia(video, (event) => {
      // An element that leaves the page is paused by that.
      if (video.isConnected) send(event);
    });
    video.addEventListener('loadedmetadata', start);
    video.addEventListener('timeupdate', follow);
    video.addEventListener('progress', follow);
    return () => {
      isHere = false;
      stopListening();
      video.removeEventListener('loadedmetadata', start);
      video.removeEventListener('timeupdate', follow);
      video.removeEventListener('progress', follow);
      void attaching.then((detach) => detach());
    };
  }, [video, url, send]);
}

export function useLivePlayer(recorded: string | null, incoming: IncomingStream): LivePlayback {
  const picture = useRef<HTMLVideoElement>(null);
  const [past, setPast] = useState<HTMLVideoElement | null>(null);
  const run = useRef<(effect: LiveEffect) => void>(() => undefined);
  const [machine] = useState(() => createMachine(reduceLive, NEW_LIVE, (effect) => run.current(effect)));
  const state = useMachineState(machine);
  const { send } = machine;
  const { isMuted, isPlaying, volume } = state;

  const hls = state.hasFailed ? null : (recorded ?? (incoming.mode === 'hls' ? incoming.hls : null));
  const isPast = hls !== null && (state.isRewound || incoming.mode === 'hls');
  const [isBlocked, resume] = useRemoteAudio(incoming, !isMuted && !isPast && isPlaying, volume, () =>
    send({ type: 'soundLost' }),
  );
  run.current = (effect) => {
    if (effect.type === 'resume') resume();
    else perform(effect, past ?? picture.current, past, send);
  };
  useRecording(past, isPast ? hls : null, send);

  useEffect(() => {
    const { isMuted, volume } = loadVideoSettings();
    send({ type: 'preferred', sound: { isMuted, volume } });
  }, [send]);
  useEffect(() => {
    if (past !== null) past.volume = volume;
  }, [past, volume]);
  const rest = useRef<((isResting: boolean) => void) | undefined>(undefined);
  rest.current = incoming.mode === 'room' ? incoming.rest : undefined;
  useEffect(() => rest.current?.(isPast || !isPlaying), [isPast, isPlaying]);
  return { state, send, hls, isPast, isBlocked, picture, setPast };
}
