/** What this browser remembers of how its reader watches. */
export interface VideoSettings {
  /** 0 to 1. */
  volume: number;
  isMuted: boolean;
  /** Lines of the picture; null lets the connection decide. */
  quality: number | null;
  /** Whether videos of the feed start by themselves, without sound. */
  autoplay: boolean;
}

const KEY = 'video';
const DEFAULTS: VideoSettings = { volume: 1, isMuted: false, quality: null, autoplay: true };

export function loadVideoSettings(): VideoSettings {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const { volume, isMuted, quality, autoplay } = stored as Partial<Record<keyof VideoSettings, unknown>>;
    return {
      volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : DEFAULTS.volume,
      isMuted: isMuted === true,
      quality: typeof quality === 'number' ? quality : null,
      autoplay: autoplay !== false,
    };
  } catch {
    return DEFAULTS;
  }
}

export function saveVideoSettings(change: Partial<VideoSettings>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...loadVideoSettings(), ...change }));
  } catch {
    // A browser that keeps nothing plays all the same.
  }
}

interface Connection {
  saveData?: boolean;
}

/** Nothing starts by itself for those who asked for less motion or less traffic, or who switched it off. */
export function mayAutoplay(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  if (connection?.saveData === true) return false;
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return false;
  if (window.matchMedia('(prefers-reduced-data: reduce)').matches) return false;
  return loadVideoSettings().autoplay;
}

/** The rendition of these heights that comes nearest to the wish without going over it; the smallest when all do. */
export function levelFor(heights: readonly number[], preferredHeight: number | null): number {
  if (preferredHeight === null) return -1;
  let best = -1;
  heights.forEach((height, index) => {
    const known = heights[best];
    if (height <= preferredHeight && (known === undefined || height > known)) best = index;
  });
  return best === -1 ? heights.indexOf(Math.min(...heights)) : best;
}
