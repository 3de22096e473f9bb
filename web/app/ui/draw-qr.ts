import { encodeQR } from 'qr';

/** Light modules around the code that scanners need (ISO/IEC 18004). */
const BORDER = 4;

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
