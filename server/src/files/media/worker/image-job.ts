import type { ImageKind } from '@app/contract/files/media';

/**
 * Job for a worker process. All paths are absolute; `outFolder` exists and is empty, or is null when only the
 * perceptual hash is wanted.
 */
export interface ImageJob {
  source: string;
  mime: string;
  kind: ImageKind;
  outFolder: string | null;
  /** Whether a short animation stays animated; a longer one becomes still. */
  mayMove?: boolean;
  /** Whether the whole animation is returned beside the still variants. */
  wantsFrames?: boolean;
}

export interface EncodedVariant {
  width: number;
  path: string;
}

export interface EncodedImage {
  /** Width of the largest variant, upright. */
  width: number;
  height: number;
  thumbhash: string;
  /** 64 bits in hex; similar images differ in few bits. */
  perceptualHash: string;
  variants: EncodedVariant[];
  /** Hash of all variants in their order, so that the same image is stored once. */
  sha256: string;
  bytes: number;
  /** All frames of an animation as a GIF, when requested and not too many. */
  frames: string | null;
}

export type WorkerReply =
  | { type: 'ready' }
  | { type: 'done'; image: EncodedImage }
  | { type: 'refused'; reason: string };
