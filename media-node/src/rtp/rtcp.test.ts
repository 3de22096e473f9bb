import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildNack, buildPli, buildReceiverReport, buildRemb, buildSenderReport, parseRtcp } from './rtcp.ts';

const ssrc = fc.integer({ min: 0, max: 0xffffffff });

test('whatever bytes come, reading them does not fail', () => {
  const hostile = fc.uint8Array({ maxLength: 120 }).map((array) => Buffer.from(array));
  // Mostly sets the RTCP version bits, because the parser skips everything else.
  const likely = fc
    .tuple(hostile, fc.integer({ min: 0x80, max: 0x9f }), fc.integer({ min: 199, max: 207 }))
    .map(([packet, first, second]) => {
      if (packet.length > 4) packet.set([first, second, 0, Math.floor(packet.length / 4) - 1]);
      return packet;
    });
  fc.assert(
    fc.property(fc.oneof(hostile, likely), (packet) => {
      for (const part of parseRtcp(packet)) if (part.type === 'nack') expect(part.sequences.length).toBeLessThan(300);
    }),
    { numRuns: 5000 },
  );
});

test('what is asked for again is read as it was meant, also where numbers go round', () => {
  const holes = fc
    .tuple(
      fc.integer({ min: 0, max: 0xffff }),
      fc.uniqueArray(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 40 }),
    )
    .map(([first, steps]) => steps.sort((one, other) => one - other).map((step) => (first + step) & 0xffff));
  fc.assert(
    fc.property(ssrc, holes, (source, sequences) => {
      expect(parseRtcp(buildNack(1, source, sequences))).toEqual([{ type: 'nack', ssrc: source, sequences }]);
    }),
  );
});

test('a bandwidth is read with the three digits it is written with', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), (bitsPerSecond) => {
      const [part] = parseRtcp(buildRemb(1, bitsPerSecond, [7]));
      if (part?.type !== 'bandwidth') throw new Error('no bandwidth');
      expect(part.bitsPerSecond / bitsPerSecond).toBeCloseTo(1, 3);
    }),
  );
});

test('a compound packet is read part by part', () => {
  const report = { ntp: Buffer.from('12345678'), timestamp: 90_000, packets: 3, octets: 400 };
  const reception = {
    ssrc: 9,
    fractionLost: 64,
    totalLost: 5,
    highestSequence: 70_000,
    jitter: 2,
    lastReport: 3,
    sinceLastReport: 4,
  };
  const packet = Buffer.concat([buildSenderReport(5, report), buildReceiverReport(1, reception), buildPli(1, 9)]);
  expect(parseRtcp(packet)).toEqual([
    { type: 'senderReport', ssrc: 5, ntp: report.ntp, timestamp: 90_000, blocks: [] },
    { type: 'receiverReport', blocks: [{ ssrc: 9, lost: 0.25 }] },
    { type: 'keyframe', ssrc: 9 },
  ]);
});
