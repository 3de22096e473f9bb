import { createHash } from 'node:crypto';
import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { IMAGE_MAX_PIXELS, IMAGE_SRC_WIDTH, IMAGE_WIDTHS, type ImageKind } from '@app/contract/files/media';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { encodeIcons } from './encode-icons.ts';
import type { EncodedImage, EncodedVariant, ImageJob } from './image-job.ts';
import { open, type Pixels, raw } from './pixels.ts';

// One image at a time per worker: a cache would only use memory, and threads would compete with the server.
sharp.cache(false);
sharp.concurrency(1);
// Only the listed loaders are allowed: an 821-byte AVIF can make its decoder allocate 700 MB; SVG, TIFF, PDF and others
// have risks of their own.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadNsgifFile',
  ],
});

const INPUT = { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error', sequentialRead: true } as const;
const WEBP = { quality: 78, effort: 2 } as const;

/** Total pixels of all frames of an animation: ten seconds of 480 by 270 take a worker 2 s and 150 MB. */
const MOVING_MAX_PIXELS = 20_000_000;
/** Maximum number of frames of a GIF that is passed on unchanged. */
const FRAMES_MAX = 1_500;
const FRAME_MAX_PIXELS = 4_000_000;
/** Low effort, because an animation has many frames, each visible only briefly. */
const MOVING_WEBP = { quality: 72, effort: 0 } as const;

/** Maximum height of a variant relative to its width: WebP is limited to 16383 pixels per side. */
const TALLEST = 4;

/** The thumbhash library accepts at most 100 pixels per side; 64 are enough for its precision. */
const THUMB_SIDE = 64;

/** The hash compares neighbors in eight rows of nine gray pixels: 64 comparisons. */
const HASH_WIDTH = 9;
const HASH_HEIGHT = 8;

/** Decodes once, rotates upright, and encodes each width from the next larger one. All metadata is dropped. */
export async function encodeImage({
  source,
  mime,
  kind,
  outFolder,
  mayMove,
  wantsFrames,
  wantsIcons,
}: ImageJob): Promise<EncodedImage> {
  const metadata = await sharp(source, INPUT).metadata();
  if (`image/${metadata.format}` !== mime) throw new Error(`${metadata.format} behind the first bytes of ${mime}`);
  const { width: uprightWidth, height: uprightHeight } = metadata.autoOrient;
  const usableWidth = kind === 'avatar' ? Math.min(uprightWidth, uprightHeight) : uprightWidth;

  const moves = mayMove === true && isMoving(metadata);
  const decoded = await decode(source, metadata, kind);
  const largest = moves ? await shrink(decoded, IMAGE_SRC_WIDTH[kind]) : decoded;
  const widths = IMAGE_WIDTHS[kind].filter(
    (width, i, all) => width <= IMAGE_SRC_WIDTH[kind] || (!moves && usableWidth > (all[i - 1] ?? 0)),
  );

  const hash = createHash('sha256');
  const variants: EncodedVariant[] = [];
  let bytes = 0;
  let pixels = largest;
  for (const width of outFolder === null ? [] : widths.toReversed()) {
    pixels = await shrink(pixels, width);
    const webp = moves ? await encodeMoving(source, width) : await open(pixels).webp(WEBP).toBuffer();
    const target = path.join(outFolder ?? '', `${width}.webp`);
    await writeFile(target, webp);
    hash.update(webp);
    bytes += webp.length;
    variants.unshift({ width, path: target });
  }

  const { width, height } = largest.info;
  const [thumb, perceptualHash] = [await thumbhash(pixels), await differenceHash(pixels)];
  const frames = wantsFrames === true && outFolder !== null ? await storeFrames(source, metadata, outFolder) : null;
  const icons = wantsIcons === true && outFolder !== null ? await encodeIcons(source, INPUT, outFolder) : [];
  return {
    width,
    height,
    thumbhash: thumb,
    perceptualHash,
    variants,
    sha256: hash.digest('hex'),
    bytes,
    frames,
    icons,
  };
}

/** Animations become videos by a program that reads GIF but not animated WebP. */
async function storeFrames(source: string, metadata: Metadata, outFolder: string): Promise<string | null> {
  const { pages = 1, width, height, format } = metadata;
  const isGif = format === 'gif';
  const fits = isGif ? pages <= FRAMES_MAX && width * height <= FRAME_MAX_PIXELS : isMoving(metadata);
  if (pages < 2 || !fits) return null;
  const target = path.join(outFolder, 'frames.gif');
  if (isGif) await copyFile(source, target);
  else
    await writeFile(
      target,
      await sharp(source, { ...INPUT, animated: true })
        .gif({ effort: 1 })
        .toBuffer(),
    );
  return target;
}

/** Frames cannot be rotated, so animations with an EXIF rotation become still. */
const isMoving = ({ pages = 1, orientation = 1, width, height }: Metadata): boolean =>
  pages > 1 && orientation === 1 && width * height * pages <= MOVING_MAX_PIXELS;

async function encodeMoving(source: string, width: number): Promise<Buffer> {
  return sharp(source, { ...INPUT, animated: true })
    .resize({ width, height: width * TALLEST, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp(MOVING_WEBP)
    .toBuffer();
}

async function decode(source: string, metadata: Metadata, kind: ImageKind): Promise<Pixels> {
  const side = Math.max(...IMAGE_WIDTHS[kind]);
  if (kind === 'avatar') {
    // Cropped to a square before the rotation, which keeps the center.
    const square = Math.min(side, metadata.width, metadata.height);
    return upright(await raw(sharp(source, INPUT).resize(square, square, { fit: 'cover' })), metadata.orientation);
  }
  const box = { width: side, height: side * TALLEST };
  const lies = (metadata.orientation ?? 1) >= 5;
  const turnedBox = lies ? { width: box.height, height: box.width } : box;
  // Rotated after shrinking: rotation needs the whole image in memory, and an original may take 320 MB.
  const shrunk = sharp(source, INPUT).resize({ ...turnedBox, fit: 'inside', withoutEnlargement: true });
  return upright(await raw(shrunk), metadata.orientation);
}

const UPRIGHT: ReadonlyMap<number, (image: Sharp) => Sharp> = new Map([
  [2, (image) => image.flop()],
  [3, (image) => image.rotate(180)],
  [4, (image) => image.flip()],
  [5, (image) => image.flip().rotate(90)],
  [6, (image) => image.rotate(90)],
  [7, (image) => image.flop().rotate(90)],
  [8, (image) => image.rotate(270)],
]);

async function upright(pixels: Pixels, orientation = 1): Promise<Pixels> {
  const turn = UPRIGHT.get(orientation);
  return turn ? raw(turn(open(pixels))) : pixels;
}

async function shrink(pixels: Pixels, width: number): Promise<Pixels> {
  const { width: has, height } = pixels.info;
  if (has <= width && height <= width * TALLEST) return pixels;
  return raw(open(pixels).resize({ width, height: width * TALLEST, fit: 'inside', withoutEnlargement: true }));
}

async function thumbhash(pixels: Pixels): Promise<string> {
  const { data, info } = await raw(
    open(pixels)
      .resize({ width: THUMB_SIDE, height: THUMB_SIDE, fit: 'inside', withoutEnlargement: true })
      .ensureAlpha(),
  );
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

/**
 * Difference hash (dHash, N. Krawetz 2013): each bit tells whether a gray pixel is darker than its right neighbor.
 * Scaling, compression and brightness hardly change the hash; for a different image about half of the bits differ.
 */
async function differenceHash(pixels: Pixels): Promise<string> {
  const { data } = await open(pixels)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize({ width: HASH_WIDTH, height: HASH_HEIGHT, fit: 'fill' })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  let bits = 0n;
  for (let row = 0; row < HASH_HEIGHT; row += 1) {
    for (let column = 1; column < HASH_WIDTH; column += 1) {
      const at = row * HASH_WIDTH + column;
      bits = (bits << 1n) | ((data[at - 1] ?? 0) < (data[at] ?? 0) ? 1n : 0n);
    }
  }
  return bits.toString(16).padStart(16, '0');
}
