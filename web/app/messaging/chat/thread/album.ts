/** How many pictures stand in each row, by how many there are. */
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

interface PictureSize {
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
  /** Width by height of what is shown of it. */
  ratio: number;
}

/**
 * Pictures of one message in rows of one width. Everything follows from the pixels that are known beforehand, so the
 * message has its height before any picture is there.
 */
export function layOutAlbum<T extends PictureSize>(pictures: readonly T[]): AlbumCell<T>[][] {
  // Two are equals side by side; a row of its own may be wide, never a tower.
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
