import type { CallListening } from '@app/contract/messaging/listening';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ClockSample, correctionOf, momentOf, offsetOf } from './sync.ts';

const START = Date.parse('2026-11-21T10:00:00Z');
const listening = (change: Partial<CallListening> = {}): CallListening => ({
  revision: 1,
  by: 1,
  tracks: [
    { id: 1, duration_ms: 60_000 },
    { id: 2, duration_ms: 30_000 },
  ],
  index: 0,
  position_ms: 10_000,
  playing: 1,
  changed_at: new Date(START).toISOString(),
  ...change,
});

test('the music runs on through its tracks and stands at the end of the last one', () => {
  const at = (afterMs: number, change = {}) => momentOf(listening(change), START + afterMs);
  expect(at(5000)).toEqual({ index: 0, positionMs: 15_000, isPlaying: true });
  expect(at(49_999)).toEqual({ index: 0, positionMs: 59_999, isPlaying: true });
  expect(at(50_000)).toEqual({ index: 1, positionMs: 0, isPlaying: true });
  expect(at(80_000)).toEqual({ index: 1, positionMs: 30_000, isPlaying: false });
  expect(at(5000, { playing: 0 })).toEqual({ index: 0, positionMs: 10_000, isPlaying: false });
  // A change that the server dates after what this clock says begins at its place.
  expect(at(-300)).toEqual({ index: 0, positionMs: 10_000, isPlaying: true });
});

test('the clock is off by at most half of the fastest answer’s way', () => {
  expect(offsetOf([])).toBeNull();
  const sample = fc.record({ sent: fc.integer({ min: 0, max: 1e6 }), there: fc.nat(400), back: fc.nat(400) });
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1 }), fc.integer({ min: -1e9, max: 1e9 }), (ways, offset) => {
      const samples = ways.map(
        ({ sent, there, back }): ClockSample => ({
          sent,
          received: sent + there + back,
          server: sent + there + offset,
        }),
      );
      const fastest = Math.min(...ways.map(({ there, back }) => there + back));
      expect(Math.abs((offsetOf(samples) ?? Number.NaN) - offset)).toBeLessThanOrEqual(fastest / 2);
    }),
  );
});

/** A page that plays by an own idea of the server's time and corrects itself every quarter of a second. */
class Listener {
  position: number;
  #rate = 1;
  readonly #offsetError: number;
  readonly #seekDelay: number;

  constructor(start: number, offsetError: number, seekDelay: number) {
    this.position = start;
    this.#offsetError = offsetError;
    this.#seekDelay = seekDelay;
  }

  run(ms: number, speed: number): void {
    this.position += ms * this.#rate * speed;
  }

  correct(now: number, of: CallListening): void {
    const target = momentOf(of, now + this.#offsetError).positionMs;
    const correction = correctionOf(target, this.position);
    if (correction.do === 'seek') {
      this.position = target - this.#seekDelay;
      this.#rate = 1;
    } else this.#rate = correction.rate;
  }
}

test('two listeners are within 150 ms of each other, whose clocks are off by up to 50 ms, and whose sound runs unevenly', () => {
  const TICK = 250;
  const SETTLED = 4000;
  const of = listening({ tracks: [{ id: 1, duration_ms: 3_600_000 }] });
  const person = fc.record({
    start: fc.integer({ min: 0, max: 30_000 }),
    offsetError: fc.integer({ min: -50, max: 50 }),
    seekDelay: fc.integer({ min: 0, max: 120 }),
    // Clocks of sound cards differ by some hundred parts of a million.
    speed: fc.double({ min: 0.9995, max: 1.0005, noNaN: true }),
  });
  fc.assert(
    fc.property(person, person, (one, other) => {
      const listeners = [one, other].map(({ start, offsetError, seekDelay, speed }) => ({
        page: new Listener(start, offsetError, seekDelay),
        speed,
      }));
      for (let now = START; now < START + 60_000; now += TICK) {
        for (const { page } of listeners) page.correct(now, of);
        for (const { page, speed } of listeners) page.run(TICK, speed);
        const [first = 0, second = 0] = listeners.map(({ page }) => page.position);
        if (now > START + SETTLED) expect(Math.abs(first - second)).toBeLessThanOrEqual(150);
      }
    }),
  );
});
