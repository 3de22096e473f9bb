import type Hls from 'hls.js/light';

export const canPlayHls = (video: HTMLVideoElement): boolean =>
  video.canPlayType('application/vnd.apple.mpegurl') !== '';

/** The HLS player; 'native' where it cannot run (iPhones), 'missing' where it did not load. */
export async function loadHls(): Promise<typeof Hls | 'native' | 'missing'> {
  if (!('MediaSource' in window)) return 'native';
  try {
    const { default: Player } = await import('hls.js/light');
    return Player.isSupported() ? Player : 'native';
  } catch {
    return 'missing';
  }
}

/** Plays an address as it is. Returns how to end that. */
export function attachFile(video: HTMLVideoElement, url: string): () => void {
  video.src = url;
  return () => {
    video.removeAttribute('src');
    video.load();
  };
}
