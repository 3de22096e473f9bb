import { attachFile, canPlayHls, loadHls } from './load-hls.ts';

const RECOVERIES_MAX = 2;
/** Some segments of four seconds; the playlist's target duration is that of the longest segments it may contain. */
const LIVE_DELAY_S = 18;

/**
 * Plays the HLS recording of a live stream. `onFailed`: the recording cannot be played, or not any more. Returns how to
 * end that.
 */
export async function attachLive(video: HTMLVideoElement, url: string, onFailed: () => void): Promise<() => void> {
  const Player = await loadHls();
  if (Player === 'native' && canPlayHls(video)) return attachFile(video, url);
  if (typeof Player === 'string') {
    onFailed();
    return () => undefined;
  }
  // A worker would be loaded from a blob URL, which the content security policy forbids.
  const player = new Player({
    enableWorker: false,
    backBufferLength: 60,
    liveDurationInfinity: false,
    liveSyncDuration: LIVE_DELAY_S,
  });
  let recoveries = 0;
  player.on(Player.Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return;
    if (type === Player.ErrorTypes.MEDIA_ERROR && recoveries < RECOVERIES_MAX) {
      recoveries += 1;
      player.recoverMediaError();
    } else onFailed();
  });
  player.loadSource(url);
  player.attachMedia(video);
  return () => player.destroy();
}
