import type Hls from 'hls.js/light';

export interface LiveAttachment {
  detach(): void;
}

const NO_ATTACHMENT: LiveAttachment = { detach: () => undefined };

/**
 * Plays the HLS recording of a live stream from `start` seconds, or from the live position (-1). iPhones play HLS
 * natively. `onFailed`: the recording cannot be played, or not any more.
 */
export async function attachLive(video: HTMLVideoElement, url: string, onFailed: () => void): Promise<LiveAttachment> {
  const plain = (): LiveAttachment => {
    if (video.canPlayType('application/vnd.apple.mpegurl') === '') {
      onFailed();
      return NO_ATTACHMENT;
    }
    video.src = url;
    return {
      detach() {
        video.removeAttribute('src');
        video.load();
      },
    };
  };
  if (!('MediaSource' in window)) return plain();
  let Player: typeof Hls;
  try {
    Player = (await import('hls.js/light')).default;
  } catch {
    onFailed();
    return NO_ATTACHMENT;
  }
  if (!Player.isSupported()) return plain();
  // A worker would be loaded from a blob URL, which the content security policy forbids.
  const player = new Player({ enableWorker: false, backBufferLength: 60, liveDurationInfinity: false });
  let recoveries = 0;
  player.on(Player.Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return;
    if (type === Player.ErrorTypes.MEDIA_ERROR && recoveries < 2) {
      recoveries += 1;
      player.recoverMediaError();
    } else onFailed();
  });
  player.loadSource(url);
  player.attachMedia(video);
  return { detach: () => player.destroy() };
}
