import { WAVEFORM_PEAKS } from '#contract/messaging/chat-files';

/** Below this share of full volume everything is silence: a room's own noise is not drawn as speech. */
const LOUDEST_MIN = 0.05;
const FULL = 100;

/** The loudest of each of `count` equal parts, 0 to 100, so that the loudest part fills the height. */
export function peaksOf(samples: ArrayLike<number>, count: number = WAVEFORM_PEAKS): number[] {
  const peaks = Array.from({ length: count }, (_, part) => {
    const start = Math.floor((part * samples.length) / count);
    // Of few samples each part still has one.
    const end = Math.max(start + 1, Math.floor(((part + 1) * samples.length) / count));
    let peak = 0;
    for (let at = start; at < end && at < samples.length; at += 1) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak;
  });
  const loudest = Math.max(LOUDEST_MIN, ...peaks);
  return peaks.map((peak) => Math.round((peak / loudest) * FULL));
}

/** Enough to tell loud from quiet; fifteen minutes then take 29 MB for a moment instead of 170. */
const RATE = 8000;

export interface VoiceMeasures {
  durationMs: number;
  waveform: number[];
}

/** What a recording sounds like, told by its decoded sound. Decoding runs beside the page, not in it. */
export async function measureVoice(recording: Blob): Promise<VoiceMeasures> {
  const context = new OfflineAudioContext(1, 1, RATE);
  const sound = await context.decodeAudioData(await recording.arrayBuffer());
  return { durationMs: Math.round(sound.duration * 1000), waveform: peaksOf(sound.getChannelData(0)) };
}
