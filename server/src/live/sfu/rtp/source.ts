import type { Track } from 'node-datachannel';
import { Incoming } from './incoming.ts';
import { makeNack, makePli, makeReceiverReport, makeRemb, readRtcp } from './rtcp.ts';
import { type Codec, isRtcp, loudnessOf, payloadStart, ssrcOf } from './rtp.ts';
import { sendOver } from './send-over.ts';

/** Keyframes are large: however many receivers want one, the publisher is asked once in this time. */
const KEYFRAME_EVERY_MS = 300;
/** How a relay names itself in what it tells publishers. */
const OWN_SSRC = 1;

export type LayerName = 'high' | 'low';

/** Whoever is given what a source sends. */
export interface Receiver {
  onPacket(layer: Layer, packet: Buffer, now: number): void;
  onSenderReport(layer: Layer, ntp: Buffer, timestamp: number): void;
}

/** One encoding of a source, as it comes by one m-line. */
export class Layer {
  readonly name: LayerName;
  readonly codec: Codec;
  readonly incoming: Incoming;
  private readonly source: Source;
  private readonly track: Track;
  private keyframeAskedAt = -Infinity;
  private keyframeTimer: NodeJS.Timeout | undefined;

  constructor(source: Source, name: LayerName, codec: Codec, track: Track, ssrc: number) {
    this.source = source;
    this.name = name;
    this.codec = codec;
    this.track = track;
    this.incoming = new Incoming(ssrc, source.kind === 'audio' ? 48_000 : 90_000);
    track.onMessage((packet) => {
      if (isRtcp(packet)) this.hear(packet);
      else this.take(packet);
    });
  }

  /** Ask for a picture that stands for itself, soon. */
  wantKeyframe(): void {
    if (this.source.kind === 'audio' || this.keyframeTimer !== undefined) return;
    const wait = this.keyframeAskedAt + KEYFRAME_EVERY_MS - performance.now();
    if (wait <= 0) this.askKeyframe();
    else {
      this.keyframeTimer = setTimeout(() => {
        this.keyframeTimer = undefined;
        this.askKeyframe();
      }, wait);
    }
  }

  /** Once in 20 ms: what did not arrive is asked for again. Sound is not: it would come too late to be heard. */
  repair(now: number): void {
    if (this.source.kind === 'audio' || !this.incoming.isMissing) return;
    const sequences = this.incoming.askFor(now);
    if (sequences.length > 0) this.say(makeNack(OWN_SSRC, this.incoming.ssrc, sequences));
  }

  /** Once a second: what arrived, and how much may be sent. */
  report(now: number, bitsPerSecond: number): void {
    const reception = this.incoming.receive(now);
    if (reception === undefined) return;
    this.say(makeReceiverReport(OWN_SSRC, reception));
    if (this.source.kind === 'video') this.say(makeRemb(OWN_SSRC, bitsPerSecond, [this.incoming.ssrc]));
  }

  close(): void {
    clearTimeout(this.keyframeTimer);
    this.track.onMessage(() => {});
  }

  private askKeyframe(): void {
    this.keyframeAskedAt = performance.now();
    this.say(makePli(OWN_SSRC, this.incoming.ssrc));
  }

  private say(packet: Buffer): void {
    if (this.track.isOpen()) sendOver(this.track, packet);
  }

  private take(packet: Buffer): void {
    if (payloadStart(packet) === undefined || ssrcOf(packet) !== this.incoming.ssrc) return;
    const now = performance.now();
    if (this.incoming.note(packet, now)) this.source.handOn(this, packet, now);
  }

  private hear(packet: Buffer): void {
    for (const part of readRtcp(packet)) {
      if (part.type !== 'senderReport' || part.ssrc !== this.incoming.ssrc) continue;
      this.incoming.noteSenderReport(part.ntp, performance.now());
      for (const receiver of this.source.receivers) receiver.onSenderReport(this, part.ntp, part.timestamp);
    }
  }
}

/** What one person sends of one kind: a microphone, a camera in one or two sizes, a screen, its sound. */
export class Source {
  readonly kind: 'audio' | 'video';
  readonly receivers = new Set<Receiver>();
  readonly layers = new Map<LayerName, Layer>();
  /** The loudest packet since somebody asked, from 0 to 127. */
  private peak = 0;
  private readonly audioLevelId: number | undefined;

  constructor(kind: 'audio' | 'video', audioLevelId?: number) {
    this.kind = kind;
    this.audioLevelId = audioLevelId;
  }

  addLayer(name: LayerName, codec: Codec, track: Track, ssrc: number): void {
    this.layers.set(name, new Layer(this, name, codec, track, ssrc));
  }

  /** The wished layer, or the one there is. */
  layer(wished: LayerName): Layer | undefined {
    return this.layers.get(wished) ?? this.layers.values().next().value;
  }

  handOn(layer: Layer, packet: Buffer, now: number): void {
    if (this.audioLevelId !== undefined) {
      const loudness = loudnessOf(packet, this.audioLevelId);
      if (loudness !== undefined && loudness > this.peak) this.peak = loudness;
    }
    for (const receiver of this.receivers) receiver.onPacket(layer, packet, now);
  }

  takePeak(): number {
    const { peak } = this;
    this.peak = 0;
    return peak;
  }

  close(): void {
    for (const layer of this.layers.values()) layer.close();
    this.receivers.clear();
  }
}
