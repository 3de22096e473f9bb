const ROWS: readonly (readonly number[])[] = [
  [],
  [1],
  [2],
  [1, 2],
  [2, 2],
  [2, 3],
  [3, 3],
  [2, 2, 3],
  [2, 3, 3],
  [3, 3, 3],
  [2, 2, 3, 3],
];
const NARROWEST = 0.75;
const WIDEST = 1.8;

export interface PictureSize {
  width: number;
  height: number;
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

function ratioOf({ width, height }: PictureSize, min: number, max: number): number {
  return width > 0 && height > 0 ? clamp(width / height, min, max) : 1;
}

export interface AlbumCell<T> {
  picture: T;
  index: number;
  /** Visible width divided by height. */
  ratio: number;
}

/**
 * Arranges images in rows of equal width. Sizes are known beforehand, so the message has its height before any image is
 * loaded.
 */
export function layOutAlbum<T extends PictureSize>(pictures: readonly T[]): AlbumCell<T>[][] {
  // Two images are squares side by side; a single image may be wide but not tall.
  const [min, max] = pictures.length === 2 ? [1, 1] : [NARROWEST, WIDEST];
  const rows: AlbumCell<T>[][] = [];
  let from = 0;
  const counts = ROWS[pictures.length] ?? [...(ROWS.at(-1) ?? []), ...Array<number>(pictures.length - 10).fill(1)];
  for (const count of counts) {
    const cells = pictures.slice(from, from + count).map((picture, place) => ({
      picture,
      index: from + place,
      ratio: ratioOf(picture, count === 1 && pictures.length > 1 ? 4 / 3 : min, max),
    }));
    rows.push(cells);
    from += count;
  }
  return rows;
}
