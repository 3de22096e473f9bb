import { WAVEFORM_PEAKS } from '#contract/messaging/chat-files';

/** Share of full volume below which everything counts as silence, so that room noise is not drawn as speech. */
const LOUDEST_MIN = 0.05;
const FULL = 100;

/** Returns the peak of each of `count` equal parts, 0 to 100, scaled so that the loudest is 100. */
export function peaksOf(samples: ArrayLike<number>, count: number = WAVEFORM_PEAKS): number[] {
  const peaks = Array.from({ length: count }, (_, part) => {
    const start = Math.floor((part * samples.length) / count);
    const end = Math.max(start + 1, Math.floor(((part + 1) * samples.length) / count));
    let peak = 0;
    for (let at = start; at < end && at < samples.length; at += 1) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak;
  });
  const loudest = Math.max(LOUDEST_MIN, ...peaks);
  return peaks.map((peak) => Math.round((peak / loudest) * FULL));
}

/** Path of bars, each as high as its share of 100. */
export const barsPath = (heights: readonly number[]): string =>
  heights.map((height, at) => `M${at * 3} ${(FULL - height) / 2}h2v${height}h-2z`).join('');

/** Sample rate in Hz, enough for levels; fifteen minutes take 29 MB instead of 170. */
const RATE = 8000;

export interface VoiceMeasures {
  durationMs: number;
  waveform: number[];
}

/** Computes duration and waveform from the decoded sound. Decoding does not block the main thread. */
export async function measureVoice(recording: Blob): Promise<VoiceMeasures> {
  const context = new OfflineAudioContext(1, 1, RATE);
  const sound = await context.decodeAudioData(await recording.arrayBuffer());
  return { durationMs: Math.round(sound.duration * 1000), waveform: peaksOf(sound.getChannelData(0)) };
}
