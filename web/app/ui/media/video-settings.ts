import { readStoredObject, writeStored } from '../../platform/stored.ts';

export interface VideoSettings {
  volume: number;
  isMuted: boolean;
  /** Height of the rendition; null means automatic selection. */
  quality: number | null;
  autoplay: boolean;
}

const KEY = 'video';

export function loadVideoSettings(): VideoSettings {
  const { volume, isMuted, quality, autoplay } = readStoredObject<keyof VideoSettings>(KEY);
  return {
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : 1,
    isMuted: isMuted === true,
    quality: typeof quality === 'number' ? quality : null,
    autoplay: autoplay !== false,
  };
}

export function saveVideoSettings(change: Partial<VideoSettings>): void {
  writeStored(KEY, JSON.stringify({ ...loadVideoSettings(), ...change }));
}

interface Connection {
  saveData?: boolean;
}

/** False for reduced motion, for data saving, and when the user disabled autoplay. */
export function mayAutoplay(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  if (connection?.saveData === true) return false;
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return false;
  if (window.matchMedia('(prefers-reduced-data: reduce)').matches) return false;
  return loadVideoSettings().autoplay;
}

/** Index of the highest rendition that does not exceed the preferred height; the smallest if all do. */
export function levelFor(heights: readonly number[], preferredHeight: number | null): number {
  if (preferredHeight === null) return -1;
  let best = -1;
  heights.forEach((height, index) => {
    const known = heights[best];
    if (height <= preferredHeight && (known === undefined || height > known)) best = index;
  });
  return best === -1 ? heights.indexOf(Math.min(...heights)) : best;
}
