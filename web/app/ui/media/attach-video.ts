import type Hls from 'hls.js/light';
import { levelFor } from './video-settings.ts';

export interface VideoAttachment {
  /** Heights of the available renditions, finest first; empty where the browser chooses itself. */
  heights: readonly number[];
  /** Selects a rendition; null means automatic selection. */
  choose: (height: number | null) => void;
  detach: () => void;
}

interface VideoSource {
  url: string;
  hls: string | null;
}

const NO_ATTACHMENT: VideoAttachment = { heights: [], choose: () => undefined, detach: () => undefined };

function attachFile(video: HTMLVideoElement, url: string): VideoAttachment {
  video.src = url;
  return {
    ...NO_ATTACHMENT,
    detach() {
      video.removeAttribute('src');
      video.load();
    },
  };
}

/**
 * Plays HLS renditions with a lazily loaded player, or natively where that player cannot run (iPhones). The file is the
 * fallback.
 */
export async function attachVideo(
  video: HTMLVideoElement,
  { url, hls }: VideoSource,
  preferredHeight: number | null,
): Promise<VideoAttachment> {
  if (hls === null) return attachFile(video, url);
  if (!('MediaSource' in window)) {
    return attachFile(video, video.canPlayType('application/vnd.apple.mpegurl') === '' ? url : hls);
  }
  let Player: typeof Hls;
  try {
    Player = (await import('hls.js/light')).default;
  } catch {
    return attachFile(video, url);
  }
  if (!Player.isSupported()) return attachFile(video, url);
  // The player's worker is a blob script, which the Content-Security-Policy forbids.
  const player = new Player({ enableWorker: false, capLevelToPlayerSize: preferredHeight === null, startLevel: -1 });
  return new Promise((resolve) => {
    player.on(Player.Events.MANIFEST_PARSED, () => {
      // The quality is named by the short side, so that 720 is 720 for portrait videos too.
      const heights = player.levels.map(({ width, height }) => Math.min(width, height));
      const choose = (height: number | null): void => {
        player.config.capLevelToPlayerSize = height === null;
        player.nextLevel = levelFor(heights, height);
      };
      if (preferredHeight !== null) player.startLevel = levelFor(heights, preferredHeight);
      if (preferredHeight !== null) choose(preferredHeight);
      resolve({
        heights: [...new Set(heights)].toSorted((one, other) => other - one),
        choose,
        detach: () => player.destroy(),
      });
    });
    player.on(Player.Events.ERROR, (_, { fatal }) => {
      if (!fatal) return;
      const { currentTime, paused } = video;
      player.destroy();
      const attached = attachFile(video, url);
      video.currentTime = currentTime;
      if (!paused) void video.play().catch(() => undefined);
      resolve(attached);
    });
    player.loadSource(hls);
    player.attachMedia(video);
  });
}
