import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../../../test/rounds.ts';
import { boundsOfCity, mapSlot, middleOfSlot, pointOfAd, radiusOf, SLOTS, slotsWithin } from './ad-point.ts';
import { groupAds } from './group-ads.ts';

const city = fc.record({
  latitude: fc.double({ min: -70, max: 70, noNaN: true }),
  longitude: fc.double({ min: -175, max: 175, noNaN: true }),
  population: fc.integer({ min: 0, max: 30_000_000 }),
});
const id = fc.integer({ min: 1, max: 2 ** 50 });
const runs = { numRuns: rounds(200, 5000) };

function meters(a: { latitude: number; longitude: number }, b: { latitude: number; longitude: number }): number {
  const squeeze = Math.cos((a.latitude * Math.PI) / 180);
  return 111_195 * Math.hypot(b.latitude - a.latitude, (b.longitude - a.longitude) * squeeze);
}

test('a point is the same at every time, and within the circle of its city', () => {
  fc.assert(
    fc.property(city, id, (place, ad) => {
      const point = pointOfAd(place, ad);
      expect(pointOfAd(place, ad)).toEqual(point);
      expect(meters(place, point)).toBeLessThanOrEqual(radiusOf(place) * 1.001);
    }),
    runs,
  );
});

test('every ad that lies within bounds is in a slot that is read for them', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(city, id, share, share, (place, ad, x, y) => {
      const all = boundsOfCity(place);
      const point = pointOfAd(place, ad);
      const bounds = {
        west: all.west + x * (point.longitude - all.west),
        east: point.longitude,
        south: all.south + y * (point.latitude - all.south),
        north: point.latitude,
      };
      expect(slotsWithin(place, bounds)).toContain(mapSlot(ad));
    }),
    runs,
  );
});

test('ads with neighbouring numbers are spread over the whole city', () => {
  const slots = new Set(Array.from({ length: 2 * SLOTS }, (_, index) => mapSlot(1000 + index)));
  expect(slots.size).toBeGreaterThan(SLOTS * 0.95);
});

test('groups keep the number of ads, lie apart, and are few at any zoom', () => {
  const kazan = { latitude: 55.79, longitude: 49.12, population: 1_250_000 };
  const spots = [
    ...Array.from({ length: 2000 }, (_, index) => ({
      ...pointOfAd(kazan, index + 1),
      cityId: 7,
      count: 1,
      id: index + 1,
    })),
    ...Array.from({ length: SLOTS }, (_, slot) => ({ ...middleOfSlot(kazan, slot), cityId: 7, count: 100 })),
  ];
  for (let zoom = 0; zoom <= 18; zoom += 1) {
    const { alone, groups } = groupAds(spots, zoom);
    expect(alone.length + groups.length).toBeLessThanOrEqual(300);
    expect(groups.reduce((sum, { count }) => sum + count, alone.length)).toBe(2000 + SLOTS * 100);
  }
});
