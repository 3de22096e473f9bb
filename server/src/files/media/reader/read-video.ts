import path from 'node:path';
import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  MPEG_TS,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import type { ReaderJob, VideoReading } from './reader-job.ts';

/** More tracks than any camera writes; reading further could exhaust the process. */
const TRACKS_MAX = 16;

const IN_MP4 = { video: ['avc'], audio: ['aac', 'mp3'] };
const IN_WEBM = { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] };

export async function readVideo(job: Extract<ReaderJob, { kind: 'video' }>): Promise<VideoReading> {
  // No playlist formats, so that a file cannot refer to others.
  const formats = [MP4, QTFF, WEBM, MATROSKA, MPEG_TS];
  using input = new Input({ source: new FilePathSource(job.source), formats });
  const tracks = await input.getTracks();
  if (tracks.length > TRACKS_MAX) throw new Error(`${tracks.length} tracks`);
  const video = await input.getPrimaryVideoTrack();
  if (video === null) throw new Error('no pictures');
  const audio = await input.getPrimaryAudioTrack();
  const used = audio ? [video, audio] : [video];
  const claimed = (await input.getDurationFromMetadata(used)) ?? 0;
  // A file that claims to be too long is not read further to verify the claim.
  const isTooLong = claimed * 1000 > job.maxDurationMs;
  const start = isTooLong ? 0 : Math.max(0, await input.getFirstTimestamp(used));
  const seconds = isTooLong ? claimed : (await input.computeDuration(used)) - start;
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  const [videoCodec, audioCodec] = [await video.getCodec(), (await audio?.getCodec()) ?? null];
  const reading = {
    width,
    height,
    durationMs: Math.round(Math.min(seconds, Number.MAX_SAFE_INTEGER / 1000) * 1000),
    videoCodec,
    audioCodec,
    hasAudio: audio !== null,
    tracks: tracks.length,
  };
  const isWanted = reading.durationMs <= job.maxDurationMs && reading.durationMs > 0;
  const playable = isWanted ? await copyPlayable(video, audio, start, job.outFolder).catch(() => null) : null;
  return { ...reading, playable };
}

/** Remuxes the video and audio tracks: no metadata such as locations, no other tracks, the index in front. */
async function copyPlayable(
  video: InputVideoTrack,
  audio: InputAudioTrack | null,
  start: number,
  folder: string,
): Promise<VideoReading['playable']> {
  const [videoCodec, audioCodec] = [await video.getCodec(), (await audio?.getCodec()) ?? null];
  const config = await video.getDecoderConfig();
  if (videoCodec === null || config === null || (audio && audioCodec === null)) return null;
  const fits = (inside: typeof IN_MP4): boolean =>
    inside.video.includes(videoCodec) && (audioCodec === null || inside.audio.includes(audioCodec));
  const isMp4 = fits(IN_MP4) && isCommonAvc(config.codec);
  if (!isMp4 && !fits(IN_WEBM)) return null;
  const file = path.join(folder, isMp4 ? 'playable.mp4' : 'playable.webm');
  const output = new Output({
    format: isMp4 ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat(),
    target: new FilePathTarget(file),
  });
  const copies: Copy[] = [];
  const pictures = new EncodedVideoPacketSource(videoCodec);
  output.addVideoTrack(pictures, {
    rotation: await video.getRotation(),
    maximumPacketCount: await countPackets(video),
  });
  copies.push(
    await startCopy(video, start, (packet, isFirst) =>
      pictures.add(packet, isFirst ? { decoderConfig: config } : undefined),
    ),
  );
  if (audio && audioCodec) {
    const sounds = new EncodedAudioPacketSource(audioCodec);
    const decoderConfig = (await audio.getDecoderConfig()) ?? undefined;
    output.addAudioTrack(sounds, { maximumPacketCount: await countPackets(audio) });
    copies.push(
      await startCopy(audio, start, (packet, isFirst) => sounds.add(packet, isFirst ? { decoderConfig } : undefined)),
    );
  }
  await output.start();
  // Interleaves both tracks by time, as players expect.
  for (;;) {
    const next = copies.filter(({ packet }) => packet !== undefined).sort((a, b) => a.time() - b.time())[0];
    if (next === undefined) break;
    await next.step();
  }
  await output.finalize();
  return { path: file, mime: isMp4 ? 'video/mp4' : 'video/webm' };
}

const countPackets = async (track: InputTrack): Promise<number> => (await track.computePacketStats()).packetCount;

/** Baseline, Main and High profile with 8 bits: playable in every browser. */
const isCommonAvc = (codec: string): boolean => /^avc[13]\.(42|4d|58|64)/i.test(codec);

interface Copy {
  packet: EncodedPacket | undefined;
  time(): number;
  step(): Promise<void>;
}

async function startCopy(
  track: InputTrack,
  start: number,
  add: (packet: EncodedPacket, isFirst: boolean) => Promise<void>,
): Promise<Copy> {
  const packets = new EncodedPacketSink(track).packets();
  let isFirst = true;
  const copy: Copy = {
    packet: (await packets.next()).value ?? undefined,
    time: () => copy.packet?.timestamp ?? 0,
    step: async () => {
      if (copy.packet === undefined) return;
      // Timestamps are shifted so that the trimmed file begins at zero.
      const timestamp = copy.packet.timestamp - start;
      if (timestamp >= 0) {
        await add(start > 0 ? copy.packet.clone({ timestamp }) : copy.packet, isFirst);
        isFirst = false;
      }
      copy.packet = (await packets.next()).value ?? undefined;
    },
  };
  return copy;
}
