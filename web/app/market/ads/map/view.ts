import type { MapArea, MapGround } from '@app/contract/market/ad-map';
import { MAP_LATITUDE_MAX, MAP_ZOOM_MAX } from '#contract/market/ad-map';

/** The middle of the map in shares of the whole world, from 0 to 1 in each direction, and how large it is drawn. */
export interface View {
  x: number;
  y: number;
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

interface Position {
  latitude: number;
  longitude: number;
}

const TILE = 256;
/** Nearer there is nothing to see. */
const ZOOM_OF_AREA_MAX = 14;

export const pixelsOfWorld = (zoom: number): number => TILE * 2 ** zoom;

export function toWorld({ latitude, longitude }: Position): { x: number; y: number } {
  const sine = Math.sin((Math.max(-MAP_LATITUDE_MAX, Math.min(MAP_LATITUDE_MAX, latitude)) * Math.PI) / 180);
  return { x: (longitude + 180) / 360, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

/** Where the map ends in the north; in the south it ends as far from the edge of the square. */
const POLE = toWorld({ latitude: MAP_LATITUDE_MAX, longitude: 0 }).y;

const longitudeOf = (x: number): number => x * 360 - 180;
const latitudeOf = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

export function toPixels(position: Position, { x, y, zoom }: View, { width, height }: Size): { x: number; y: number } {
  const at = toWorld(position);
  const world = pixelsOfWorld(zoom);
  return { x: (at.x - x) * world + width / 2, y: (at.y - y) * world + height / 2 };
}

/** Keeps the map filled: the world is never smaller than the map, and its edge never within it. */
export function clampView({ x, y, zoom }: View, { width, height }: Size): View {
  const least = Math.log2(Math.max(width, height / (1 - 2 * POLE), TILE) / TILE);
  const kept = Math.min(MAP_ZOOM_MAX, Math.max(least, zoom));
  const world = pixelsOfWorld(kept);
  const between = (value: number, edge: number): number => Math.min(1 - edge, Math.max(edge, value));
  return { x: between(x, width / 2 / world), y: between(y, POLE + height / 2 / world), zoom: kept };
}

export function areaOf({ x, y, zoom }: View, { width, height }: Size): MapArea {
  const world = pixelsOfWorld(zoom);
  const [halfWidth, halfHeight] = [width / 2 / world, height / 2 / world];
  const degrees = (value: number, max: number): number => Math.max(-max, Math.min(max, Number(value.toFixed(5))));
  return {
    west: degrees(longitudeOf(x - halfWidth), 180),
    south: degrees(latitudeOf(y + halfHeight), MAP_LATITUDE_MAX),
    east: degrees(longitudeOf(x + halfWidth), 180),
    north: degrees(latitudeOf(y - halfHeight), MAP_LATITUDE_MAX),
  };
}

/** The view that holds an area as large as possible. */
export function viewOf({ west, south, east, north }: MapArea, size: Size): View {
  const from = toWorld({ latitude: north, longitude: west });
  const to = toWorld({ latitude: south, longitude: east });
  const zoom = Math.log2(Math.min(size.width / (to.x - from.x), size.height / (to.y - from.y)) / TILE);
  return clampView(
    { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, zoom: Math.min(ZOOM_OF_AREA_MAX, Math.floor(zoom * 2) / 2) },
    size,
  );
}

/** Changes the zoom so that the point under the pointer, counted from the middle of the map, stays under it. */
export function zoomAt(view: View, by: number, from: { x: number; y: number }, size: Size): View {
  const zoom = clampView({ ...view, zoom: view.zoom + by }, size).zoom;
  const [before, after] = [pixelsOfWorld(view.zoom), pixelsOfWorld(zoom)];
  return clampView(
    { x: view.x + from.x / before - from.x / after, y: view.y + from.y / before - from.y / after, zoom },
    size,
  );
}

export interface Tile {
  z: number;
  x: number;
  y: number;
  /** Where it is drawn, in pixels from the corner of the map. */
  left: number;
  top: number;
  side: number;
}

/** Far away a map of streets would need too many tiles: then coasts are enough. */
const TILES_FINER_MAX = 1;

/** The tiles that fill a view, of the level whose pixels fit the screen best. */
export function tilesOf(
  { x, y, zoom }: View,
  { width, height }: Size,
  { min_zoom, max_zoom }: Pick<MapGround, 'min_zoom' | 'max_zoom'>,
  ratio: number,
): Tile[] {
  const wanted = Math.round(zoom + Math.log2(Math.min(2, Math.max(1, ratio))));
  const z = Math.min(max_zoom, Math.max(min_zoom, wanted));
  if (z > wanted + TILES_FINER_MAX) return [];
  const count = 2 ** z;
  const side = pixelsOfWorld(zoom) / count;
  const [left, top] = [x * count * side - width / 2, y * count * side - height / 2];
  const range = (from: number, pixels: number): number[] => {
    const first = Math.max(0, Math.floor(from / side));
    const last = Math.min(count - 1, Math.ceil((from + pixels) / side) - 1);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  };
  return range(top, height).flatMap((row) =>
    range(left, width).map((column) => ({
      z,
      x: column,
      y: row,
      left: column * side - left,
      top: row * side - top,
      side,
    })),
  );
}

export function moveBy({ x, y, zoom }: View, byX: number, byY: number, size: Size): View {
  const world = pixelsOfWorld(zoom);
  return clampView({ x: x - byX / world, y: y - byY / world, zoom }, size);
}
