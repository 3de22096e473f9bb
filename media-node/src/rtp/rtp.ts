export const RTP_HEADER_BYTES = 12;
const ONE_BYTE_EXTENSIONS = 0xbede;

export const sequenceDistance = (from: number, to: number): number => ((to - from + 0x8000) & 0xffff) - 0x8000;

export const isRtcp = (packet: Buffer): boolean => {
  const kind = packet[1] ?? 0;
  return kind >= 192 && kind <= 223;
};

export const sequenceOf = (packet: Buffer): number => packet.readUInt16BE(2);
export const timestampOf = (packet: Buffer): number => packet.readUInt32BE(4);
export const ssrcOf = (packet: Buffer): number => packet.readUInt32BE(8);

/** Returns the offset of the payload; undefined when the header has an invalid length. */
export function payloadStart(packet: Buffer): number | undefined {
  const [first = 0] = packet;
  if (packet.length < RTP_HEADER_BYTES || first >> 6 !== 2) return undefined;
  let start = RTP_HEADER_BYTES + (first & 0x0f) * 4;
  if ((first & 0x10) !== 0) {
    if (start + 4 > packet.length) return undefined;
    start += 4 + packet.readUInt16BE(start + 2) * 4;
  }
  return start <= packet.length ? start : undefined;
}

/** Returns whether the packet is the first of a VP8 keyframe (RFC 7741). */
export function startsVp8Keyframe(packet: Buffer): boolean {
  const start = payloadStart(packet);
  if (start === undefined) return false;
  const descriptor = packet[start] ?? 0;
  const isStartOfFrame = (descriptor & 0x10) !== 0 && (descriptor & 0x07) === 0;
  if (!isStartOfFrame) return false;
  let at = start + 1;
  if ((descriptor & 0x80) !== 0) {
    const fields = packet[at] ?? 0;
    at += 1;
    if ((fields & 0x80) !== 0) at += ((packet[at] ?? 0) & 0x80) !== 0 ? 2 : 1;
    if ((fields & 0x40) !== 0) at += 1;
    if ((fields & 0x30) !== 0) at += 1;
  }
  const header = packet[at];
  return header !== undefined && (header & 1) === 0;
}

/** Returns whether the H.264 packet (RFC 6184) carries parameter sets or starts a keyframe. */
function startsH264Keyframe(packet: Buffer): boolean {
  const start = payloadStart(packet);
  if (start === undefined) return false;
  const kind = (packet[start] ?? 0) & 0x1f;
  if (kind === AGGREGATE) {
    for (let at = start + 1; at + 2 < packet.length; at += 2 + packet.readUInt16BE(at)) {
      if (isKeyframeUnit((packet[at + 2] ?? 0) & 0x1f)) return true;
    }
    return false;
  }
  if (kind !== FRAGMENT) return isKeyframeUnit(kind);
  const fragment = packet[start + 1] ?? 0;
  return (fragment & 0x80) !== 0 && isKeyframeUnit(fragment & 0x1f);
}

const AGGREGATE = 24;
const FRAGMENT = 28;
const WHOLE_PICTURE = 5;
const PARAMETERS = 7;
const isKeyframeUnit = (unit: number): boolean => unit === WHOLE_PICTURE || unit === PARAMETERS;

export type Codec = 'opus' | 'vp8' | 'h264';

export const startsKeyframe = (codec: Codec, packet: Buffer): boolean =>
  codec === 'vp8' ? startsVp8Keyframe(packet) : codec === 'h264' && startsH264Keyframe(packet);

/** Returns the audio level of the packet (RFC 6464) from 0 (silence) to 127; undefined without the extension. */
export function loudnessOf(packet: Buffer, extensionId: number): number | undefined {
  const [first = 0] = packet;
  const end = payloadStart(packet);
  if (end === undefined || (first & 0x10) === 0) return undefined;
  let at = RTP_HEADER_BYTES + (first & 0x0f) * 4;
  if (packet.readUInt16BE(at) !== ONE_BYTE_EXTENSIONS) return undefined;
  at += 4;
  while (at < end) {
    const head = packet[at] ?? 0;
    const id = head >> 4;
    const length = (head & 0x0f) + 1;
    // Id 0 is padding; id 15 ends the list.
    if (id === 15) return undefined;
    if (id === extensionId && at + length < end + 1) return 127 - ((packet[at + 1] ?? 127) & 0x7f);
    at += id === 0 ? 1 : 1 + length;
  }
  return undefined;
}

/** Values that replace the sender's own for one receiver. */
export interface Rewrite {
  payloadType: number;
  ssrc: number;
  sequence: number;
  timestamp: number;
}

/**
 * Sends a packet with rewritten header fields, then restores the fields: all receivers share the same buffer, because a
 * copy for each would cost more than sending.
 */
export function sendRewritten(
  packet: Buffer,
  { payloadType, ssrc, sequence, timestamp }: Rewrite,
  send: (packet: Buffer) => void,
): void {
  const second = packet[1] ?? 0;
  const ownSequence = packet.readUInt16BE(2);
  const ownTimestamp = packet.readUInt32BE(4);
  const ownSsrc = packet.readUInt32BE(8);
  packet[1] = (second & 0x80) | payloadType;
  packet.writeUInt16BE(sequence, 2);
  packet.writeUInt32BE(timestamp, 4);
  packet.writeUInt32BE(ssrc, 8);
  try {
    send(packet);
  } finally {
    packet[1] = second;
    packet.writeUInt16BE(ownSequence, 2);
    packet.writeUInt32BE(ownTimestamp, 4);
    packet.writeUInt32BE(ownSsrc, 8);
  }
}
