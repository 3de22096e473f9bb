import type { Layer, Producer, Receiver } from '../rtp/producer.ts';
import type { Codec } from '../rtp/rtp.ts';
import { payloadStart, timestampOf } from '../rtp/rtp.ts';
import type { SegmentName } from '../segment-name.ts';
import { type Frame, FrameReader } from './frames.ts';
import { TrackClock } from './track-clock.ts';

/** Target length of segments in milliseconds, reached when the publisher sends keyframes on request. */
const TARGET_MS = 4000;
/** The keyframe is requested this long before the end of a segment. */
const KEYFRAME_REQUEST_BEFORE_MS = 250;
const KEYFRAME_REQUEST_INTERVAL_MS = 500;
const LATE_MS = 600;
/** Without frames for this long the camera counts as off, and its last keyframe is repeated. */
const STILL_MS = 1500;
/** Maximum length of a segment, also when the publisher sends no keyframe. */
const SEGMENT_MAX_MS = 30_000;
const SEGMENT_MAX_BYTES = 48 * 2 ** 20;

const OPUS_MS = 20;
/** Audio may drift this far before silence is inserted or a packet skipped. */
const DRIFT_MS = 15;
/** An Opus packet of 20 ms of stereo silence. */
const SILENCE = Buffer.from([0xfc, 0xff, 0xfe]);
/** Milliseconds of silence inserted at once, at most. */
const SILENCE_MAX_MS = 60_000;

export interface TimedFrame extends Frame {
  ms: number;
}

export interface TimedSound {
  ms: number;
  durationMs: number;
  data: Buffer;
}

/** All times are milliseconds since the start of the session. */
export interface Segment extends Omit<SegmentName, 'session'> {
  frames: TimedFrame[];
  sounds: TimedSound[];
}

interface Cut {
  ms: number;
  width: number;
  height: number;
}

/**
 * Cuts what one publisher sends over one connection into independent segments: each starts with a keyframe and its
 * audio has no gaps. Times count from the first frame.
 */
export class RecordingSession {
  /** Start time in milliseconds, used as the session's id. */
  readonly id = Date.now();
  private readonly onSegment: (segment: Segment) => void;
  private readonly clocks = { video: new TrackClock('video'), audio: new TrackClock('audio') };
  private video: { source: Producer; receiver: Receiver; reader: FrameReader; layer: Layer } | undefined;
  private audio: { source: Producer; receiver: Receiver } | undefined;
  private codec: 'vp8' | 'h264' | undefined;
  private frames: TimedFrame[] = [];
  private sounds: TimedSound[] = [];
  private cuts: Cut[] = [];
  private bytes = 0;
  private origin: number | undefined;
  private startMs = 0;
  private size = { width: 0, height: 0 };
  private soundMs = 0;
  private lastKey: TimedFrame | undefined;
  private keyframeRequestedAt = 0;
  private index = 0;

  constructor(onSegment: (segment: Segment) => void) {
    this.onSegment = onSegment;
  }

  /** Sets the producers to record. Returns false when the codec would change, which is impossible within a session. */
  use(video: Producer | undefined, audio: Producer | undefined): boolean {
    const layer = video?.layer('high');
    if (layer !== undefined && this.codec !== undefined && layer.codec !== this.codec) return false;
    if (audio !== this.audio?.source) this.useAudio(audio);
    if (video !== this.video?.source) this.useVideo(video, layer);
    return true;
  }

  tick(now: number): void {
    this.video?.reader.drain(now);
    if (this.origin === undefined) {
      if (this.video !== undefined && now - this.keyframeRequestedAt > KEYFRAME_REQUEST_INTERVAL_MS)
        this.requestKeyframe(now);
      return;
    }
    const at = now - this.origin;
    const isDue = at - this.startMs > TARGET_MS - KEYFRAME_REQUEST_BEFORE_MS;
    if (isDue && this.cuts.length === 0) {
      const lastMs = this.frames.at(-1)?.ms ?? this.startMs;
      if (at - lastMs > STILL_MS && at - this.startMs > TARGET_MS + STILL_MS) this.repeatLastKeyframe(lastMs);
      else if (now - this.keyframeRequestedAt > KEYFRAME_REQUEST_INTERVAL_MS) this.requestKeyframe(now);
    }
    for (let [cut] = this.cuts; cut !== undefined && at > cut.ms + LATE_MS; [cut] = this.cuts) this.cut(cut);
    if (at - this.startMs > SEGMENT_MAX_MS || this.bytes > SEGMENT_MAX_BYTES) this.discardSegment(at);
  }

  end(): void {
    this.use(undefined, undefined);
    if (this.origin === undefined) return;
    for (let [cut] = this.cuts; cut !== undefined; [cut] = this.cuts) this.cut(cut);
    const last = this.frames.at(-1);
    if (last === undefined) return;
    const ms = Math.max(last.ms + OPUS_MS, Math.min(this.soundMs, last.ms + LATE_MS));
    this.cut({ ms, ...this.size });
  }

  private useAudio(source: Producer | undefined): void {
    if (this.audio !== undefined) this.audio.source.receivers.delete(this.audio.receiver);
    this.audio = undefined;
    if (source === undefined) return;
    this.clocks.audio = new TrackClock('audio');
    const clock = this.clocks.audio;
    const receiver: Receiver = {
      onPacket: (_layer, packet, now) => this.addAudioPacket(clock, packet, now),
      onSenderReport: (_layer, ntp, timestamp) => {
        clock.onSenderReport(ntp, timestamp);
        clock.follow(this.clocks.video);
      },
    };
    source.receivers.add(receiver);
    this.audio = { source, receiver };
  }

  private useVideo(source: Producer | undefined, layer: Layer | undefined): void {
    if (this.video !== undefined) this.video.source.receivers.delete(this.video.receiver);
    this.video = undefined;
    if (source === undefined || layer === undefined || !isPictures(layer.codec)) return;
    this.codec = layer.codec;
    this.clocks.video = new TrackClock('video');
    const clock = this.clocks.video;
    let arrivedAt = 0;
    const reader = new FrameReader(
      layer.codec,
      (frame) => this.addFrame(clock, frame, arrivedAt),
      () => layer.requestKeyframe(),
    );
    const receiver: Receiver = {
      onPacket: (from, packet, now) => {
        if (from !== layer) return;
        arrivedAt = now;
        reader.addPacket(packet, now);
      },
      onSenderReport: (from, ntp, timestamp) => {
        if (from === layer) clock.onSenderReport(ntp, timestamp);
      },
    };
    source.receivers.add(receiver);
    this.video = { source, receiver, reader, layer };
    layer.requestKeyframe();
  }

  private addFrame(clock: TrackClock, frame: Frame, now: number): void {
    this.origin ??= now;
    const placed = Math.round(clock.place(frame.timestamp, now - this.origin));
    const ms = Math.max(placed, (this.frames.at(-1)?.ms ?? this.startMs - 1) + 1);
    const timed = { ...frame, ms };
    const { isKey, width, height } = frame;
    if (isKey && width !== undefined && height !== undefined) {
      this.lastKey = timed;
      const known = this.cuts.at(-1) ?? { ms: this.startMs, ...this.size };
      if (this.size.width === 0) this.size = { width, height };
      else if (
        ms - known.ms >= TARGET_MS - KEYFRAME_REQUEST_BEFORE_MS ||
        width !== known.width ||
        height !== known.height
      ) {
        this.cuts.push({ ms, width, height });
      }
    }
    this.frames.push(timed);
    this.bytes += frame.data.length;
  }

  private addAudioPacket(clock: TrackClock, packet: Buffer, now: number): void {
    const start = payloadStart(packet);
    if (this.origin === undefined || start === undefined || start >= packet.length) return;
    const data = packet.subarray(start);
    const durationMs = opusMs(data);
    const ms = clock.place(timestampOf(packet), now - this.origin);
    if (ms - this.soundMs > DRIFT_MS) this.fillSilence(ms - DRIFT_MS);
    else if (this.soundMs - ms > DRIFT_MS + durationMs) return;
    if (ms + durationMs < this.startMs) return;
    this.sounds.push({ ms: this.soundMs, durationMs, data });
    this.soundMs += durationMs;
  }

  private fillSilence(until: number): void {
    const end = Math.min(until, this.soundMs + SILENCE_MAX_MS);
    while (this.soundMs < end) {
      this.sounds.push({ ms: this.soundMs, durationMs: OPUS_MS, data: SILENCE });
      this.soundMs += OPUS_MS;
    }
  }

  /** Repeats the last keyframe at the beginning of the next segment while the camera is off. */
  private repeatLastKeyframe(lastMs: number): void {
    const { lastKey } = this;
    if (lastKey === undefined) return;
    const ms = Math.max(this.startMs + TARGET_MS, lastMs + 1);
    this.frames.push({ ...lastKey, ms });
    this.cuts.push({ ms, width: lastKey.width ?? 0, height: lastKey.height ?? 0 });
    // Further frames would reference frames that are missing in the recording.
    this.video?.reader.requireKeyframe();
  }

  private cut({ ms, width, height }: Cut): void {
    const { codec, startMs } = this;
    this.cuts = this.cuts.filter((cut) => cut.ms > ms);
    if (codec === undefined) return;
    this.fillSilence(ms);
    const isBefore = (each: { ms: number }): boolean => each.ms < ms;
    const frames = this.frames.filter(isBefore);
    const sounds = this.sounds.filter(isBefore);
    this.frames = this.frames.slice(frames.length);
    this.sounds = this.sounds.slice(sounds.length);
    this.bytes = this.frames.reduce((sum, { data }) => sum + data.length, 0);
    if (frames.length > 0) {
      this.onSegment({ index: this.index, startMs, durationMs: ms - startMs, codec, ...this.size, frames, sounds });
      this.index += 1;
    }
    this.startMs = ms;
    this.size = { width, height };
  }

  /** Discards the time of a segment without a keyframe, which nothing can display. */
  private discardSegment(at: number): void {
    this.frames = [];
    this.sounds = [];
    this.cuts = [];
    this.bytes = 0;
    this.video?.reader.requireKeyframe();
    this.startMs = Math.round(at);
    this.soundMs = Math.max(this.soundMs, this.startMs);
  }

  private requestKeyframe(now: number): void {
    this.keyframeRequestedAt = now;
    this.video?.layer.requestKeyframe();
  }
}

const isPictures = (codec: Codec): codec is 'vp8' | 'h264' => codec !== 'opus';

/** Returns the duration of an Opus packet in milliseconds (RFC 6716, 3.1). */
export function opusMs(data: Buffer): number {
  const [first = 0, second = 0] = data;
  const config = first >> 3;
  const step = config < 12 ? [10, 20, 40, 60] : config < 16 ? [10, 20] : [2.5, 5, 10, 20];
  const frameMs = step[config < 12 ? config & 3 : config < 16 ? config & 1 : config & 3] ?? OPUS_MS;
  const kind = first & 3;
  const count = kind === 0 ? 1 : kind === 3 ? Math.max(1, second & 0x3f) : 2;
  return Math.min(120, frameMs * count);
}
