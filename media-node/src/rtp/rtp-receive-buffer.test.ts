import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RtpReceiveBuffer } from './rtp-receive-buffer.ts';

function packet(sequence: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes[0] = 0x80;
  bytes.writeUInt16BE(sequence & 0xffff, 2);
  return bytes;
}

test('what is missing is asked for, again after a while, and no more once it came', () => {
  const incoming = new RtpReceiveBuffer(1, 90_000);
  for (const sequence of [65_533, 65_534, 1]) incoming.add(packet(sequence), 0);
  expect(incoming.nextNacks(0)).toEqual([65_535, 0]);
  expect(incoming.nextNacks(20)).toEqual([]);
  expect(incoming.add(packet(65_535), 30)).toBe(true);
  expect(incoming.nextNacks(50)).toEqual([0]);
  for (let now = 100; now < 1000; now += 50) incoming.nextNacks(now);
  expect(incoming.isMissing).toBe(false);
});

test('a packet that comes twice is handed on once', () => {
  const incoming = new RtpReceiveBuffer(1, 90_000);
  expect(incoming.add(packet(5), 0)).toBe(true);
  expect(incoming.add(packet(5), 1)).toBe(false);
});

test('a packet is there for those who lost it until 512 others came', () => {
  const incoming = new RtpReceiveBuffer(1, 90_000);
  for (let sequence = 0; sequence < 600; sequence += 1) incoming.add(packet(sequence), sequence);
  expect(incoming.find(88)).toEqual(packet(88));
  expect(incoming.find(87)).toBeUndefined();
});

test('the report counts exactly what is lost, whatever the beginning and the order', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 0xffff }),
      fc.array(fc.boolean(), { minLength: 2, maxLength: 90 }),
      (start, arrives) => {
        const incoming = new RtpReceiveBuffer(1, 90_000);
        const all = [true, ...arrives, true];
        for (const [index, isThere] of all.entries()) if (isThere) incoming.add(packet(start + index), index);
        const lost = all.filter((isThere) => !isThere).length;
        expect(incoming.createReport(1000)).toMatchObject({
          totalLost: lost,
          fractionLost: Math.floor((lost * 256) / all.length),
          highestSequence: start + all.length - 1,
        });
      },
    ),
  );
});

test('a publisher that begins anew is no loss', () => {
  const incoming = new RtpReceiveBuffer(1, 90_000);
  for (const sequence of [10, 11, 12, 30_000, 30_001]) incoming.add(packet(sequence), 0);
  expect(incoming.isMissing).toBe(false);
  expect(incoming.createReport(0)).toMatchObject({ totalLost: 0, fractionLost: 0 });
});
