import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  BufferTarget,
  CmafOutputFormat,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  MATROSKA,
  Output,
} from 'mediabunny';
import { runFfmpeg } from '../../files/media/ffmpeg.public.ts';

export interface SegmentSource {
  path: string;
  codec: 'vp8' | 'h264';
  startMs: number;
  durationMs: number;
  width: number;
  height: number;
}

export interface LiveSegment {
  path: string;
  bytes: number;
  headBytes: number;
  headHash: string;
}

const SIDE_MAX = 720;
const SECONDS = 40;
/** Seconds per Opus packet, unless the next timestamp says otherwise. */
const SOUND_SECONDS = 0.02;

const even = (pixels: number): number => Math.max(2, Math.round(pixels / 2) * 2);

/** Returns the size of live video: as received, with the short side limited to 720. */
export function liveSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, SIDE_MAX / Math.min(width, height));
  return { width: even(width * scale), height: even(height * scale) };
}

/**
 * Packages a segment for HLS into `folder`: init section and one fragment in one file. H.264 is copied and VP8
 * transcoded; audio is always copied, because separately encoded segments have audible seams. Fails with FfmpegError.
 */
export async function packageSegment(source: SegmentSource, folder: string): Promise<LiveSegment> {
  const pictures = source.codec === 'h264' ? source.path : await toH264(source, folder);
  const { head, body } = await mux(source, pictures);
  const file = path.join(folder, 'live.m4s');
  await writeFile(file, Buffer.concat([head, body]));
  const headHash = createHash('sha256').update(head).digest('hex').slice(0, 16);
  return { path: file, bytes: head.length + body.length, headBytes: head.length, headHash };
}

/**
 * Size, profile and level are fixed and the estimated bit rate is removed, so that all segments of a stream have the
 * same init section.
 */
async function toH264({ path: file, width, height }: SegmentSource, folder: string): Promise<string> {
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease:flags=fast_bilinear`;
  const filters = `${fit},pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2,setsar=1,format=yuv420p`;
  await runFfmpeg(
    [
      ...['-map', '0:v:0', '-an', '-sn', '-dn', '-vf', filters, '-fps_mode', 'passthrough'],
      ...['-c:v', 'libx264', '-preset', 'superfast', '-profile:v', 'main', '-level', '4.0', '-threads', '2'],
      ...['-bf', '0', '-g', '9999', '-sc_threshold', '0', '-crf', '24', '-maxrate', '2500k', '-bufsize', '5000k'],
      ...['-bsf:v', 'h264_metadata=tick_rate=60:fixed_frame_rate_flag=0', '-f', 'matroska', 'pictures.mkv'],
    ],
    {
      inputs: [{ path: file, mime: 'video/matroska' }],
      folder,
      lane: 'live',
      seconds: SECONDS,
      outputBytes: 64 * 2 ** 20,
    },
  );
  return path.join(folder, 'pictures.mkv');
}

interface Timed {
  packet: EncodedPacket;
  seconds: number;
}

async function mux(source: SegmentSource, pictures: string): Promise<{ head: Buffer; body: Buffer }> {
  using videoInput = new Input({ source: new FilePathSource(pictures), formats: [MATROSKA] });
  using audioInput = new Input({ source: new FilePathSource(source.path), formats: [MATROSKA] });
  const [video, audio] = [await videoInput.getPrimaryVideoTrack(), await audioInput.getPrimaryAudioTrack()];
  const config = await video?.getDecoderConfig();
  if (video === null || !config) throw new Error('a segment without pictures');
  const target = new BufferTarget();
  const initTarget = new BufferTarget();
  const output = new Output({ format: new CmafOutputFormat(), target, initTarget });
  const videoSource = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(videoSource);
  const audioSource = new EncodedAudioPacketSource('opus');
  if (audio !== null) output.addAudioTrack(audioSource);
  await output.start();
  const startSeconds = source.startMs / 1000;
  const end = (source.startMs + source.durationMs) / 1000;
  const frames: Timed[] = [];
  for await (const packet of new EncodedPacketSink(video).packets()) {
    frames.push({ packet, seconds: startSeconds + packet.timestamp });
  }
  for (const [index, { packet, seconds }] of frames.entries()) {
    // Each frame lasts until the next one, so that players see no gaps.
    const duration = Math.max(0.001, (frames[index + 1]?.seconds ?? end) - seconds);
    const moved = new EncodedPacket(packet.data, packet.type, seconds, duration);
    await videoSource.add(moved, index === 0 ? { decoderConfig: config } : undefined);
  }
  if (audio !== null) {
    const decoderConfig = (await audio.getDecoderConfig()) ?? undefined;
    const sounds: EncodedPacket[] = [];
    for await (const packet of new EncodedPacketSink(audio).packets()) sounds.push(packet);
    let duration = SOUND_SECONDS;
    for (const [index, { data, timestamp }] of sounds.entries()) {
      // Matroska does not store the last packet's duration, and browsers take a sample of zero length for the end of
      // the stream.
      duration = (sounds[index + 1]?.timestamp ?? timestamp + duration) - timestamp;
      const moved = new EncodedPacket(data, 'key', startSeconds + timestamp, duration);
      await audioSource.add(moved, index === 0 ? { decoderConfig } : undefined);
    }
  }
  await output.finalize();
  return { head: withoutDates(toBuffer(initTarget)), body: toBuffer(target) };
}

const toBuffer = ({ buffer }: BufferTarget): Buffer => Buffer.from(buffer ?? new ArrayBuffer(0));

function withoutDates(head: Buffer): Buffer {
  for (const box of ['mvhd', 'tkhd', 'mdhd']) {
    for (let at = head.indexOf(box); at >= 0; at = head.indexOf(box, at + 4)) {
      const isLong = head[at + 4] === 1;
      head.fill(0, at + 8, at + (isLong ? 24 : 16));
    }
  }
  return head;
}
