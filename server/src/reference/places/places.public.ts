import type { Lang } from '@app/contract/platform/languages';
import type { Place } from '@app/contract/reference/places';
import type pg from 'pg';
import { findNearest, findOfCity } from './find-places.ts';
import type { Position } from './great-circle.ts';

export function findPlaceOfCity(pool: pg.Pool, lang: Lang, cityId: number): Promise<Place | null> {
  return findOfCity(pool, lang, cityId);
}

/** The nearest city to a position; null where none is anywhere near. */
export function findNearestPlace(pool: pg.Pool, lang: Lang, position: Position): Promise<Place | null> {
  return findNearest(pool, lang, position);
}
