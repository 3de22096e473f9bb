/** A timestamp that is further than this from the arrival time means that the sender restarted its clock. */
const JUMP_MS = 1000;

/** Maps the RTP timestamps of one stream to times of the recording. */
export class TrackClock {
  shiftMs = 0;
  private readonly ticksPerMs: number;
  private anchor: { timestamp: number; ms: number } | undefined;
  /** Offset of the recording times to the sender's clock. */
  private behind: number | undefined;

  constructor(kind: 'audio' | 'video') {
    this.ticksPerMs = kind === 'audio' ? 48 : 90;
  }

  place(timestamp: number, arrivedMs: number): number {
    let ms = this.mediaTimeOf(timestamp);
    if (ms === undefined || Math.abs(ms - arrivedMs) > JUMP_MS) {
      this.anchor = { timestamp, ms: arrivedMs };
      this.behind = undefined;
      this.shiftMs = 0;
      ms = arrivedMs;
    } else this.anchor = { timestamp, ms };
    return ms + this.shiftMs;
  }

  onSenderReport(ntp: Buffer, timestamp: number): void {
    const ms = this.mediaTimeOf(timestamp);
    if (ms === undefined) return;
    const sent = ntp.readUInt32BE(0) * 1000 + (ntp.readUInt32BE(4) * 1000) / 2 ** 32;
    this.behind = ms - sent;
  }

  /** Synchronizes this clock with another track of the same sender clock. */
  follow(other: TrackClock): void {
    if (this.behind === undefined || other.behind === undefined) return;
    const shift = other.behind - this.behind;
    // A larger difference means that the two tracks come from different machines.
    if (Math.abs(shift) < JUMP_MS) this.shiftMs = shift;
  }

  private mediaTimeOf(timestamp: number): number | undefined {
    if (this.anchor === undefined) return undefined;
    return this.anchor.ms + ((timestamp - this.anchor.timestamp) | 0) / this.ticksPerMs;
  }
}
