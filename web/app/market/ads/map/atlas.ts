import atlasUrl from 'world-atlas/countries-50m.json?url';
import { pixelsOfWorld, type Size, toWorld, type View } from './view.ts';

/** Lines in shares of the world, x and y in turn, with their extent. */
interface Line {
  points: Float64Array;
  west: number;
  east: number;
  north: number;
  south: number;
}

export interface Atlas {
  land: Line[];
  borders: Line[];
}

interface Topology {
  arcs: [number, number][][];
  transform: { scale: [number, number]; translate: [number, number] };
  objects: { land: { geometries: { arcs: number[][][] }[] } };
}

let asked: Promise<Atlas> | undefined;

/** Land and borders of Natural Earth, once for the life of the page; a failure is tried again by the next call. */
export function loadAtlas(): Promise<Atlas> {
  asked ??= fetch(atlasUrl)
    .then((answer) => answer.json() as Promise<Topology>)
    .then(decode)
    .catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
  return asked;
}

function decode({ arcs, transform, objects }: Topology): Atlas {
  const [scaleX, scaleY] = transform.scale;
  const [left, bottom] = transform.translate;
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([byX, byY]) => {
      x += byX;
      y += byY;
      return toWorld({ longitude: x * scaleX + left, latitude: y * scaleY + bottom });
    });
  });
  // A negative number names an arc that is read backwards.
  const ringOf = (ring: readonly number[]) =>
    ring.flatMap((arc) => (arc < 0 ? (lines[~arc]?.toReversed() ?? []) : (lines[arc] ?? [])));
  const rings = objects.land.geometries.flatMap(({ arcs: polygons }) => polygons.flat());
  return {
    land: rings.flatMap((ring) => repeated(unwrapped(ringOf(ring)))).map(lineOf),
    borders: lines.flatMap((line) => repeated(unwrapped(line))).map(lineOf),
  };
}

type Points = readonly { x: number; y: number }[];

/** Where a line steps over the date line, it goes on beyond the edge of the map; one around the pole takes it along. */
function unwrapped(line: Points): Points {
  const whole: { x: number; y: number }[] = [];
  for (const { x, y } of line) {
    const before = whole.at(-1)?.x ?? x;
    whole.push({ x: x + Math.round(before - x), y });
  }
  const [first, last] = [whole[0], whole.at(-1)];
  const isAroundPole = first !== undefined && last !== undefined && Math.abs(last.x - first.x) > 0.9;
  return isAroundPole ? [...whole, { x: last.x, y: 1 }, { x: first.x, y: 1 }] : whole;
}

/** What reaches beyond one edge of the map comes in at the other. */
function repeated(line: Points): Points[] {
  const shifted = (by: number): Points => line.map(({ x, y }) => ({ x: x + by, y }));
  return [
    line,
    ...(line.some(({ x }) => x > 1) ? [shifted(-1)] : []),
    ...(line.some(({ x }) => x < 0) ? [shifted(1)] : []),
  ];
}

function lineOf(line: Points): Line {
  const points = new Float64Array(line.length * 2);
  let [west, east, north, south] = [2, -1, 1, 0];
  for (const [index, { x, y }] of line.entries()) {
    points[index * 2] = x;
    points[index * 2 + 1] = y;
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
  }
  return { points, west, east, north, south };
}

interface Colours {
  sea: string;
  land: string;
  border: string;
}

/** Beyond the map by this many pixels a line may be led elsewhere: canvases draw coordinates of millions badly. */
const BEYOND = 20_000;

export function drawAtlas(
  context: CanvasRenderingContext2D,
  atlas: Atlas,
  { x, y, zoom }: View,
  { width, height }: Size,
  { sea, land, border }: Colours,
): void {
  const world = pixelsOfWorld(zoom);
  const [halfWidth, halfHeight] = [width / 2 / world, height / 2 / world];
  const isSeen = (line: Line): boolean =>
    line.west < x + halfWidth &&
    line.east > x - halfWidth &&
    line.north < y + halfHeight &&
    line.south > y - halfHeight;
  const within = (pixels: number): number => Math.max(-BEYOND, Math.min(BEYOND, pixels));
  const trace = ({ points }: Line): void => {
    for (let index = 0; index < points.length; index += 2) {
      const atX = within(((points[index] ?? 0) - x) * world + width / 2);
      const atY = within(((points[index + 1] ?? 0) - y) * world + height / 2);
      if (index === 0) context.moveTo(atX, atY);
      else context.lineTo(atX, atY);
    }
  };

  context.fillStyle = sea;
  context.fillRect(0, 0, width, height);
  context.beginPath();
  for (const line of atlas.land) if (isSeen(line)) trace(line);
  context.fillStyle = land;
  context.fill('evenodd');
  context.beginPath();
  for (const line of atlas.borders) if (isSeen(line)) trace(line);
  context.strokeStyle = border;
  context.lineWidth = 1;
  context.stroke();
}
