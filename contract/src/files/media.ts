import type { FileField } from '../platform/endpoint.ts';
import type { ErrorCode } from '../platform/errors.ts';

/** Maximum bytes of one uploaded image. A 12-megapixel phone photo is 3 to 8 MB. */
export const IMAGE_MAX_BYTES = 20 * 1024 * 1024;

/** Maximum pixels of one image: above the 12 to 25 megapixels of phones, below a decompression bomb. */
export const IMAGE_MAX_PIXELS = 40_000_000;

/** Accepted image types, detected from the content; also the `accept` of file inputs. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

export const IMAGE_ERRORS = [
  'file_too_large',
  'unsupported_media',
  'unprocessable_image',
  'too_many_files',
  'upload_aborted',
] as const satisfies readonly ErrorCode[];

export type ImageKind = 'photo' | 'avatar';

/**
 * Widths in which an image is stored. The first two always exist, the third only when the original is wider than the
 * second. Images are never enlarged: the 800 variant of a 500-pixel original is 500 pixels wide.
 */
export const IMAGE_WIDTHS = { photo: [400, 800, 1600], avatar: [96, 256, 512] } as const satisfies Record<
  ImageKind,
  readonly number[]
>;

/** Width used where a single address is needed. This variant always exists. */
export const IMAGE_SRC_WIDTH = { photo: 800, avatar: 256 } as const satisfies Record<ImageKind, number>;

export function images(maxCount: number): FileField {
  return { kind: 'image', maxCount, maxBytes: IMAGE_MAX_BYTES };
}

/** Address of one width of an image. In SQL: `'/media/' || base_key || '-800.webp'`. */
export function imageUrl(baseKey: string, width: number): string {
  return `/media/${baseKey}-${width}.webp`;
}

export interface ImageUrls {
  src: string;
  variants: Record<string, string>;
}

/** A key that no array has room for. */
const FAR_KEY = 2 ** 32 - 2;

/**
 * Addresses by width. V8 stores whole numbers as keys like an array, with room for each number up to the largest: 13 KB
 * for a photo, and eight times as long to make and to write as JSON. An object that has had a far key stores them by name.
 */
export function variantUrls(widths: readonly number[], urlOf: (width: number) => string): Record<string, string> {
  const urls: Record<string, string> = { [FAR_KEY]: '' };
  delete urls[FAR_KEY];
  for (const width of widths) urls[width] = urlOf(width);
  return urls;
}

export function imageUrls(image: { base_key: string; kind: ImageKind; widths: readonly number[] }): ImageUrls {
  return {
    src: imageUrl(image.base_key, IMAGE_SRC_WIDTH[image.kind]),
    variants: variantUrls(image.widths, (width) => imageUrl(image.base_key, width)),
  };
}
