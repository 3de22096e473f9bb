import type { ReceptionReport } from './rtcp.ts';
import { sequenceDistance, sequenceOf, timestampOf } from './rtp.ts';

/** Packets stored for retransmission: about three seconds of a camera. */
const BUFFERED_PACKETS = 512;
/** A larger gap counts as a restart of the stream, not as loss. */
const HOLE_MAX = 100;
/** Limit of missing packets that are requested at a time. */
const MISSING_MAX = 200;
/** A lost packet is requested at most this often, at this interval. */
const NACKS_PER_PACKET_MAX = 6;
const NACK_INTERVAL_MS = 40;

interface MissingPacket {
  requests: number;
  requestedAt: number;
}

/** One received RTP stream: stores packets for retransmission and tracks what is missing. */
export class RtpReceiveBuffer {
  readonly ssrc: number;
  private readonly clockRate: number;
  private readonly packets: (Buffer | undefined)[] = new Array(BUFFERED_PACKETS).fill(undefined);
  private readonly missing = new Map<number, MissingPacket>();
  private started = false;
  private highest = 0;
  private cycles = 0;
  private base = 0;
  private received = 0;
  private expectedBefore = 0;
  private receivedBefore = 0;
  private jitter = 0;
  private transit: number | undefined;
  private report: { ntpMiddle: number; at: number } | undefined;

  constructor(ssrc: number, clockRate: number) {
    this.ssrc = ssrc;
    this.clockRate = clockRate;
  }

  add(packet: Buffer, now: number): boolean {
    const sequence = sequenceOf(packet);
    const slot = sequence % BUFFERED_PACKETS;
    const known = this.packets[slot];
    if (known !== undefined && sequenceOf(known) === sequence) return false;
    this.packets[slot] = packet;
    this.received += 1;
    if (this.started) this.trackSequence(sequence, now);
    else this.start(sequence);
    this.updateJitter(timestampOf(packet), now);
    return true;
  }

  find(sequence: number): Buffer | undefined {
    const packet = this.packets[sequence % BUFFERED_PACKETS];
    return packet !== undefined && sequenceOf(packet) === sequence ? packet : undefined;
  }

  /** Returns the missing sequence numbers to request now, oldest first. */
  nextNacks(now: number): number[] {
    const asked: number[] = [];
    for (const [sequence, missing] of this.missing) {
      if (missing.requests > 0 && now - missing.requestedAt < NACK_INTERVAL_MS) continue;
      if (missing.requests >= NACKS_PER_PACKET_MAX) {
        this.missing.delete(sequence);
        continue;
      }
      missing.requests += 1;
      missing.requestedAt = now;
      asked.push(sequence);
    }
    return asked;
  }

  get isMissing(): boolean {
    return this.missing.size > 0;
  }

  onSenderReport(ntp: Buffer, now: number): void {
    this.report = { ntpMiddle: ntp.readUInt32BE(2), at: now };
  }

  /** Reports reception since the last call; undefined before the first packet. */
  createReport(now: number): ReceptionReport | undefined {
    if (!this.started) return undefined;
    const expected = this.cycles + this.highest - this.base + 1;
    const expectedNow = expected - this.expectedBefore;
    const lostNow = Math.max(0, expectedNow - (this.received - this.receivedBefore));
    this.expectedBefore = expected;
    this.receivedBefore = this.received;
    return {
      ssrc: this.ssrc,
      fractionLost: expectedNow > 0 ? Math.min(255, Math.floor((lostNow * 256) / expectedNow)) : 0,
      totalLost: expected - this.received,
      highestSequence: this.cycles + this.highest,
      jitter: Math.floor(this.jitter),
      lastReport: this.report?.ntpMiddle ?? 0,
      sinceLastReport: this.report === undefined ? 0 : Math.floor(((now - this.report.at) * 65_536) / 1000),
    };
  }

  private start(sequence: number): void {
    this.started = true;
    this.base = sequence;
    this.highest = sequence;
    this.cycles = 0;
  }

  private trackSequence(sequence: number, now: number): void {
    const step = sequenceDistance(this.highest, sequence);
    if (step <= 0) {
      this.missing.delete(sequence);
      return;
    }
    if (step > HOLE_MAX) {
      // After a restart of the stream the missing packets never arrive.
      this.missing.clear();
      this.received = 1;
      this.receivedBefore = 0;
      this.expectedBefore = 0;
      this.start(sequence);
      return;
    }
    for (let hole = 1; hole < step && this.missing.size < MISSING_MAX; hole += 1) {
      this.missing.set((this.highest + hole) & 0xffff, { requests: 0, requestedAt: now });
    }
    if (sequence < this.highest) this.cycles += 0x1_0000;
    this.highest = sequence;
  }

  /** RFC 3550, appendix A.8. */
  private updateJitter(timestamp: number, now: number): void {
    const transit = (now * this.clockRate) / 1000 - timestamp;
    if (this.transit !== undefined) {
      const difference = Math.abs(transit - this.transit);
      // A timestamp that wrapped around or restarted is not jitter.
      if (difference < this.clockRate * 10) this.jitter += (difference - this.jitter) / 16;
    }
    this.transit = transit;
  }
}
