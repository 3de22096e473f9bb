import type { MediaElementEvent } from './media-state.ts';

/** Translates the events of a media element until the returned function is called. */
export function listenToMedia(element: HTMLMediaElement, onEvent: (event: MediaElementEvent) => void): () => void {
  const events: Readonly<Record<string, () => MediaElementEvent>> = {
    play: () => ({ type: 'started' }),
    pause: () => ({ type: 'paused', isEnded: element.ended }),
    ended: () => ({ type: 'ended' }),
    waiting: () => ({ type: 'stalled' }),
    playing: () => ({ type: 'continued' }),
    timeupdate: () => ({ type: 'moved', position: element.currentTime }),
    durationchange: () => ({ type: 'measured', duration: element.duration }),
    volumechange: () => ({ type: 'sounded', volume: element.volume, isMuted: element.muted }),
    error: () => ({ type: 'failed' }),
  };
  const listeners = Object.entries(events).map(([name, read]) => [name, () => onEvent(read())] as const);
  for (const [name, listener] of listeners) element.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of listeners) element.removeEventListener(name, listener);
  };
}
