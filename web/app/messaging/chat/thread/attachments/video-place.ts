import type { ChatFile } from '@app/contract/messaging/chat-files';
import type { CSSProperties } from 'react';
import { averageColor } from '../../../../market/ads/thumbhash-color.ts';

const TALLEST = 0.75;

/** Shape and colour of a video before it plays. */
export function videoPlace({ width, height, thumbhash }: ChatFile): CSSProperties {
  const aspectRatio = width > 0 && height > 0 ? Math.max(width / height, TALLEST) : 16 / 9;
  return { aspectRatio, backgroundColor: averageColor(thumbhash) };
}
