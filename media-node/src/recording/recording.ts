import type { Logger } from 'pino';
import type { Peer } from '../peer.ts';
import type { Producer } from '../rtp/producer.ts';
import { encodeSegmentFile } from './segment-file.ts';
import type { SegmentStore, StoredSegment } from './segment-store.ts';
import { RecordingSession, type Segment } from './session.ts';

/** Recording stops when no request was repeated for this time. */
const REQUEST_VALID_MS = 10 * 60_000;

export interface RecordingParts {
  store: SegmentStore;
  log: Logger;
  onSegment(segment: StoredSegment): void;
}

export class Recording {
  private readonly room: string;
  private readonly parts: RecordingParts;
  private session: RecordingSession | undefined;
  private peer: Peer | undefined;
  private requestedUntil = 0;
  private writing: Promise<void> = Promise.resolve();

  constructor(room: string, parts: RecordingParts) {
    this.room = room;
    this.parts = parts;
  }

  renewRequest(now: number): void {
    this.requestedUntil = now + REQUEST_VALID_MS;
  }

  isRequested(now: number): boolean {
    return now < this.requestedUntil;
  }

  /** Sets which producers are recorded, and of which peer; undefined: nobody publishes. */
  follow(peer: Peer | undefined, on: { screen: boolean; audio: boolean }): void {
    if (peer !== this.peer) this.endSession();
    this.peer = peer;
    const video = (on.screen ? peer?.producers.get('screen') : undefined) ?? peer?.producers.get('video');
    if (peer === undefined || video === undefined) return;
    const audio = chooseAudio(peer, on);
    this.session ??= this.startSession();
    if (this.session.use(video, audio)) return;
    this.endSession();
    this.session = this.startSession();
    this.session.use(video, audio);
  }

  tick(now: number): void {
    this.session?.tick(now);
  }

  /** Resolves when everything recorded so far is on disk. */
  end(): Promise<void> {
    this.endSession();
    this.peer = undefined;
    return this.writing;
  }

  private startSession(): RecordingSession {
    const session = new RecordingSession((segment) => this.write(session.id, segment));
    return session;
  }

  private endSession(): void {
    this.session?.end();
    this.session = undefined;
  }

  /** Writes one after another, so that segments are reported in order. */
  private write(session: number, segment: Segment): void {
    const { store, log, onSegment } = this.parts;
    const { index, startMs, durationMs, codec, width, height } = segment;
    const name = { session, index, startMs, durationMs, codec, width, height };
    this.writing = this.writing
      .then(async () => {
        const data = await encodeSegmentFile(segment);
        if (await store.put(this.room, name, data)) onSegment({ ...name, room: this.room, bytes: data.length });
        else log.warn({ room: this.room }, 'recordings cannot be stored');
      })
      .catch((error: unknown) => log.warn({ err: error, room: this.room }, 'a part of a recording was lost'));
  }
}

function chooseAudio({ producers: sources }: Peer, on: { audio: boolean }): Producer | undefined {
  const screen = sources.get('screen_audio');
  return on.audio || screen === undefined ? sources.get('audio') : screen;
}
