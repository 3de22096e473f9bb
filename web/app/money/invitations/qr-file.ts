import type { QrPicture } from '../../ui/draw-qr.ts';

/** Minimum size in pixels, so that printed posters are sharp. */
const PNG_SIZE_MIN = 1200;
const INK = '#0a0e0d';
const PAPER = '#ffffff';

export function toSvgFile({ size, path }: QrPicture): Blob {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 10}" height="${size * 10}" shape-rendering="crispEdges"><path fill="${PAPER}" d="M0 0h${size}v${size}H0z"/><path fill="${INK}" d="${path}"/></svg>`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

/** Renders a QR code with whole pixels per module. Null where the browser has no canvas support. */
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
