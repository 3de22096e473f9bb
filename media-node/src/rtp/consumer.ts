import { randomInt } from 'node:crypto';
import type { Track } from 'node-datachannel';
import { LayerChoice } from './layer-choice.ts';
import type { Layer, LayerName, Producer, Receiver } from './producer.ts';
import { buildSenderReport, parseRtcp } from './rtcp.ts';
import {
  type Codec,
  isRtcp,
  RTP_HEADER_BYTES,
  sendRewritten,
  sequenceDistance,
  sequenceOf,
  startsKeyframe,
  timestampOf,
} from './rtp.ts';
import { trySend } from './try-send.ts';

/** Retransmissions to one receiver per second; more would add to the congestion that lost the packets. */
const REPEATS_PER_SECOND_MAX = 400;
/** Packets that were sent before a change of layer or producer must still be found for retransmission. */
const SECTIONS_KEPT = 4;
const FIRST_SSRC = 0x1000_0000;

/** A range of sent packets from one layer: outgoing sequence number = incoming + offset. */
interface Section {
  layer: Layer;
  sequenceOffset: number;
  timestampOffset: number;
  from: number;
}

let lastSsrc = FIRST_SSRC + randomInt(0x1000_0000);

export const forwarded = { packets: 0 };

/** One receiving m-line of a participant. The browser sees one continuous stream, whichever producer is attached. */
export class Consumer implements Receiver {
  readonly mid: string;
  readonly kind: 'audio' | 'video';
  readonly ssrc: number;
  /** The receiver's bandwidth estimate (REMB); undefined until the first report. */
  bitsPerSecond: number | undefined;
  /** More is sent to this participant than the bandwidth allows. */
  isStrained = false;
  private readonly choice = new LayerChoice();
  private readonly payloadTypes: ReadonlyMap<Codec, number>;
  private readonly ticksPerMs: number;
  private track: Track | undefined;
  private isOpen = false;
  private producer: Producer | undefined;
  private targetLayer: Layer | undefined;
  private sections: Section[] = [];
  private isRunning = false;
  private sequence = randomInt(0x8000);
  private timestamp = randomInt(0x8000_0000);
  private sentAt = 0;
  private packets = 0;
  private octets = 0;
  private counted = 0;
  private repeats = 0;
  private repeatSecond = 0;
  private maxLayer: LayerName | 'off' = 'high';

  constructor(mid: string, kind: 'audio' | 'video', payloadTypes: ReadonlyMap<Codec, number>) {
    this.mid = mid;
    this.kind = kind;
    this.payloadTypes = payloadTypes;
    this.ticksPerMs = kind === 'audio' ? 48 : 90;
    lastSsrc += 1;
    this.ssrc = lastSsrc;
  }

  use(track: Track): void {
    this.track = track;
    track.onOpen(() => {
      this.isOpen = true;
      this.targetLayer?.requestKeyframe();
    });
    track.onClosed(() => {
      this.isOpen = false;
    });
    track.onMessage((packet) => {
      if (isRtcp(packet)) this.handleRtcp(packet);
    });
  }

  attach(producer: Producer | undefined): void {
    if (this.producer === producer) return;
    this.producer?.receivers.delete(this);
    this.producer = producer;
    this.isRunning = false;
    producer?.receivers.add(this);
    this.choice.reset();
    this.choose();
  }

  setMaxLayer(maxLayer: LayerName | 'off'): void {
    this.maxLayer = maxLayer;
    this.choose();
  }

  close(): void {
    this.attach(undefined);
    this.track?.onMessage(() => {});
    this.isOpen = false;
  }

  /** A consumer that waits for a keyframe requests it again, because the first request may have been lost. */
  get isWaiting(): boolean {
    return (
      this.isOpen &&
      this.targetLayer !== undefined &&
      (!this.isRunning || this.sections.at(-1)?.layer !== this.targetLayer)
    );
  }

  repeatKeyframeRequest(): void {
    this.targetLayer?.requestKeyframe();
  }

  get isLowered(): boolean {
    return this.maxLayer === 'high' && this.choice.layer === 'low' && this.producer?.layers.size === 2;
  }

  consumeSentBits(): number {
    const bits = (this.octets - this.counted) * 8;
    this.counted = this.octets;
    return bits;
  }

  onPacket(layer: Layer, packet: Buffer, now: number): void {
    if (!this.isOpen) return;
    let section = this.sections.at(-1);
    if (!this.isRunning || layer !== section?.layer) {
      if (layer !== this.targetLayer || (this.kind === 'video' && !startsKeyframe(layer.codec, packet))) return;
      section = this.startSection(layer, packet, now);
    }
    const sequence = (sequenceOf(packet) + section.sequenceOffset) & 0xffff;
    // A late packet from before the section began would reuse a sequence number.
    if (sequenceDistance(section.from, sequence) < 0) return;
    const timestamp = (timestampOf(packet) + section.timestampOffset) >>> 0;
    this.send(layer, packet, sequence, timestamp);
    this.packets += 1;
    forwarded.packets += 1;
    this.octets += packet.length - RTP_HEADER_BYTES;
    if (sequenceDistance(this.sequence, sequence) > 0) {
      this.sequence = sequence;
      this.timestamp = timestamp;
      this.sentAt = now;
    }
  }

  onSenderReport(layer: Layer, ntp: Buffer, timestamp: number): void {
    const section = this.sections.at(-1);
    if (!this.isOpen || !this.isRunning || section?.layer !== layer) return;
    const { packets, octets } = this;
    const ownTimestamp = (timestamp + section.timestampOffset) >>> 0;
    if (this.track === undefined) return;
    const report = buildSenderReport(this.ssrc, { ntp, timestamp: ownTimestamp, packets, octets });
    if (!trySend(this.track, report)) this.isOpen = false;
  }

  private choose(): void {
    const name = this.maxLayer === 'off' ? undefined : this.maxLayer === 'low' ? 'low' : this.choice.layer;
    const found = name === undefined ? undefined : this.producer?.layer(name);
    const targetLayer = found !== undefined && this.payloadTypes.has(found.codec) ? found : undefined;
    if (targetLayer === undefined) this.isRunning = false;
    if (targetLayer === this.targetLayer && this.isRunning) return;
    this.targetLayer = targetLayer;
    targetLayer?.requestKeyframe();
  }

  private startSection(layer: Layer, packet: Buffer, now: number): Section {
    const passed = this.sentAt === 0 ? 0 : Math.max(1, Math.round((now - this.sentAt) * this.ticksPerMs));
    const from = (this.sequence + 1) & 0xffff;
    const section: Section = {
      layer,
      from,
      sequenceOffset: (from - sequenceOf(packet)) & 0xffff,
      timestampOffset: (this.timestamp + passed - timestampOf(packet)) >>> 0,
    };
    this.sections.push(section);
    if (this.sections.length > SECTIONS_KEPT) this.sections.shift();
    this.isRunning = true;
    return section;
  }

  private send({ codec }: Layer, packet: Buffer, sequence: number, timestamp: number): void {
    const { track, ssrc } = this;
    const payloadType = this.payloadTypes.get(codec);
    if (track === undefined || payloadType === undefined) return;
    sendRewritten(packet, { payloadType, ssrc, sequence, timestamp }, (rewritten) => {
      if (!trySend(track, rewritten)) this.isOpen = false;
    });
  }

  private handleRtcp(packet: Buffer): void {
    for (const part of parseRtcp(packet)) {
      if (part.type === 'keyframe')
        (this.isRunning ? this.sections.at(-1)?.layer : this.targetLayer)?.requestKeyframe();
      else if (part.type === 'nack' && part.ssrc === this.ssrc) this.repeat(part.sequences);
      else if (part.type === 'bandwidth') this.bitsPerSecond = part.bitsPerSecond;
      else if (part.type === 'receiverReport')
        this.onReceiverReport(part.blocks.find(({ ssrc }) => ssrc === this.ssrc)?.lost);
    }
  }

  private onReceiverReport(lost: number | undefined): void {
    if (lost === undefined || this.producer?.layers.size !== 2) return;
    if (this.choice.onLossReport(this.isStrained ? 1 : lost)) this.choose();
  }

  private repeat(sequences: readonly number[]): void {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.repeatSecond) {
      this.repeatSecond = second;
      this.repeats = 0;
    }
    for (const sequence of sequences) {
      const section = this.sections.findLast(({ from }) => sequenceDistance(from, sequence) >= 0);
      const packet = section?.layer.receiveBuffer.find((sequence - section.sequenceOffset) & 0xffff);
      if (section === undefined || packet === undefined) continue;
      this.repeats += 1;
      if (this.repeats > REPEATS_PER_SECOND_MAX) return;
      this.send(section.layer, packet, sequence, (timestampOf(packet) + section.timestampOffset) >>> 0);
    }
  }
}
