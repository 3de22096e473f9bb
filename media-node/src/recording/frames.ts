import { payloadStart, sequenceDistance, sequenceOf, timestampOf } from '../rtp/rtp.ts';
import { parseSps } from './sps.ts';

/** One encoded video frame: VP8 unchanged, H.264 with start codes and preceded by its parameter sets. */
export interface Frame {
  timestamp: number;
  data: Buffer;
  isKey: boolean;
  /** Known for keyframes only. */
  width?: number;
  height?: number;
}

/** Milliseconds to wait for the retransmission of a missing packet. */
const PATIENCE_MS = 400;
const WAITING_MAX = 1000;
const FRAME_MAX_BYTES = 4 * 2 ** 20;

const START_CODE = Buffer.from([0, 0, 0, 1]);

interface FramePart {
  timestamp: number;
  isLast: boolean;
  payload: Buffer;
}

/** Orders the packets of one stream and assembles frames. Skips incomplete frames up to the next complete one. */
export class FrameReader {
  private readonly codec: 'vp8' | 'h264';
  private readonly onFrame: (frame: Frame) => void;
  private readonly onLoss: () => void;
  private readonly waiting = new Map<number, FramePart>();
  private next: number | undefined;
  private stuckAt: number | undefined;
  private timestamp: number | undefined;
  private pieces: Buffer[] = [];
  private bytes = 0;
  private isWhole = false;
  private needsKey = true;

  constructor(codec: 'vp8' | 'h264', onFrame: (frame: Frame) => void, onLoss: () => void) {
    this.codec = codec;
    this.onFrame = onFrame;
    this.onLoss = onLoss;
  }

  addPacket(packet: Buffer, now: number): void {
    const start = payloadStart(packet);
    if (start === undefined) return;
    const sequence = sequenceOf(packet);
    this.next ??= sequence;
    if (sequenceDistance(this.next, sequence) < 0) return;
    // RTP padding is not part of the frame.
    const padding = ((packet[0] ?? 0) & 0x20) !== 0 ? (packet.at(-1) ?? 0) : 0;
    this.waiting.set(sequence, {
      timestamp: timestampOf(packet),
      isLast: ((packet[1] ?? 0) & 0x80) !== 0,
      payload: packet.subarray(start, Math.max(start, packet.length - padding)),
    });
    this.drain(now);
  }

  drain(now: number): void {
    for (;;) {
      this.drainInOrder();
      if (this.waiting.size === 0) {
        this.stuckAt = undefined;
        return;
      }
      this.stuckAt ??= now;
      if (now - this.stuckAt < PATIENCE_MS && this.waiting.size < WAITING_MAX) return;
      this.skipHole();
    }
  }

  requireKeyframe(): void {
    this.needsKey = true;
  }

  private drainInOrder(): void {
    for (;;) {
      const { next } = this;
      const part = next === undefined ? undefined : this.waiting.get(next);
      if (next === undefined || part === undefined) return;
      this.waiting.delete(next);
      this.next = (next + 1) & 0xffff;
      this.stuckAt = undefined;
      this.add(part);
    }
  }

  private skipHole(): void {
    const { next = 0 } = this;
    let nearest: number | undefined;
    for (const sequence of this.waiting.keys()) {
      if (nearest === undefined || sequenceDistance(next, sequence) < sequenceDistance(next, nearest))
        nearest = sequence;
    }
    this.next = nearest;
    this.stuckAt = undefined;
    this.discardFrame();
  }

  private discardFrame(): void {
    this.isWhole = false;
    this.pieces = [];
    this.bytes = 0;
    this.needsKey = true;
    this.onLoss();
  }

  private add({ timestamp, isLast, payload }: FramePart): void {
    if (payload.length === 0) return;
    if (timestamp !== this.timestamp) {
      // The last packet of the frame lacked the marker bit.
      this.finish();
      this.timestamp = timestamp;
      this.isWhole = this.codec === 'h264' || isFirstOfVp8(payload);
    }
    if (this.isWhole) {
      if (this.codec === 'vp8') this.push(payload.subarray(vp8DescriptorBytes(payload)));
      else this.addUnits(payload);
      if (this.bytes > FRAME_MAX_BYTES) this.discardFrame();
    }
    if (isLast) this.finish();
  }

  private push(piece: Buffer): void {
    this.pieces.push(piece);
    this.bytes += piece.length;
  }

  private addUnits(payload: Buffer): void {
    const kind = (payload[0] ?? 0) & 0x1f;
    if (kind === 24) {
      for (let at = 1; at + 2 < payload.length; ) {
        const length = payload.readUInt16BE(at);
        this.push(START_CODE);
        this.push(payload.subarray(at + 2, at + 2 + length));
        at += 2 + length;
      }
    } else if (kind === 28) {
      const fragment = payload[1] ?? 0;
      if ((fragment & 0x80) !== 0) {
        this.push(START_CODE);
        this.push(Buffer.from([((payload[0] ?? 0) & 0xe0) | (fragment & 0x1f)]));
      }
      this.push(payload.subarray(2));
    } else if (kind >= 1 && kind <= 23) {
      this.push(START_CODE);
      this.push(payload);
    }
  }

  private finish(): void {
    const { timestamp, pieces, isWhole } = this;
    this.pieces = [];
    this.bytes = 0;
    this.isWhole = false;
    if (timestamp === undefined || !isWhole || pieces.length === 0) return;
    const data = Buffer.concat(pieces);
    const frame = this.codec === 'vp8' ? parseVp8(timestamp, data) : parseH264(timestamp, data);
    if (frame === undefined || (this.needsKey && !frame.isKey)) return;
    this.needsKey = false;
    this.onFrame(frame);
  }
}

const isFirstOfVp8 = (payload: Buffer): boolean => ((payload[0] ?? 0) & 0x17) === 0x10;

function vp8DescriptorBytes(payload: Buffer): number {
  let at = 1;
  if (((payload[0] ?? 0) & 0x80) === 0) return at;
  const fields = payload[1] ?? 0;
  at += 1;
  if ((fields & 0x80) !== 0) at += ((payload[at] ?? 0) & 0x80) !== 0 ? 2 : 1;
  if ((fields & 0x40) !== 0) at += 1;
  if ((fields & 0x30) !== 0) at += 1;
  return at;
}

function parseVp8(timestamp: number, data: Buffer): Frame | undefined {
  if (data.length < 3) return undefined;
  const isKey = ((data[0] ?? 0) & 1) === 0;
  if (!isKey) return { timestamp, data, isKey };
  // RFC 6386, 9.1: the start code, then width and height, each with two bits of scaling.
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) return undefined;
  return { timestamp, data, isKey, width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

function parseH264(timestamp: number, data: Buffer): Frame | undefined {
  let isKey = false;
  let size: { width: number; height: number } | undefined;
  for (const unit of unitsOf(data)) {
    const kind = (unit[0] ?? 0) & 0x1f;
    if (kind === 5) isKey = true;
    if (kind === 7) size = parseSps(unit);
  }
  // A keyframe without parameter sets cannot be the first frame of a segment.
  return { timestamp, data, isKey: isKey && size !== undefined, ...size };
}

function unitsOf(data: Buffer): Buffer[] {
  const units: Buffer[] = [];
  for (let at = data.indexOf(START_CODE); at >= 0; ) {
    const end = data.indexOf(START_CODE, at + 4);
    units.push(data.subarray(at + 4, end < 0 ? undefined : end));
    at = end;
  }
  return units;
}
