import type { PersonStream } from './room-types.ts';

interface StreamTracks {
  user: number;
  kind: 'person' | 'screen';
  tracks: readonly MediaStreamTrack[];
}

/**
 * One MediaStream per participant and screen; the object stays the same while its tracks change, which avoids flicker.
 */
export class PersonStreams {
  #streams = new Map<string, PersonStream>();

  set(wanted: readonly StreamTracks[]): readonly PersonStream[] {
    const before = this.#streams;
    this.#streams = new Map();
    for (const { user, kind, tracks } of wanted) {
      const key = `${user} ${kind}`;
      const known = before.get(key) ?? { user, kind, stream: new MediaStream() };
      replaceTracks(known.stream, tracks);
      this.#streams.set(key, known);
    }
    for (const [key, { stream }] of before) if (!this.#streams.has(key)) replaceTracks(stream, []);
    return [...this.#streams.values()];
  }
}

function replaceTracks(stream: MediaStream, tracks: readonly MediaStreamTrack[]): void {
  for (const track of stream.getTracks()) if (!tracks.includes(track)) stream.removeTrack(track);
  for (const track of tracks) if (!stream.getTracks().includes(track)) stream.addTrack(track);
}
