import { MAP_GROUPS_MAX } from '@app/contract/market/ad-map';
import type { Position } from '../../../reference/reference.public.ts';

/** Side of a cell in pixels: two groups never cover each other. */
const CELL = 72;
const TILE = 256;

/** An ad, or a number of ads whose single points were not read. */
export interface Spot extends Position {
  cityId: number;
  count: number;
  id?: number;
}

/** Pixels of the whole map at a zoom. */
export function project({ latitude, longitude }: Position, zoom: number): { x: number; y: number } {
  const size = TILE * 2 ** zoom;
  const sine = Math.sin((latitude * Math.PI) / 180);
  return {
    x: ((longitude + 180) / 360) * size,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size,
  };
}

export interface Group extends Position {
  count: number;
  /** The city with the most ads of the group. */
  cityId: number;
}

export interface Grouped {
  alone: (Group & { id: number })[];
  groups: Group[];
}

interface Cell {
  count: number;
  latitude: number;
  longitude: number;
  id: number | undefined;
  ofCities: Map<number, number>;
}

/**
 * Groups what falls into one cell of a grid that is fixed to the map, so that moving it regroups nothing. The grid gets
 * wider until there are few enough.
 */
export function groupAds(spots: readonly Spot[], zoom: number): Grouped {
  for (let coarse = zoom; ; coarse -= 1) {
    const cells = [...cellsOf(spots, coarse).values()];
    if (cells.length > MAP_GROUPS_MAX && coarse > 0) continue;
    const alone: Grouped['alone'] = [];
    const groups: Group[] = [];
    for (const { count, latitude, longitude, id, ofCities } of cells) {
      const [cityId = 0] = [...ofCities].reduce((most, other) => (other[1] > most[1] ? other : most), [0, 0]);
      const middle = { latitude: rounded(latitude / count), longitude: rounded(longitude / count), count, cityId };
      if (count === 1 && id !== undefined) alone.push({ ...middle, id });
      else groups.push(middle);
    }
    return { alone, groups };
  }
}

const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

function cellsOf(spots: readonly Spot[], zoom: number): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const { latitude, longitude, cityId, count, id } of spots) {
    const { x, y } = project({ latitude, longitude }, zoom);
    const key = `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`;
    const cell = cells.get(key) ?? { count: 0, latitude: 0, longitude: 0, id, ofCities: new Map<number, number>() };
    cell.count += count;
    cell.ofCities.set(cityId, (cell.ofCities.get(cityId) ?? 0) + count);
    cell.latitude += latitude * count;
    cell.longitude += longitude * count;
    cells.set(key, cell);
  }
  return cells;
}
