/** Further from the moment of arrival than this the sender began to count anew. */
const JUMP_MS = 1000;

/** Which moment of a recording the numbers of one RTP stream mean. */
export class TrackClock {
  /** What is added so that picture and sound that belong together come together. */
  shiftMs = 0;
  private readonly ticksPerMs: number;
  private anchor: { timestamp: number; ms: number } | undefined;
  /** How far these moments lie behind the sender's own clock. */
  private behind: number | undefined;

  constructor(kind: 'audio' | 'video') {
    this.ticksPerMs = kind === 'audio' ? 48 : 90;
  }

  /** The moment of something that arrived at `arrivedMs` of the recording. */
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

  /** Bring this one to where the other one stands: both sender's clocks are the same. */
  follow(other: TrackClock): void {
    if (this.behind === undefined || other.behind === undefined) return;
    const shift = other.behind - this.behind;
    // Clocks of two machines are another thing.
    if (Math.abs(shift) < JUMP_MS) this.shiftMs = shift;
  }

  private mediaTimeOf(timestamp: number): number | undefined {
    if (this.anchor === undefined) return undefined;
    return this.anchor.ms + ((timestamp - this.anchor.timestamp) | 0) / this.ticksPerMs;
  }
}
