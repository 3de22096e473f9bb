import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isRtcp,
  loudnessOf,
  payloadStart,
  type Rewrite,
  sendRewritten,
  sequenceDistance,
  sequenceOf,
  ssrcOf,
  startsKeyframe,
  startsVp8Keyframe,
  timestampOf,
} from './rtp.ts';

const bytes = fc.uint8Array({ maxLength: 80 }).map((array) => Buffer.from(array));
const packets = fc
  .tuple(fc.uint8Array({ minLength: 12, maxLength: 12 }), fc.uint8Array({ maxLength: 60 }))
  .map(([header, payload]) => {
    const packet = Buffer.concat([header, payload]);
    packet[0] = 0x80;
    return packet;
  });

test('whatever bytes come, reading them neither fails nor leaves the packet', () => {
  fc.assert(
    fc.property(bytes, fc.integer({ min: 1, max: 14 }), (packet, id) => {
      isRtcp(packet);
      startsVp8Keyframe(packet);
      const start = payloadStart(packet);
      expect(start === undefined || (start >= 12 && start <= packet.length)).toBe(true);
      const loudness = loudnessOf(packet, id);
      expect(loudness === undefined || (loudness >= 0 && loudness <= 127)).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

test('a receiver gets its own numbers, everything else as it came, and the packet is as before', () => {
  const rewrites: fc.Arbitrary<Rewrite> = fc.record({
    payloadType: fc.integer({ min: 0, max: 127 }),
    ssrc: fc.integer({ min: 0, max: 0xffffffff }),
    sequence: fc.integer({ min: 0, max: 0xffff }),
    timestamp: fc.integer({ min: 0, max: 0xffffffff }),
  });
  fc.assert(
    fc.property(packets, rewrites, (packet, rewrite) => {
      const before = Buffer.from(packet);
      let seen = Buffer.alloc(0);
      sendRewritten(packet, rewrite, (sent) => {
        seen = Buffer.from(sent);
      });
      expect(packet).toEqual(before);
      expect([sequenceOf(seen), timestampOf(seen), ssrcOf(seen)]).toEqual([
        rewrite.sequence,
        rewrite.timestamp,
        rewrite.ssrc,
      ]);
      expect(seen[1]).toBe(((before[1] ?? 0) & 0x80) | rewrite.payloadType);
      expect(seen.subarray(12)).toEqual(before.subarray(12));
    }),
  );
});

test('a packet is put back even when sending it fails', () => {
  const packet = Buffer.alloc(20, 0x81);
  const before = Buffer.from(packet);
  const fail = () => {
    throw new Error('closed');
  };
  expect(() => sendRewritten(packet, { payloadType: 1, ssrc: 1, sequence: 1, timestamp: 1 }, fail)).toThrow('closed');
  expect(packet).toEqual(before);
});

test('sequence numbers go round', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: -0x7fff, max: 0x7fff }), (from, step) => {
      expect(sequenceDistance(from, (from + step) & 0xffff)).toBe(step);
    }),
  );
});

/** A VP8 packet whose descriptor has these optional fields. */
function vp8({ extended, start = true, key }: { extended?: number[]; start?: boolean; key: boolean }): Buffer {
  const descriptor = (start ? 0x10 : 0) | (extended === undefined ? 0 : 0x80);
  return Buffer.concat([
    Buffer.from([0x80, 96]),
    Buffer.alloc(10),
    Buffer.from([descriptor, ...(extended ?? []), key ? 0 : 1, 0]),
  ]);
}

test('a keyframe of VP8 is seen behind every form of its descriptor', () => {
  const forms = [
    undefined,
    [0x00],
    [0x80, 0x11],
    [0x80, 0x91, 0x22],
    [0xc0, 0x91, 0x22, 0x33],
    [0xf0, 0x91, 0x22, 0x33, 0x44],
  ];
  for (const extended of forms) {
    expect(startsVp8Keyframe(vp8({ extended, key: true }))).toBe(true);
    expect(startsVp8Keyframe(vp8({ extended, key: false }))).toBe(false);
    expect(startsVp8Keyframe(vp8({ extended, key: true, start: false }))).toBe(false);
  }
});

test('how loud somebody is stands in the header extension, among others and padding', () => {
  const packet = (...elements: number[]): Buffer =>
    Buffer.concat([
      Buffer.from([0x90, 111]),
      Buffer.alloc(10),
      Buffer.from([0xbe, 0xde, 0, Math.ceil(elements.length / 4)]),
      Buffer.from(elements),
      Buffer.alloc((4 - (elements.length % 4)) % 4),
      Buffer.from('sound'),
    ]);
  expect(loudnessOf(packet(0x10, 30), 1)).toBe(97);
  expect(loudnessOf(packet(0x10, 0x80 | 30), 1)).toBe(97);
  expect(loudnessOf(packet(0x22, 1, 2, 3, 0, 0, 0x10, 0), 1)).toBe(127);
  expect(loudnessOf(packet(0x10, 30), 2)).toBeUndefined();
  expect(loudnessOf(packet(0xf0, 30, 0x10, 30), 1)).toBeUndefined();
});

test('a picture of H.264 that stands for itself begins with its parameters, or with the picture where they went before', () => {
  const packet = (...payload: number[]): Buffer =>
    Buffer.concat([Buffer.from([0x80, 102]), Buffer.alloc(10), Buffer.from(payload)]);
  const starts = (...payload: number[]): boolean => startsKeyframe('h264', packet(...payload));
  expect([starts(0x67, 1), starts(0x65, 1)]).toEqual([true, true]);
  expect([starts(0x41, 1), starts(0x06, 1), starts(0x68, 1)]).toEqual([false, false, false]);
  // An aggregation packet (STAP-A): a delimiter, then the parameter sets.
  expect(starts(0x18, 0, 2, 0x09, 0x10, 0, 2, 0x67, 0x42)).toBe(true);
  expect(starts(0x18, 0, 2, 0x09, 0x10)).toBe(false);
  // Fragmentation units (FU-A): only the first one begins a keyframe.
  expect([starts(0x7c, 0x85, 1), starts(0x7c, 0x05, 1), starts(0x5c, 0x81, 1)]).toEqual([true, false, false]);
  expect([starts(), starts(0x18), starts(0x18, 0xff, 0xff, 0x41), starts(0x7c)]).toEqual([false, false, false, false]);
});
