import type { PersonStream } from '../../../live/media-rooms/room-types.ts';

/** The sound of the others. It is heard whatever is on the screen: a window that is rolled up, another page of the site. */
export interface RemoteAudio {
  set(streams: readonly PersonStream[]): void;
  /** 0 to 1. */
  volumeOf(user: number): number;
  setVolume(user: number, volume: number): void;
  setSpeaker(deviceId: string): void;
  /** After a press somewhere: browsers let nothing sound before one. */
  resume(): void;
  close(): void;
}

interface AudioOutput {
  element: HTMLAudioElement;
  track: MediaStreamTrack;
}

const nameOf = ({ user, kind }: PersonStream): string => `${kind} ${user}`;

/** `onBlocked`: the browser waits for a press before it lets anything sound. */
export function createRemoteAudio(onBlocked: (isBlocked: boolean) => void): RemoteAudio {
  const outputs = new Map<string, AudioOutput>();
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

  function stopOutput(name: string): void {
    const output = outputs.get(name);
    outputs.delete(name);
    if (output === undefined) return;
    output.element.pause();
    output.element.srcObject = null;
  }

  function playStream(one: PersonStream): void {
    const [track] = one.stream.getAudioTracks();
    const name = nameOf(one);
    if (track === undefined) {
      stopOutput(name);
      return;
    }
    if (outputs.get(name)?.track === track) return;
    stopOutput(name);
    // Not in the page: elements there are taken for players, and pause the music that only has to be quieter.
    const element = new Audio();
    element.autoplay = true;
    element.volume = volumes.get(one.user) ?? 1;
    element.srcObject = new MediaStream([track]);
    if (speaker !== '') void element.setSinkId?.(speaker).catch(() => undefined);
    outputs.set(name, { element, track });
    play(element);
  }

  return {
    set(streams) {
      const wanted = new Set(streams.map(nameOf));
      for (const name of [...outputs.keys()]) if (!wanted.has(name)) stopOutput(name);
      for (const one of streams) playStream(one);
    },
    volumeOf: (user) => volumes.get(user) ?? 1,
    setVolume(user, volume) {
      volumes.set(user, volume);
      for (const [name, { element }] of outputs) if (name.endsWith(` ${user}`)) element.volume = volume;
    },
    setSpeaker(deviceId) {
      speaker = deviceId;
      for (const { element } of outputs.values()) void element.setSinkId?.(deviceId).catch(() => undefined);
    },
    resume() {
      for (const { element } of outputs.values()) play(element);
    },
    close() {
      for (const name of [...outputs.keys()]) stopOutput(name);
    },
  };
}
