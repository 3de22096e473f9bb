import type { FileField } from '../platform/endpoint.ts';
import type { ErrorCode } from '../platform/errors.ts';

/** Size of one picture as it is sent. A 12-megapixel phone photo is 3 to 8 MB. */
export const IMAGE_MAX_BYTES = 20 * 1024 * 1024;

/** Pixels of one picture: above the 12 to 25 megapixels of phones, below what a decoding bomb needs. */
export const IMAGE_MAX_PIXELS = 40_000_000;

/** What is accepted, told by the bytes themselves; also the `accept` of file inputs. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** What a call that takes pictures may answer about them. */
export const IMAGE_ERRORS = [
  'file_too_large',
  'unsupported_media',
  'unprocessable_image',
  'too_many_files',
  'upload_aborted',
] as const satisfies readonly ErrorCode[];

export type ImageKind = 'photo' | 'avatar';

/**
 * Widths a picture is kept in. The first two always exist; the third only when the original is wider than the second.
 * A picture is never enlarged: the 800 of a 500-pixel original is 500 pixels wide.
 */
export const IMAGE_WIDTHS = { photo: [400, 800, 1600], avatar: [96, 256, 512] } as const satisfies Record<
  ImageKind,
  readonly number[]
>;

/** The width that stands for a picture where one address is asked for. Always exists. */
export const IMAGE_SRC_WIDTH = { photo: 800, avatar: 256 } as const satisfies Record<ImageKind, number>;

/** A multipart field of pictures. */
export function images(maxCount: number): FileField {
  return { kind: 'image', maxCount, maxBytes: IMAGE_MAX_BYTES };
}

/** Where one width of a picture is served. In SQL: `'/media/' || base_key || '-800.webp'`. */
export function imageUrl(baseKey: string, width: number): string {
  return `/media/${baseKey}-${width}.webp`;
}

export interface ImageUrls {
  /** The address to use where there is room for one. */
  src: string;
  /** Width -> address. */
  variants: Record<number, string>;
}

/** Every address of a stored picture. */
export function imageUrls(image: { base_key: string; kind: ImageKind; widths: readonly number[] }): ImageUrls {
  return {
    src: imageUrl(image.base_key, IMAGE_SRC_WIDTH[image.kind]),
    variants: Object.fromEntries(image.widths.map((width) => [width, imageUrl(image.base_key, width)])),
  };
}
