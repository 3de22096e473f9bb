import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { EncodedPacketSink, FilePathSource, Input, MATROSKA } from 'mediabunny';
import { findFfmpeg } from '../src/files/media/ffmpeg.public.ts';

export interface ClipPacket {
  kind: 'audio' | 'video';
  ms: number;
  isKey: boolean;
  data: Buffer;
}

export interface Clip {
  codec: 'vp8' | 'h264';
  packets: ClipPacket[];
}

interface ClipOptions {
  codec: Clip['codec'];
  seconds: number;
  size?: string;
}

const RATE = 25;
const PAYLOAD_MAX = 1100;

/**
 * Generates a test video with a tone, encoded as browsers and OBS do: 25 frames a second, a keyframe every second,
 * audio frames of 20 ms.
 */
export async function generateClip({ codec, seconds, size = '320x240' }: ClipOptions): Promise<Clip> {
  const ffmpeg = findFfmpeg();
  if (ffmpeg === null) throw new Error('the tests of recordings need ffmpeg');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-clip-'));
  try {
    const file = path.join(folder, 'clip.mkv');
    const pictures =
      codec === 'vp8'
        ? ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '400k']
        : [
            '-c:v',
            'libx264',
            '-preset',
            'ultrafast',
            '-bf',
            '0',
            '-profile:v',
            'baseline',
            '-bsf:v',
            'dump_extra=freq=keyframe',
          ];
    execFileSync(ffmpeg.path, [
      ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${RATE}`, '-f', 'lavfi', '-i', 'sine=440'],
      ...['-t', String(seconds), '-pix_fmt', 'yuv420p', ...pictures, '-g', String(RATE), '-keyint_min', String(RATE)],
      ...['-c:a', 'libopus', '-ac', '2', '-frame_duration', '20', '-f', 'matroska', file],
    ]);
    return { codec, packets: await readPackets(file) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readPackets(file: string): Promise<ClipPacket[]> {
  using input = new Input({ source: new FilePathSource(file), formats: [MATROSKA] });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const packets: ClipPacket[] = [];
  for (const [kind, track] of [
    ['video', video],
    ['audio', audio],
  ] as const) {
    if (track === null) throw new Error(`no ${kind}`);
    for await (const { timestamp, type, data } of new EncodedPacketSink(track).packets()) {
      packets.push({
        kind,
        ms: Math.max(0, Math.round(timestamp * 1000)),
        isKey: type === 'key',
        data: Buffer.from(data),
      });
    }
  }
  return packets.sort((one, other) => one.ms - other.ms);
}

export function payloadsOf({ codec }: Clip, { kind, data }: ClipPacket): Buffer[] {
  if (kind === 'audio') return [data];
  return codec === 'vp8' ? vp8Payloads(data) : unitsOf(data).flatMap(h264Payloads);
}

function vp8Payloads(data: Buffer): Buffer[] {
  return partsOf(data).map((part, index) => Buffer.concat([Buffer.from([index === 0 ? 0x10 : 0]), part]));
}

function h264Payloads(unit: Buffer): Buffer[] {
  if (unit.length <= PAYLOAD_MAX) return [unit];
  const head = unit[0] ?? 0;
  const parts = partsOf(unit.subarray(1));
  return parts.map((part, index) => {
    const edge = index === 0 ? 0x80 : index === parts.length - 1 ? 0x40 : 0;
    return Buffer.concat([Buffer.from([(head & 0xe0) | 28, edge | (head & 0x1f)]), part]);
  });
}

const partsOf = (data: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(data.length / PAYLOAD_MAX) }, (_, index) =>
    data.subarray(index * PAYLOAD_MAX, (index + 1) * PAYLOAD_MAX),
  );

/** Matroska stores H.264 units with their length in front. */
function unitsOf(data: Buffer): Buffer[] {
  const units: Buffer[] = [];
  for (let at = 0; at + 4 <= data.length; ) {
    const length = data.readUInt32BE(at);
    units.push(data.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return units;
}

export interface RtpHead {
  payloadType: number;
  sequence: number;
  timestamp: number;
  ssrc: number;
  isLast: boolean;
}

export function rtpPacket({ payloadType, sequence, timestamp, ssrc, isLast }: RtpHead, payload: Buffer): Buffer {
  const header = Buffer.alloc(12);
  header[0] = 0x80;
  header[1] = payloadType | (isLast ? 0x80 : 0);
  header.writeUInt16BE(sequence & 0xffff, 2);
  header.writeUInt32BE(timestamp >>> 0, 4);
  header.writeUInt32BE(ssrc, 8);
  return Buffer.concat([header, payload]);
}
