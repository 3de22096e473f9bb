import type { PersonStream } from '../../../live/media-rooms/room-types.ts';

/** The sound of the others. It is heard whatever is on the screen: a window that is rolled up, another page of the site. */
export interface Voices {
  set(streams: readonly PersonStream[]): void;
  /** 0 to 1. */
  volumeOf(user: number): number;
  setVolume(user: number, volume: number): void;
  setSpeaker(deviceId: string): void;
  /** After a press somewhere: browsers let nothing sound before one. */
  resume(): void;
  close(): void;
}

interface Voice {
  element: HTMLAudioElement;
  track: MediaStreamTrack;
}

const nameOf = ({ user, kind }: PersonStream): string => `${kind} ${user}`;

/** `onBlocked`: the browser waits for a press before it lets anything sound. */
export function createVoices(onBlocked: (isBlocked: boolean) => void): Voices {
  const voices = new Map<string, Voice>();
  const volumes = new Map<number, number>();
  let speaker = '';

  function play(element: HTMLAudioElement): void {
    element.play().then(
      () => onBlocked(false),
      (error: Error) => {
        if (error.name === 'NotAllowedError') onBlocked(true);
      },
    );
  }

  function silence(name: string): void {
    const voice = voices.get(name);
    voices.delete(name);
    if (voice === undefined) return;
    voice.element.pause();
    voice.element.srcObject = null;
  }

  function sound(one: PersonStream): void {
    const [track] = one.stream.getAudioTracks();
    const name = nameOf(one);
    if (track === undefined) {
      silence(name);
      return;
    }
    if (voices.get(name)?.track === track) return;
    silence(name);
    // Not in the page: elements there are taken for players, and pause the music that only has to be quieter.
    const element = new Audio();
    element.autoplay = true;
    element.volume = volumes.get(one.user) ?? 1;
    element.srcObject = new MediaStream([track]);
    if (speaker !== '') void element.setSinkId?.(speaker).catch(() => undefined);
    voices.set(name, { element, track });
    play(element);
  }

  return {
    set(streams) {
      const wanted = new Set(streams.map(nameOf));
      for (const name of [...voices.keys()]) if (!wanted.has(name)) silence(name);
      for (const one of streams) sound(one);
    },
    volumeOf: (user) => volumes.get(user) ?? 1,
    setVolume(user, volume) {
      volumes.set(user, volume);
      for (const [name, { element }] of voices) if (name.endsWith(` ${user}`)) element.volume = volume;
    },
    setSpeaker(deviceId) {
      speaker = deviceId;
      for (const { element } of voices.values()) void element.setSinkId?.(deviceId).catch(() => undefined);
    },
    resume() {
      for (const { element } of voices.values()) play(element);
    },
    close() {
      for (const name of [...voices.keys()]) silence(name);
    },
  };
}
