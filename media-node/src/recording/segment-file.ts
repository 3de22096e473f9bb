import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  Output,
} from 'mediabunny';
import type { Segment } from './session.ts';

/** Opus in Matroska is always declared as 48 kHz. */
const SAMPLE_RATE = 48_000;
const CHANNELS = 2;
/** Pre-skip is 0, because the packets come from the middle of a stream. */
const OPUS_HEAD = Buffer.from('4f707573486561640102000080bb0000000000', 'hex');

export async function encodeSegmentFile({
  codec,
  width,
  height,
  startMs,
  durationMs,
  frames,
  sounds,
}: Segment): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new MkvOutputFormat(), target });
  const pictures = new EncodedVideoPacketSource(codec === 'vp8' ? 'vp8' : 'avc');
  output.addVideoTrack(pictures);
  const voices = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(voices);
  await output.start();
  const decoderConfig = { codec: codec === 'vp8' ? 'vp8' : 'avc1.42e01f', codedWidth: width, codedHeight: height };
  let sound = 0;
  for (const [index, frame] of frames.entries()) {
    const next = frames[index + 1]?.ms ?? startMs + durationMs;
    const ms = frame.ms - startMs;
    // Audio and video are interleaved by time, as players read them.
    for (let each = sounds[sound]; each !== undefined && each.ms <= frame.ms; each = sounds[sound]) {
      await addSound(voices, each, startMs, sound === 0);
      sound += 1;
    }
    const packet = new EncodedPacket(frame.data, frame.isKey ? 'key' : 'delta', ms / 1000, (next - frame.ms) / 1000);
    await pictures.add(packet, index === 0 ? { decoderConfig } : undefined);
  }
  for (; sound < sounds.length; sound += 1) {
    const each = sounds[sound];
    if (each !== undefined) await addSound(voices, each, startMs, sound === 0);
  }
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

function addSound(
  voices: EncodedAudioPacketSource,
  { ms, durationMs, data }: Segment['sounds'][number],
  startMs: number,
  isFirst: boolean,
): Promise<void> {
  const decoderConfig = { codec: 'opus', sampleRate: SAMPLE_RATE, numberOfChannels: CHANNELS, description: OPUS_HEAD };
  const packet = new EncodedPacket(data, 'key', Math.max(0, ms - startMs) / 1000, durationMs / 1000);
  return voices.add(packet, isFirst ? { decoderConfig } : undefined);
}
