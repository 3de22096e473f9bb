import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS, IMAGE_TYPES } from '#contract/files/media';

/** Pixels; twice the widest image that the server stores. */
const SIDE_MAX = 3200;
const QUALITY = 0.9;

interface Decoded {
  source: CanvasImageSource;
  width: number;
  height: number;
  release: () => void;
}

/** Decodes by an `<img>`, which supports more formats in some browsers. The orientation is kept. */
async function decodeAsImage(file: Blob): Promise<Decoded> {
  const src = URL.createObjectURL(file);
  const image = new Image();
  image.src = src;
  try {
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width === 0 || height === 0) throw new Error('An empty picture');
    return { source: image, width, height, release: () => URL.revokeObjectURL(src) };
  } catch (error) {
    URL.revokeObjectURL(src);
    throw error;
  }
}

async function decode(file: Blob): Promise<Decoded> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    return { source: bitmap, width: bitmap.width, height: bitmap.height, release: () => bitmap.close() };
  } catch {
    return decodeAsImage(file);
  }
}

async function draw({ source, width, height }: Decoded, sideMax: number): Promise<Blob> {
  const scale = Math.min(1, sideMax / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  // JPEG has no transparency; transparent pixels would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/jpeg', QUALITY);
  });
}

/** Downscales an image to a JPEG; rejects when this browser cannot decode it. */
export async function shrinkPhoto(file: Blob, sideMax: number): Promise<Blob> {
  const decoded = await decode(file);
  try {
    return await draw(decoded, sideMax);
  } finally {
    decoded.release();
  }
}

/** Converts a photo to what the server accepts; null when this browser cannot decode it. */
export async function preparePhoto(file: File): Promise<File | null> {
  const isKnown = (IMAGE_TYPES as readonly string[]).includes(file.type);
  let decoded: Decoded;
  try {
    decoded = await decode(file);
  } catch {
    // The server may be able to decode a format it accepts.
    return isKnown && file.size <= IMAGE_MAX_BYTES ? file : null;
  }
  try {
    const isFine = isKnown && file.size <= IMAGE_MAX_BYTES && decoded.width * decoded.height <= IMAGE_MAX_PIXELS;
    if (isFine) return file;
    const blob = await draw(decoded, SIDE_MAX);
    return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' });
  } catch {
    return null;
  } finally {
    decoded.release();
  }
}
