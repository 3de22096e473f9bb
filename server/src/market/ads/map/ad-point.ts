import type { Position } from '../../../reference/reference.public.ts';

/**
 * Ads have a city and no place of their own. On the map each one gets a point within the circle of its city that follows
 * from its id alone: the same at every time, and nothing can be concluded from it. Circles are cut into 16 rings of 16
 * parts of equal area, so that an index finds the ads of a piece of a city, see `ads_map`.
 */
const RINGS = 16;
const PARTS = 16;
export const SLOTS = RINGS * PARTS;

const METERS_A_DEGREE = 111_195;
const KM_MIN = 1;
const KM_MAX = 15;
const WORD = 0x1_0000;
/** Rounding must not put a point outside of its slot. */
const SLACK = 1e-9;

export interface City extends Position {
  population: number;
}

/** Of a city of a million: five kilometres. */
export function radiusOf({ population }: Pick<City, 'population'>): number {
  return 1000 * Math.min(KM_MAX, Math.max(KM_MIN, Math.sqrt(population) / 200));
}

/** {@link mapSlot} in the database; the index ads_map holds this very expression. */
export const SLOT_OF_AD = '((((id % 65536) * 40503) % 65536) / 256)';

/** The product 40503 / 65536 is the golden ratio, which spreads numbers that follow one another. */
export const mapSlot = (id: number): number => Math.floor((((id % WORD) * 40_503) % WORD) / SLOTS);

/** Where in its slot an ad lies: two numbers from 0 to 1. */
function fractionsOf(id: number): [number, number] {
  let hash = Math.imul((id % 0x1_0000_0000) ^ 0x9e37_79b9, 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  hash ^= hash >>> 16;
  return [((hash >>> 16) & 0xffff) / WORD, (hash & 0xffff) / WORD];
}

function at(city: City, slot: number, outwards: number, around: number): Position {
  const meters = radiusOf(city) * Math.sqrt((Math.floor(slot / PARTS) + outwards) / RINGS);
  const angle = ((slot % PARTS) + around) * ((2 * Math.PI) / PARTS);
  const latitude = city.latitude + (meters * Math.sin(angle)) / METERS_A_DEGREE;
  const squeeze = Math.max(0.1, Math.cos((city.latitude * Math.PI) / 180));
  return { latitude, longitude: city.longitude + (meters * Math.cos(angle)) / (METERS_A_DEGREE * squeeze) };
}

export const pointOfAd = (city: City, id: number): Position => at(city, mapSlot(id), ...fractionsOf(id));
export const middleOfSlot = (city: City, slot: number): Position => at(city, slot, 0.5, 0.5);

export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

export const holds = ({ west, south, east, north }: Bounds, { latitude, longitude }: Position): boolean =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east;

function widened({ west, south, east, north }: Bounds, latitude: number, meters: number): Bounds {
  const high = meters / METERS_A_DEGREE;
  const wide = high / Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
  return { west: west - wide, south: south - high, east: east + wide, north: north + high };
}

export function boundsOfCity(city: City, meters = radiusOf(city)): Bounds {
  const { latitude, longitude } = city;
  return widened({ west: longitude, south: latitude, east: longitude, north: latitude }, latitude, meters);
}

/** Slots of a city that reach into the bounds, perhaps a few more. */
export function slotsWithin(city: City, bounds: Bounds): number[] {
  const slots: number[] = [];
  for (let slot = 0; slot < SLOTS; slot += 1) {
    if (overlap(boundsOfSlot(city, slot), bounds)) slots.push(slot);
  }
  return slots;
}

/** No arc of a slot crosses the direction of an axis, so its corners are its extremes. */
function boundsOfSlot(city: City, slot: number): Bounds {
  const corners = [0, 1].flatMap((outwards) => [0, 1].map((around) => at(city, slot, outwards, around)));
  const latitudes = corners.map(({ latitude }) => latitude);
  const longitudes = corners.map(({ longitude }) => longitude);
  return {
    west: Math.min(...longitudes) - SLACK,
    south: Math.min(...latitudes) - SLACK,
    east: Math.max(...longitudes) + SLACK,
    north: Math.max(...latitudes) + SLACK,
  };
}

export const overlap = (one: Bounds, other: Bounds): boolean =>
  one.west <= other.east && one.east >= other.west && one.south <= other.north && one.north >= other.south;
