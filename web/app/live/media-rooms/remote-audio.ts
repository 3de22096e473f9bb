import type { PersonStream } from './room-types.ts';

/** Plays the sound of the other participants, independent of what is on the screen. */
export interface RemoteAudio {
  set(streams: readonly PersonStream[]): void;
  volumeOf(user: number): number;
  setVolume(user: number, volume: number): void;
  setSpeaker(deviceId: string): void;
  /** Resumes playback after a user gesture; browsers block sound before one. */
  resume(): void;
  close(): void;
}

interface AudioOutput {
  element: HTMLAudioElement;
  track: MediaStreamTrack;
}

const nameOf = ({ user, kind }: PersonStream): string => `${kind} ${user}`;

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
    // The element is not added to the document: elements there count as players and would pause the music, which only
    // has to be lowered.
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
