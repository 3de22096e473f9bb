import type { ImageKind } from '@app/contract/files/media';
import type { LogoFile } from '@app/contract/platform/site-logo';

export interface ImageJob {
  source: string;
  mime: string;
  kind: ImageKind;
  outFolder: string | null;
  /** Whether a short animation stays animated; a longer one becomes still. */
  mayMove?: boolean;
  wantsFrames?: boolean;
  /** Files of a logo in place of the variants. */
  wantsIcons?: boolean;
}

export interface EncodedIcon {
  name: LogoFile;
  path: string;
  width: number;
  height: number;
}

export interface EncodedVariant {
  width: number;
  path: string;
}

export interface EncodedImage {
  width: number;
  height: number;
  thumbhash: string;
  perceptualHash: string;
  variants: EncodedVariant[];
  /** Hash of all variants in their order, so that the same image is stored once. */
  sha256: string;
  bytes: number;
  /** All frames of an animation as a GIF, when requested and not too many. */
  frames: string | null;
  icons: EncodedIcon[];
}

export type WorkerReply =
  | { type: 'ready' }
  | { type: 'done'; image: EncodedImage }
  | { type: 'refused'; reason: string };
