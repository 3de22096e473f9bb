import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../../test/rounds.ts';
import { CITIES } from '../seed/seed-data.ts';
import { createCityIndex } from './city-index.ts';
import { boxAround, distance, isInBox, type Point, pointOf } from './great-circle.ts';

const KNOWN: readonly [nameEn: string, latitude: number, longitude: number][] = [
  ['Moscow', 55.756, 37.617],
  ['Saint Petersburg', 59.938, 30.314],
  ['Kaliningrad', 54.71, 20.51],
  ['Vladivostok', 43.115, 131.885],
  ['Rostov-on-Don', 47.237, 39.712],
  ['Nizhny Novgorod', 56.327, 44.006],
  ['Veliky Novgorod', 58.521, 31.276],
  ['Oryol', 52.965, 36.079],
  ['Kirov', 58.603, 49.668],
  ['Novotroitsk', 51.196, 58.302],
  ['Kaluga', 54.514, 36.261],
  ['Korolyov', 55.917, 37.85],
  ['Kamensk-Uralsky', 56.415, 61.919],
  ['Blagoveshchensk', 50.29, 127.527],
  ['Petropavlovsk-Kamchatsky', 53.024, 158.643],
  ['Yuzhno-Sakhalinsk', 46.959, 142.738],
  ['Norilsk', 69.343, 88.211],
  ['Murmansk', 68.97, 33.075],
  ['Sochi', 43.585, 39.723],
  ['Makhachkala', 42.983, 47.505],
  ['Ulan-Ude', 51.834, 107.584],
  ['Yakutsk', 62.028, 129.733],
  ['Engels', 51.485, 46.126],
  ['Dzerzhinsk', 56.238, 43.461],
  ['Artyom', 43.358, 132.188],
  ['Pushkino', 56.011, 37.847],
  ['Berlin', 52.52, 13.405],
  ['Paris', 48.857, 2.352],
  ['London', 51.507, -0.128],
  ['Tokyo', 35.69, 139.692],
  ['Kyiv', 50.45, 30.523],
  ['Minsk', 53.9, 27.567],
  ['Astana', 51.147, 71.422],
  ['Tbilisi', 41.693, 44.802],
  ['Istanbul', 41.009, 28.966],
  ['Sydney', -33.869, 151.209],
  ['Buenos Aires', -34.604, -58.382],
  ['Cairo', 30.044, 31.236],
  ['Delhi', 28.66, 77.23],
  ['Seoul', 37.566, 126.978],
  ['Mexico City', 19.433, -99.133],
  ['Reykjavík', 64.146, -21.942],
];

const places = CITIES.map(({ nameEn: name, latitude, longitude }, index) => ({
  id: index + 1,
  name,
  latitude,
  longitude,
}));
const atlas = createCityIndex(places);
const idOf = (name: string) => places.find((place) => place.name === name)?.id ?? 0;
const nameOf = (id: number) => places[id - 1]?.name;

test.for(KNOWN)('%s lies where it lies', ([name, latitude, longitude]) => {
  const place = places.find((one) => one.name === name);
  expect(place, name).toBeDefined();
  const both = createCityIndex([
    { id: 1, latitude: place?.latitude ?? 0, longitude: place?.longitude ?? 0 },
    { id: 2, latitude, longitude },
  ]);
  expect(both.km(1, 2)).toBeLessThan(15);
});

test('no two cities of one country stand on the same spot', () => {
  const spots = CITIES.map(({ iso, latitude, longitude }) => `${iso} ${latitude} ${longitude}`);
  expect(spots.filter((spot, index) => spots.indexOf(spot) !== index)).toEqual([]);
});

test('Russian cities lie in Russia', () => {
  for (const { iso, nameEn: name, latitude, longitude } of CITIES) {
    if (iso !== 'RU') continue;
    expect(latitude, name).toBeGreaterThan(41);
    expect(longitude < -168 || longitude > 19, name).toBe(true);
  }
});

test('distances are what maps say', () => {
  const km = (from: string, to: string) => atlas.km(idOf(from), idOf(to)) ?? 0;
  expect(km('Moscow', 'Saint Petersburg')).toBeGreaterThan(625);
  expect(km('Moscow', 'Saint Petersburg')).toBeLessThan(640);
  expect(km('Moscow', 'Vladivostok')).toBeGreaterThan(6380);
  expect(km('Moscow', 'Vladivostok')).toBeLessThan(6460);
  expect(km('Kazan', 'Kazan')).toBe(0);
  expect(km('Tokyo', 'Moscow')).toBe(km('Moscow', 'Tokyo'));
});

test('the date line is no border', () => {
  const [west, east] = [
    { id: 1, latitude: 0, longitude: 179.9 },
    { id: 2, latitude: 0, longitude: -179.9 },
  ];
  expect(createCityIndex([west, east]).km(1, 2)).toBe(22);
});

test('around a city come the city itself and its neighbours, the nearest first', () => {
  const near = atlas.within(idOf('Moscow'), 25).map(nameOf);
  expect(near[0]).toBe('Moscow');
  expect(near).toContain('Korolyov');
  expect(near).not.toContain('Saint Petersburg');
  expect(atlas.within(idOf('Moscow'), 200).map(nameOf)).toEqual(expect.arrayContaining([...near, 'Kaluga']));
  const away = atlas.within(idOf('Moscow'), 200).map((id) => atlas.km(idOf('Moscow'), id) ?? 0);
  expect(away).toEqual([...away].sort((a, b) => a - b));
});

test('a city that nobody placed has no neighbours and no distances', () => {
  expect(atlas.within(99_999, 500)).toEqual([99_999]);
  expect(atlas.km(99_999, 1)).toBeUndefined();
  expect(atlas.km(1, null)).toBeUndefined();
});

const position = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const TOLERANCE_KM = 0.001;
const runs = { numRuns: rounds(300, 5000) };

test('distances are the same both ways, and no detour is shorter', () => {
  fc.assert(
    fc.property(position, position, position, (a, b, c) => {
      const [from, by, to] = [a, b, c].map(pointOf) as [Point, Point, Point];
      expect(distance(from, to)).toBeCloseTo(distance(to, from), 6);
      expect(distance(from, to)).toBeLessThanOrEqual(distance(from, by) + distance(by, to) + TOLERANCE_KM);
      expect(distance(from, from)).toBe(0);
    }),
    runs,
  );
});

test('the box around a circle loses none of its points, at the poles and at the date line neither', () => {
  const nearby = fc.tuple(
    position,
    fc.double({ min: -6, max: 6, noNaN: true }),
    fc.double({ min: -9, max: 9, noNaN: true }),
  );
  fc.assert(
    fc.property(nearby, fc.integer({ min: 1, max: 1000 }), ([middle, north, east], km) => {
      const latitude = Math.max(-90, Math.min(90, middle.latitude + north));
      const longitude = ((middle.longitude + east + 540) % 360) - 180;
      const [from, to] = [pointOf(middle), pointOf({ latitude, longitude })];
      if (distance(from, to) <= km) expect(isInBox(from, to, boxAround(from, km))).toBe(true);
    }),
    runs,
  );
});

test('cities around one are those that measuring every city finds, and the nearest of a point is its city', () => {
  const some = fc.constantFrom(...places);
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 500 }), (from, km) => {
      const measured = places.filter((to) => distance(pointOf(from), pointOf(to)) <= km).map(({ id }) => id);
      expect(atlas.within(from.id, km).toSorted((a, b) => a - b)).toEqual(measured);
      expect(atlas.nearest(from, km)).toBe(from.id);
    }),
    { numRuns: rounds(50, 500) },
  );
  expect(nameOf(atlas.nearest({ latitude: 55.83, longitude: 49.07 }, 300) ?? 0)).toBe('Kazan');
  expect(atlas.nearest({ latitude: -48.9, longitude: -123.4 }, 300)).toBeUndefined();
});
