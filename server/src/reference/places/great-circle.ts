const EARTH_RADIUS_KM = 6371;
const DEGREE = Math.PI / 180;
/** Rounding must not put a point of the circle outside of its box. */
const SLACK = 1e-9;

export interface Position {
  latitude: number;
  longitude: number;
}

/** A position prepared for many distances: radians, with the cosine of the latitude. */
export interface Point extends Position {
  cosine: number;
}

export function pointOf({ latitude, longitude }: Position): Point {
  return { latitude: latitude * DEGREE, longitude: longitude * DEGREE, cosine: Math.cos(latitude * DEGREE) };
}

/** Kilometres between two points by the haversine formula. */
export function distance(from: Point, to: Point): number {
  const across = Math.sin((to.latitude - from.latitude) / 2) ** 2;
  const along = Math.sin((to.longitude - from.longitude) / 2) ** 2;
  const half = across + from.cosine * to.cosine * along;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Half the height and half the width, in radians, of a box around the circle of `km`; a width of π is the whole turn. */
export function boxAround({ latitude, cosine }: Point, km: number): { height: number; width: number } {
  const angle = km / EARTH_RADIUS_KM;
  const holdsPole = Math.abs(latitude) + angle >= Math.PI / 2;
  const width = holdsPole ? Math.PI : Math.asin(Math.min(1, Math.sin(angle) / cosine));
  return { height: angle + SLACK, width: width + SLACK };
}

export function isInBox(from: Point, to: Point, { height, width }: { height: number; width: number }): boolean {
  if (Math.abs(to.latitude - from.latitude) > height) return false;
  const apart = Math.abs(to.longitude - from.longitude);
  return Math.min(apart, 2 * Math.PI - apart) <= width;
}
