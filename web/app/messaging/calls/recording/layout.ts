import { columnsFor } from '../window/call-tiles.ts';

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

const GAP = 8;
/** Share of the width that a shared screen takes. */
const LARGE = 0.78;

/**
 * Returns the position of each tile of the recorded picture, in order. With `hasLarge` the first tile is large and the
 * others stand beside it.
 */
export function placeTiles(count: number, hasLarge: boolean, width: number, height: number): Rect[] {
  if (count === 0) return [];
  const whole = { x: GAP, y: GAP, width: width - 2 * GAP, height: height - 2 * GAP };
  if (!hasLarge || count === 1) return inGrid(count, columnsFor(count, false), whole);
  const large = { ...whole, width: Math.round(whole.width * LARGE) };
  const x = large.x + large.width + GAP;
  const strip = { ...whole, x, width: whole.x + whole.width - x };
  const rest = count - 1;
  return [large, ...inGrid(rest, rest > 4 ? 2 : 1, strip)];
}

function inGrid(count: number, columns: number, { x, y, width, height }: Rect): Rect[] {
  const rows = Math.ceil(count / columns);
  const tile = { width: (width - (columns - 1) * GAP) / columns, height: (height - (rows - 1) * GAP) / rows };
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, count - row * columns);
    const indent = ((columns - inRow) * (tile.width + GAP)) / 2;
    return {
      ...tile,
      x: x + indent + (index % columns) * (tile.width + GAP),
      y: y + row * (tile.height + GAP),
    };
  });
}

/** Returns the part of a picture that fills the box without distortion (like `object-fit: cover`). */
export function cover(picture: { width: number; height: number }, box: Rect): Rect {
  const scale = Math.max(box.width / picture.width, box.height / picture.height);
  const [width, height] = [box.width / scale, box.height / scale];
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height };
}

/** Returns where a whole picture fits into the box (like `object-fit: contain`); screens are not cropped. */
export function contain(picture: { width: number; height: number }, box: Rect): Rect {
  const scale = Math.min(box.width / picture.width, box.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}
