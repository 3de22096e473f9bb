/** RTCP packets that the relay reads and writes: RFC 3550, RFC 4585, draft-alvestrand-rmcat-remb. */

const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const TRANSPORT_FEEDBACK = 205;
const PAYLOAD_FEEDBACK = 206;
const NACK = 1;
const PLI = 1;
const FIR = 4;
const REMB = 15;
const REPORT_BLOCK_BYTES = 24;
/** Limit of sequence numbers per NACK; a longer list requests packets that are long gone. */
const NACKED_MAX = 256;

export interface ReportBlock {
  ssrc: number;
  lost: number;
}

export type RtcpPart =
  | { type: 'senderReport'; ssrc: number; ntp: Buffer; timestamp: number; blocks: ReportBlock[] }
  | { type: 'receiverReport'; blocks: ReportBlock[] }
  | { type: 'nack'; ssrc: number; sequences: number[] }
  | { type: 'keyframe'; ssrc: number }
  | { type: 'bandwidth'; bitsPerSecond: number };

/** Parses a compound packet, ignoring unknown parts. Stops at a part with an invalid length. */
export function parseRtcp(packet: Buffer): RtcpPart[] {
  const parts: RtcpPart[] = [];
  for (let at = 0; at + 8 <= packet.length; ) {
    const end = at + (packet.readUInt16BE(at + 2) + 1) * 4;
    if (end > packet.length || (packet[at] ?? 0) >> 6 !== 2) break;
    const part = parsePart(packet.subarray(at, end));
    if (part !== undefined) parts.push(part);
    at = end;
  }
  return parts;
}

function parsePart(part: Buffer): RtcpPart | undefined {
  const count = (part[0] ?? 0) & 0x1f;
  switch (part[1]) {
    case SENDER_REPORT:
      if (part.length < 28) return undefined;
      return {
        type: 'senderReport',
        ssrc: part.readUInt32BE(4),
        ntp: part.subarray(8, 16),
        timestamp: part.readUInt32BE(16),
        blocks: parseBlocks(part, 28, count),
      };
    case RECEIVER_REPORT:
      return { type: 'receiverReport', blocks: parseBlocks(part, 8, count) };
    case TRANSPORT_FEEDBACK:
      return count === NACK && part.length >= 16 ? parseNack(part) : undefined;
    case PAYLOAD_FEEDBACK:
      return parsePayloadFeedback(part, count);
    default:
      return undefined;
  }
}

function parseBlocks(part: Buffer, from: number, count: number): ReportBlock[] {
  const blocks: ReportBlock[] = [];
  for (let at = from; blocks.length < count && at + REPORT_BLOCK_BYTES <= part.length; at += REPORT_BLOCK_BYTES) {
    blocks.push({ ssrc: part.readUInt32BE(at), lost: (part[at + 4] ?? 0) / 256 });
  }
  return blocks;
}

function parseNack(part: Buffer): RtcpPart {
  const sequences: number[] = [];
  for (let at = 12; at + 4 <= part.length && sequences.length < NACKED_MAX; at += 4) {
    const first = part.readUInt16BE(at);
    const following = part.readUInt16BE(at + 2);
    sequences.push(first);
    for (let bit = 0; bit < 16; bit += 1) {
      if ((following & (1 << bit)) !== 0) sequences.push((first + bit + 1) & 0xffff);
    }
  }
  return { type: 'nack', ssrc: part.readUInt32BE(8), sequences };
}

function parsePayloadFeedback(part: Buffer, format: number): RtcpPart | undefined {
  if (part.length < 12) return undefined;
  if (format === PLI) return { type: 'keyframe', ssrc: part.readUInt32BE(8) };
  // A FIR packet names its media source in its own list.
  if (format === FIR) return { type: 'keyframe', ssrc: part.length >= 16 ? part.readUInt32BE(12) : 0 };
  if (format !== REMB || part.length < 20 || part.toString('latin1', 12, 16) !== 'REMB') return undefined;
  const exponent = (part[17] ?? 0) >> 2;
  const mantissa = (((part[17] ?? 0) & 0x03) << 16) | part.readUInt16BE(18);
  return { type: 'bandwidth', bitsPerSecond: mantissa * 2 ** exponent };
}

/** Builds a packet of `words` 32-bit words with header and sender SSRC. */
function buildPacket(kind: number, count: number, words: number, sender: number): Buffer {
  const packet = Buffer.alloc(words * 4);
  packet[0] = 0x80 | count;
  packet[1] = kind;
  packet.writeUInt16BE(words - 1, 2);
  packet.writeUInt32BE(sender, 4);
  return packet;
}

export function buildPli(sender: number, ssrc: number): Buffer {
  const packet = buildPacket(PAYLOAD_FEEDBACK, PLI, 3, sender);
  packet.writeUInt32BE(ssrc, 8);
  return packet;
}

/** `sequences` are in sending order. */
export function buildNack(sender: number, ssrc: number, sequences: readonly number[]): Buffer {
  const pairs: { first: number; following: number }[] = [];
  for (const sequence of sequences) {
    const pair = pairs.at(-1);
    const after = pair === undefined ? 0 : (sequence - pair.first) & 0xffff;
    if (pair !== undefined && after >= 1 && after <= 16) pair.following |= 1 << (after - 1);
    else pairs.push({ first: sequence, following: 0 });
  }
  const packet = buildPacket(TRANSPORT_FEEDBACK, NACK, 3 + pairs.length, sender);
  packet.writeUInt32BE(ssrc, 8);
  for (const [index, { first, following }] of pairs.entries()) {
    packet.writeUInt16BE(first, 12 + index * 4);
    packet.writeUInt16BE(following, 14 + index * 4);
  }
  return packet;
}

/** Builds a REMB packet, which limits the sender's bandwidth. */
export function buildRemb(sender: number, bitsPerSecond: number, ssrcs: readonly number[]): Buffer {
  const packet = buildPacket(PAYLOAD_FEEDBACK, REMB, 5 + ssrcs.length, sender);
  packet.write('REMB', 12, 'latin1');
  let exponent = 0;
  let mantissa = Math.floor(bitsPerSecond);
  while (mantissa > 0x3ffff) {
    mantissa = Math.floor(mantissa / 2);
    exponent += 1;
  }
  packet[16] = ssrcs.length;
  packet[17] = (exponent << 2) | (mantissa >> 16);
  packet.writeUInt16BE(mantissa & 0xffff, 18);
  for (const [index, ssrc] of ssrcs.entries()) packet.writeUInt32BE(ssrc, 20 + index * 4);
  return packet;
}

export interface ReceptionReport {
  ssrc: number;
  /** Since the last report, from 0 to 255. */
  fractionLost: number;
  totalLost: number;
  highestSequence: number;
  jitter: number;
  /**
   * `lastReport`: the middle 32 bits of the NTP time of the last sender report; the delay since then is in units of
   * 1/65536 s.
   */
  lastReport: number;
  sinceLastReport: number;
}

export function buildReceiverReport(sender: number, reception: ReceptionReport): Buffer {
  const packet = buildPacket(RECEIVER_REPORT, 1, 8, sender);
  packet.writeUInt32BE(reception.ssrc, 8);
  packet[12] = reception.fractionLost;
  packet.writeUIntBE(Math.max(0, Math.min(reception.totalLost, 0x7fffff)), 13, 3);
  packet.writeUInt32BE(reception.highestSequence >>> 0, 16);
  packet.writeUInt32BE(Math.min(reception.jitter, 0xffffffff) >>> 0, 20);
  packet.writeUInt32BE(reception.lastReport >>> 0, 24);
  packet.writeUInt32BE(reception.sinceLastReport >>> 0, 28);
  return packet;
}

/** Builds a sender report: an RTP timestamp in the sender's clock, by which receivers synchronize audio and video. */
export function buildSenderReport(
  ssrc: number,
  { ntp, timestamp, packets, octets }: { ntp: Buffer; timestamp: number; packets: number; octets: number },
): Buffer {
  const packet = buildPacket(SENDER_REPORT, 0, 7, ssrc);
  ntp.copy(packet, 8);
  packet.writeUInt32BE(timestamp >>> 0, 16);
  packet.writeUInt32BE(packets >>> 0, 20);
  packet.writeUInt32BE(octets >>> 0, 24);
  return packet;
}
