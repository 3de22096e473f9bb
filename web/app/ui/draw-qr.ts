import { encodeQR } from 'qr';

/** Width of the quiet zone in modules (ISO/IEC 18004). */
const BORDER = 4;

export interface QrPicture {
  size: number;
  /** Dark modules as one SVG path on a grid of `size`. */
  path: string;
}

/** Always dark on light, because not every scanner reads inverted codes. */
export function drawQr(text: string): QrPicture {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER });
  const path = rows
    .flatMap((row, y) => runs(row).map(({ start, length }) => `M${start} ${y}h${length}v1h-${length}z`))
    .join('');
  return { size: rows.length, path };
}

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
