import { attachFile, canPlayHls, loadHls } from './load-hls.ts';
import type { MediaAttachment } from './media-player.ts';
import { levelFor } from './video-settings.ts';

interface VideoSource {
  url: string;
  hls: string | null;
}

function attachPlainVideo(video: HTMLVideoElement, url: string): MediaAttachment {
  return { heights: [], choose: () => undefined, detach: attachFile(video, url) };
}

/**
 * Plays HLS renditions with a lazily loaded player, or natively where that player cannot run (iPhones). The file is the
 * fallback.
 */
export async function attachVideo(
  video: HTMLVideoElement,
  { url, hls }: VideoSource,
  preferredHeight: number | null,
): Promise<MediaAttachment> {
  if (hls === null) return attachPlainVideo(video, url);
  const Player = await loadHls();
  if (typeof Player === 'string') {
    const isNative = !('MediaSource' in window) && canPlayHls(video);
    return attachPlainVideo(video, isNative ? hls : url);
  }
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
      const attached = attachPlainVideo(video, url);
      video.currentTime = currentTime;
      if (!paused) void video.play().catch(() => undefined);
      resolve(attached);
    });
    player.loadSource(hls);
    player.attachMedia(video);
  });
}
