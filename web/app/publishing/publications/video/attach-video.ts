import type Hls from 'hls.js/light';
import { levelFor } from './video-settings.ts';

export interface VideoAttachment {
  /** Lines of the renditions to choose from, the finest first; empty where the browser chooses itself. */
  heights: readonly number[];
  /** Watch this rendition; null lets the connection decide. */
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
 * What has renditions plays by them: by a part that loads only now and lets the reader choose among them, or where that cannot run
 * (phones of one maker) by the browser itself. The file is what is left.
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
  // A worker would be a script out of a blob, which the site does not allow.
  const player = new Player({ enableWorker: false, capLevelToPlayerSize: preferredHeight === null, startLevel: -1 });
  return new Promise((resolve) => {
    player.on(Player.Events.MANIFEST_PARSED, () => {
      // Lines by the short side: 720 is 720, however the phone was held.
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
