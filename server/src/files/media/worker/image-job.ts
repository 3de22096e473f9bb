import type { ImageKind } from '@app/contract/files/media';

/** What the server asks of a worker. All paths are absolute; `outFolder` exists and is empty, or is null when only the print is wanted. */
export interface ImageJob {
  source: string;
  /** As its first bytes told. */
  mime: string;
  kind: ImageKind;
  outFolder: string | null;
  /** Whether a moving picture goes on moving. One that moves for too long stands still all the same. */
  mayMove?: boolean;
  /** Whether a moving picture, which stands still in its variants, is wanted as a whole beside them. */
  wantsFrames?: boolean;
}

export interface EncodedVariant {
  /** The nominal width, see IMAGE_WIDTHS. */
  width: number;
  path: string;
}

export interface EncodedImage {
  /** Of the largest variant, upright. */
  width: number;
  height: number;
  /** Base64. */
  thumbhash: string;
  /** What the picture looks like, as 64 bits in hex: pictures that look alike differ in few of them. */
  perceptualHash: string;
  variants: EncodedVariant[];
  /** Over the bytes of all variants in their order: the same picture sent twice is stored once. */
  sha256: string;
  /** Of all variants together. */
  bytes: number;
  /** All frames of a moving picture as a GIF, when they are wanted and not too many. */
  frames: string | null;
}

export type WorkerReply =
  | { type: 'ready' }
  | { type: 'done'; image: EncodedImage }
  | { type: 'refused'; reason: string };
