import type { Track } from 'node-datachannel';
import { buildNack, buildPli, buildReceiverReport, buildRemb, parseRtcp } from './rtcp.ts';
import { type Codec, isRtcp, loudnessOf, payloadStart, ssrcOf } from './rtp.ts';
import { RtpReceiveBuffer } from './rtp-receive-buffer.ts';
import { trySend } from './try-send.ts';

/** Minimum milliseconds between keyframe requests to a publisher, because keyframes are large. */
const KEYFRAME_EVERY_MS = 300;
/** The SSRC of the relay in RTCP packets to publishers. */
const OWN_SSRC = 1;

export type LayerName = 'high' | 'low';

export interface Receiver {
  onPacket(layer: Layer, packet: Buffer, now: number): void;
  onSenderReport(layer: Layer, ntp: Buffer, timestamp: number): void;
}

export class Layer {
  readonly name: LayerName;
  readonly codec: Codec;
  readonly receiveBuffer: RtpReceiveBuffer;
  private readonly producer: Producer;
  private readonly track: Track;
  private keyframeRequestedAt = -Infinity;
  private keyframeTimer: NodeJS.Timeout | undefined;

  constructor(producer: Producer, name: LayerName, codec: Codec, track: Track, ssrc: number) {
    this.producer = producer;
    this.name = name;
    this.codec = codec;
    this.track = track;
    this.receiveBuffer = new RtpReceiveBuffer(ssrc, producer.kind === 'audio' ? 48_000 : 90_000);
    track.onMessage((packet) => {
      if (isRtcp(packet)) this.handleRtcp(packet);
      else this.handlePacket(packet);
    });
  }

  /** Requests a keyframe; requests in quick succession are merged. */
  requestKeyframe(): void {
    if (this.producer.kind === 'audio' || this.keyframeTimer !== undefined) return;
    const wait = this.keyframeRequestedAt + KEYFRAME_EVERY_MS - performance.now();
    if (wait <= 0) this.sendPli();
    else {
      this.keyframeTimer = setTimeout(() => {
        this.keyframeTimer = undefined;
        this.sendPli();
      }, wait);
    }
  }

  /** Requests missing packets every 20 ms. Audio is not requested, because it would arrive too late to be played. */
  repair(now: number): void {
    if (this.producer.kind === 'audio' || !this.receiveBuffer.isMissing) return;
    const sequences = this.receiveBuffer.nextNacks(now);
    if (sequences.length > 0) this.sendRtcp(buildNack(OWN_SSRC, this.receiveBuffer.ssrc, sequences));
  }

  report(now: number, bitsPerSecond: number): void {
    const reception = this.receiveBuffer.createReport(now);
    if (reception === undefined) return;
    this.sendRtcp(buildReceiverReport(OWN_SSRC, reception));
    if (this.producer.kind === 'video') this.sendRtcp(buildRemb(OWN_SSRC, bitsPerSecond, [this.receiveBuffer.ssrc]));
  }

  close(): void {
    clearTimeout(this.keyframeTimer);
    this.track.onMessage(() => {});
  }

  private sendPli(): void {
    this.keyframeRequestedAt = performance.now();
    this.sendRtcp(buildPli(OWN_SSRC, this.receiveBuffer.ssrc));
  }

  private sendRtcp(packet: Buffer): void {
    if (this.track.isOpen()) trySend(this.track, packet);
  }

  private handlePacket(packet: Buffer): void {
    if (payloadStart(packet) === undefined || ssrcOf(packet) !== this.receiveBuffer.ssrc) return;
    const now = performance.now();
    if (this.receiveBuffer.add(packet, now)) this.producer.forward(this, packet, now);
  }

  private handleRtcp(packet: Buffer): void {
    for (const part of parseRtcp(packet)) {
      if (part.type !== 'senderReport' || part.ssrc !== this.receiveBuffer.ssrc) continue;
      this.receiveBuffer.onSenderReport(part.ntp, performance.now());
      for (const receiver of this.producer.receivers) receiver.onSenderReport(this, part.ntp, part.timestamp);
    }
  }
}

export class Producer {
  readonly kind: 'audio' | 'video';
  readonly receivers = new Set<Receiver>();
  readonly layers = new Map<LayerName, Layer>();
  /** The loudest packet since the last read, from 0 to 127. */
  private peak = 0;
  private readonly audioLevelId: number | undefined;

  constructor(kind: 'audio' | 'video', audioLevelId?: number) {
    this.kind = kind;
    this.audioLevelId = audioLevelId;
  }

  addLayer(name: LayerName, codec: Codec, track: Track, ssrc: number): void {
    this.layers.set(name, new Layer(this, name, codec, track, ssrc));
  }

  layer(preferred: LayerName): Layer | undefined {
    return this.layers.get(preferred) ?? this.layers.values().next().value;
  }

  forward(layer: Layer, packet: Buffer, now: number): void {
    if (this.audioLevelId !== undefined) {
      const loudness = loudnessOf(packet, this.audioLevelId);
      if (loudness !== undefined && loudness > this.peak) this.peak = loudness;
    }
    for (const receiver of this.receivers) receiver.onPacket(layer, packet, now);
  }

  consumePeak(): number {
    const { peak } = this;
    this.peak = 0;
    return peak;
  }

  close(): void {
    for (const layer of this.layers.values()) layer.close();
    this.receivers.clear();
  }
}
