import { encodeQR } from 'qr';

/** Light modules around the code that scanners need, and some air. */
const BORDER = 3;
/** Printed posters stay sharp. */
const PNG_SIZE_MIN = 1200;
const INK = '#0a0e0d';
const PAPER = '#ffffff';

export interface QrPicture {
  /** Modules on a side, the border included. */
  size: number;
  /** Dark modules as one path on a grid of `size`. */
  path: string;
}

/** Dark on light whatever the scheme: not every scanner reads the opposite. */
export function drawQr(text: string): QrPicture {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER });
  const path = rows
    .flatMap((row, y) => runs(row).map(({ start, length }) => `M${start} ${y}h${length}v1h-${length}z`))
    .join('');
  return { size: rows.length, path };
}

/** Neighbouring dark modules of a row are one rectangle: no hairlines between them. */
function runs(row: readonly boolean[]): { start: number; length: number }[] {
  const found: { start: number; length: number }[] = [];
  for (const [x, isDark] of row.entries()) {
    const last = found.at(-1);
    if (!isDark) continue;
    if (last !== undefined && last.start + last.length === x) last.length += 1;
    else found.push({ start: x, length: 1 });
  }
  return found;
}

export function toSvgFile({ size, path }: QrPicture): Blob {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 10}" height="${size * 10}" shape-rendering="crispEdges"><path fill="${PAPER}" d="M0 0h${size}v${size}H0z"/><path fill="${INK}" d="${path}"/></svg>`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

/** Whole pixels for each module. Null where the browser cannot draw. */
export async function toPngFile({ size, path }: QrPicture): Promise<Blob | null> {
  const scale = Math.ceil(PNG_SIZE_MIN / size);
  const canvas = document.createElement('canvas');
  canvas.width = size * scale;
  canvas.height = size * scale;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(scale, scale);
  pen.fillStyle = INK;
  pen.fill(new Path2D(path));
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
