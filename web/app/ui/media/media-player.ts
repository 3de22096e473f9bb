import { acquireAudioFocus } from '../../platform/audio-focus.ts';
import { createMachine, type Machine } from '../../platform/state-machine.ts';
import { listenToMedia } from './listen-to-media.ts';
import { type MediaEffect, type MediaEvent, type MediaState, NO_MEDIA, reduceMedia } from './media-state.ts';
import { saveVideoSettings } from './video-settings.ts';

export interface MediaAttachment {
  /** Heights of the available renditions, finest first; empty where the browser chooses itself. */
  heights: readonly number[];
  /** Selects a rendition; null means automatic selection. */
  choose: (height: number | null) => void;
  detach: () => void;
}

export interface MediaPlayer<Element extends HTMLMediaElement> extends Machine<MediaState, MediaEvent> {
  element: () => Element | null;
  /** Takes over an element that the page shows, or gives it up. */
  bind: (element: Element | null) => void;
  detach: () => void;
  close: () => void;
}

/** Owns a media element: performs what {@link reduceMedia} asks for, and reports what happens to the element. */
export function createMediaPlayer<Element extends HTMLMediaElement>(
  attach: ((element: Element) => Promise<MediaAttachment>) | undefined,
  initial: Partial<MediaState>,
): MediaPlayer<Element> {
  let element: Element | null = null;
  let attached: Promise<MediaAttachment> | null = null;
  let releaseAudioFocus: (() => void) | undefined;
  let stopListening: (() => void) | undefined;
  const machine = createMachine(reduceMedia, { ...NO_MEDIA, ...initial, isAttached: attach === undefined }, perform);

  async function attachOnce(to: Element): Promise<void> {
    if (attach === undefined) return;
    if (attached !== null) {
      await attached;
      return;
    }
    const attaching = attach(to);
    attached = attaching;
    const { heights } = await attaching;
    if (attached === attaching) machine.send({ type: 'attached', heights });
  }

  async function play(from: number | null): Promise<void> {
    const own = element;
    if (own === null) return;
    try {
      await attachOnce(own);
      if (from !== null) own.currentTime = from;
      await own.play();
    } catch {
      // Browsers may refuse playback without a user gesture; the play button then stays.
      machine.send({ type: 'refused' });
    }
  }

  function focus(isWanted: boolean): void {
    releaseAudioFocus?.();
    const own = element;
    releaseAudioFocus = isWanted && own !== null ? acquireAudioFocus(own, () => own.pause()) : undefined;
  }

  function perform(effect: MediaEffect): void {
    switch (effect.type) {
      case 'play':
        void play(effect.from);
        break;
      case 'pause':
        element?.pause();
        break;
      case 'seek':
        if (element !== null) element.currentTime = effect.to;
        break;
      case 'sound':
        if (element === null) break;
        element.volume = effect.volume;
        element.muted = effect.isMuted;
        break;
      case 'quality':
        void attached?.then(({ choose }) => choose(effect.height));
        break;
      case 'store':
        saveVideoSettings(effect.change);
        break;
      case 'focus':
        focus(effect.isWanted);
    }
  }

  function detach(): void {
    const known = attached;
    attached = null;
    void known?.then((one) => one.detach());
    machine.send({ type: 'detached' });
  }

  return {
    ...machine,
    element: () => element,
    bind(next) {
      if (next === element) return;
      stopListening?.();
      element = next;
      if (next === null) return;
      stopListening = listenToMedia(next, (event) => {
        // An element without a source fails too.
        if (event.type !== 'failed' || next.hasAttribute('src')) machine.send(event);
      });
    },
    detach,
    close() {
      if (attach !== undefined) detach();
      else focus(false);
    },
  };
}
