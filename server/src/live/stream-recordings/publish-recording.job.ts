import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PUBLISH_VIDEO_MAX_MS } from '@app/contract/publishing/publications';
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MATROSKA,
  MkvOutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { storePublicationFile } from '../../publishing/publication-files/publication-files.public.ts';
import { publishFile } from '../../publishing/publications/publish-file.public.ts';
import { publishRecordingKind } from './segment-kinds.ts';
import { joinSpans, type Span } from './spans.public.ts';

const TOUCH_EVERY_MS = 60_000;
/** The length limit of videos is checked by the end of the last packet, which leaves a margin of one second. */
const LENGTH_MAX_MS = PUBLISH_VIDEO_MAX_MS - 1000;

interface SegmentRow {
  storage_key: string;
  session: number;
  codec: 'vp8' | 'h264';
  start_ms: number;
  duration_ms: number;
}

/**
 * Joins the segments of a stream into one video and publishes it; the ordinary job transcodes it. The job may be
 * repeated: the publication is unique by its key, and the sweep of files removes unused files.
 */
export const publishRecording = defineJob({
  ...publishRecordingKind,
  run: async (services: Services, { stream_id: streamId }) => {
    const { db, media } = services;
    const recording = await db
      .selectFrom('stream_recordings')
      .selectAll()
      .where('stream_id', '=', streamId)
      .where('state', '=', 'wanted')
      .executeTakeFirst();
    if (recording === undefined) return;
    const segments = await listJoinableSegments(services, recording.id);
    if (segments.length === 0) return finishPublishing(services, streamId, { state: 'failed' });
    const folder = path.join(media.quarantine.folder, `recording-${randomUUID()}`);
    await mkdir(folder);
    // The sweep deletes temporary folders of killed jobs after an hour, so a running job keeps its folder's time
    // current.
    const touching = setInterval(() => void utimes(folder, new Date(), new Date()).catch(() => {}), TOUCH_EVERY_MS);
    try {
      const { file, spans } = await joinSegments(services, segments, folder);
      const received = await media.quarantine.importFile(file);
      try {
        const stored = await storePublicationFile(services, { userId: recording.owner_id }, received);
        const { owner_id: ownerId, description, audience } = recording;
        const madeOf = `stream ${streamId}`;
        const publishId = await publishFile(services, ownerId, {
          fileId: stored.id,
          description,
          audience,
          idempotencyKey: madeOf,
        });
        await finishPublishing(services, streamId, {
          state: 'published',
          publish_id: publishId,
          spans: JSON.stringify(spans),
        });
      } finally {
        await media.quarantine.discard(received);
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // The user's storage is full or the recording is empty: a retry would not help.
      services.log.info({ streamId, code: error.code }, 'a recording could not be published');
      await finishPublishing(services, streamId, { state: 'failed' });
    } finally {
      clearInterval(touching);
      await rm(folder, { recursive: true, force: true });
    }
  },
});

async function listJoinableSegments({ db }: Services, recordingId: number): Promise<SegmentRow[]> {
  const segments = await db
    .selectFrom('stream_segments')
    .select(['storage_key', 'session', 'codec', 'start_ms', 'duration_ms'])
    .where('recording_id', '=', recordingId)
    .orderBy('session')
    .orderBy('position')
    .execute();
  // A file has one codec: when the publisher changed from a browser to an encoder, only the segments with the first
  // codec are used.
  return segments.filter(({ codec }) => codec === segments[0]?.codec);
}

async function finishPublishing(
  { db }: Services,
  streamId: number,
  to: { state: 'published'; publish_id: number; spans: string } | { state: 'failed' },
): Promise<void> {
  await db
    .updateTable('stream_recordings')
    .set(to)
    .where('stream_id', '=', streamId)
    .where('state', '=', 'wanted')
    .execute();
}

/** Joins the segments into one file up to the maximum length of a video. Gaps between sessions take no time. */
async function joinSegments(
  services: Services,
  segments: readonly SegmentRow[],
  folder: string,
): Promise<{ file: string; spans: Span[] }> {
  const isWebM = segments[0]?.codec === 'vp8';
  const file = path.join(folder, isWebM ? 'recording.webm' : 'recording.mkv');
  const format = isWebM ? new WebMOutputFormat() : new MkvOutputFormat();
  const output = new Output({ format, target: new FilePathTarget(file) });
  const video = new EncodedVideoPacketSource(isWebM ? 'vp8' : 'avc');
  const audio = new EncodedAudioPacketSource('opus');
  output.addVideoTrack(video);
  output.addAudioTrack(audio);
  await output.start();
  const joinedSpans: Span[] = [];
  let at = 0;
  let isFirst = true;
  for (const segment of segments) {
    if (at + segment.duration_ms > LENGTH_MAX_MS) break;
    const source = path.join(folder, 'piece.mkv');
    const found = await services.storage.open(segment.storage_key);
    if (found === undefined) continue;
    await pipeline(found.stream, createWriteStream(source));
    if (await append(source, { video, audio, atMs: at, isFirst })) isFirst = false;
    joinedSpans.push([segment.session + segment.start_ms, segment.duration_ms]);
    at += segment.duration_ms;
  }
  await output.finalize();
  return { file, spans: joinSpans(joinedSpans) };
}

interface Appending {
  video: EncodedVideoPacketSource;
  audio: EncodedAudioPacketSource;
  atMs: number;
  isFirst: boolean;
}

async function append(source: string, { video, audio, atMs, isFirst }: Appending): Promise<boolean> {
  using input = new Input({ source: new FilePathSource(source), formats: [MATROSKA] });
  const [pictures, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  if (pictures === null || sound === null) return false;
  const [videoConfig, audioConfig] = [await pictures.getDecoderConfig(), await sound.getDecoderConfig()];
  if (videoConfig === null || audioConfig === null) return false;
  const moved = ({ data, type, timestamp, duration }: EncodedPacket): EncodedPacket =>
    new EncodedPacket(data, type, atMs / 1000 + timestamp, duration);
  const sounds = new EncodedPacketSink(sound).packets();
  let next = await sounds.next();
  let isFirstSound = isFirst;
  const addAudioUntil = async (seconds: number): Promise<void> => {
    for (; !next.done && next.value.timestamp <= seconds; next = await sounds.next()) {
      await audio.add(moved(next.value), isFirstSound ? { decoderConfig: audioConfig } : undefined);
      isFirstSound = false;
    }
  };
  let isFirstPicture = isFirst;
  for await (const packet of new EncodedPacketSink(pictures).packets()) {
    await addAudioUntil(packet.timestamp);
    await video.add(moved(packet), isFirstPicture ? { decoderConfig: videoConfig } : undefined);
    isFirstPicture = false;
  }
  await addAudioUntil(Number.POSITIVE_INFINITY);
  return true;
}
