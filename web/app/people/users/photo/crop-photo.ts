/** Pixels; twice the widest portrait that the server stores. */
export const PORTRAIT_SIDE_MAX = 1024;
const QUALITY = 0.92;

interface Size {
  width: number;
  height: number;
}

/** A square in pixels of the rotated picture. */
export interface CropArea extends Size {
  x: number;
  y: number;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export function turnedBox({ width, height }: Size, degrees: number): Size {
  const [sin, cos] = [Math.abs(Math.sin(radians(degrees))), Math.abs(Math.cos(radians(degrees)))];
  return { width: width * cos + height * sin, height: width * sin + height * cos };
}

/** Returns the side of the portrait in pixels; the crop is never enlarged. */
export const portraitSide = ({ width }: Size): number => Math.max(1, Math.min(PORTRAIT_SIDE_MAX, Math.round(width)));

/** Returns the cropped square of a rotated picture as a JPEG without metadata. */
export async function cropPhoto(url: string, area: CropArea, degrees: number): Promise<Blob> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const size = { width: image.naturalWidth, height: image.naturalHeight };
  const box = turnedBox(size, degrees);
  const side = portraitSide(area);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.scale(side / area.width, side / area.height);
  context.translate(box.width / 2 - area.x, box.height / 2 - area.y);
  context.rotate(radians(degrees));
  context.drawImage(image, -size.width / 2, -size.height / 2);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/jpeg', QUALITY);
  });
}
