const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TIMECODE_SCALE = 0x2ad7b1;
const DURATION = 0x4489;
const EBML = 0x1a45dfa3;
const DEFAULT_SCALE_NS = 1_000_000;

interface Element {
  id: number;
  sizeAt: number;
  at: number;
  /** Size of the contents in bytes; null when the writer did not know it. */
  size: number | null;
}

/** Parses an EBML variable-length integer; the number of leading zero bits gives its length. */
function parseNumber(
  bytes: Uint8Array,
  at: number,
  keepsMarker: boolean,
): { value: number; length: number } | undefined {
  const first = bytes[at];
  if (first === undefined || first === 0) return undefined;
  const length = Math.clz32(first) - 23;
  if (at + length > bytes.length) return undefined;
  let value = keepsMarker ? first : first & ((1 << (8 - length)) - 1);
  for (let index = 1; index < length; index++) value = value * 256 + (bytes[at + index] ?? 0);
  return { value, length };
}

function parseElement(bytes: Uint8Array, at: number): Element | undefined {
  const id = parseNumber(bytes, at, true);
  const size = id && parseNumber(bytes, at + id.length, false);
  if (id === undefined || size === undefined) return undefined;
  const isUnknown = size.value === 2 ** (7 * size.length) - 1;
  return {
    id: id.value,
    sizeAt: at + id.length,
    at: at + id.length + size.length,
    size: isUnknown ? null : size.value,
  };
}

function find(bytes: Uint8Array, id: number, from: number, to: number): Element | undefined {
  for (let at = from; at < to; ) {
    const element = parseElement(bytes, at);
    if (element === undefined || element.id === id) return element;
    if (element.size === null) return undefined;
    at = element.at + element.size;
  }
  return undefined;
}

function sizeBytes(size: number): Uint8Array {
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(size) | (1n << 56n));
  return bytes;
}

/**
 * Inserts the duration into the head of a WebM file. Browsers omit it when recording, and players then show no length
 * and cannot seek. Returns the bytes unchanged when they are no WebM head or already have a duration.
 */
export function withDuration(bytes: Uint8Array<ArrayBuffer>, ms: number): Uint8Array<ArrayBuffer> {
  const head = parseElement(bytes, 0);
  if (head?.id !== EBML || head.size === null) return bytes;
  const segment = find(bytes, SEGMENT, head.at + head.size, bytes.length);
  // A segment with a known size would need that size adjusted, too.
  if (segment === undefined || segment.size !== null) return bytes;
  const info = find(bytes, INFO, segment.at, bytes.length);
  if (info === undefined || info.size === null) return bytes;
  const end = info.at + info.size;
  if (end > bytes.length || find(bytes, DURATION, info.at, end) !== undefined) return bytes;
  const scale = find(bytes, TIMECODE_SCALE, info.at, end);
  let scaleNs = scale === undefined ? DEFAULT_SCALE_NS : 0;
  if (scale?.size != null)
    for (let index = 0; index < scale.size; index++) scaleNs = scaleNs * 256 + (bytes[scale.at + index] ?? 0);
  const duration = new Uint8Array(11);
  duration.set([DURATION >> 8, DURATION & 0xff, 0x88]);
  new DataView(duration.buffer).setFloat64(3, (ms * 1_000_000) / scaleNs);
  const parts = [
    bytes.subarray(0, info.sizeAt),
    sizeBytes(info.size + duration.length),
    bytes.subarray(info.at, end),
    duration,
    bytes.subarray(end),
  ];
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
