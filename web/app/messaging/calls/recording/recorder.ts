import { createAudioMixer } from './audio-mixer.ts';
import { openChunks, type RecordingChunks } from './chunks.ts';
import { createCompositeVideo } from './composite-video.ts';
import type { RecordingScene } from './recording-scene.ts';
import { withDuration } from './webm-duration.ts';

const RECORDING_MAX_MS = 2 * 3_600_000;
const RECORDING_MAX_BYTES = 1_000_000_000;
/** Share of either limit from which a warning is shown. */
const NEARLY = 0.9;
const TYPES = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'];
const VIDEO_BITS_PER_SECOND = 900_000;
const AUDIO_BITS_PER_SECOND = 96_000;
/** Milliseconds per chunk; a crash of the page loses at most this much. */
const CHUNK_MS = 3000;

export interface Recorder {
  show(scene: RecordingScene): void;
  pause(): void;
  resume(): void;
  /** Null when nothing was recorded. */
  stop(): Promise<FinishedRecording | null>;
}

export interface FinishedRecording {
  begunAt: number;
  ms: number;
  file: Blob;
  extension: 'webm' | 'mp4';
  release(): Promise<void>;
  discard(): Promise<void>;
}

interface RecorderEvents {
  onNearlyFull(): void;
  /** A limit was reached, or the browser failed; the listener has to call `stop`. */
  onEnd(why: 'full' | 'failed'): void;
}

const findSupportedType = (): string | undefined =>
  typeof MediaRecorder === 'undefined' ? undefined : TYPES.find((type) => MediaRecorder.isTypeSupported(type));

/** Joins the chunks into one file and writes the duration that browsers omit. */
export async function finishRecording(
  chunks: RecordingChunks,
  { begunAt, ms, type }: { begunAt: number; ms: number; type: string },
): Promise<FinishedRecording | null> {
  const [first, ...rest] = await chunks.all();
  if (first === undefined) return null;
  const head = withDuration(new Uint8Array(await first.arrayBuffer()), ms);
  return {
    begunAt,
    ms,
    file: new Blob([head, ...rest], { type }),
    extension: type === 'video/mp4' ? 'mp4' : 'webm',
    release: chunks.release,
    discard: chunks.remove,
  };
}

export function startRecorder(viewerId: number, events: RecorderEvents): Recorder | null {
  const type = findSupportedType();
  const mixer = createAudioMixer();
  const video = createCompositeVideo();
  if (type === undefined || mixer === null || video === null) {
    mixer?.stop();
    video?.stop();
    return null;
  }
  const recorder = new MediaRecorder(new MediaStream([video.track, mixer.track]), {
    mimeType: type,
    videoBitsPerSecond: VIDEO_BITS_PER_SECOND,
    audioBitsPerSecond: AUDIO_BITS_PER_SECOND,
  });
  const begunAt = Date.now();
  const plain = type.split(';')[0] ?? type;
  const opening = openChunks(viewerId, begunAt, plain);
  let earlierMs = 0;
  let since: number | null = performance.now();
  let bytes = 0;
  let isNearlyFull = false;
  let isOver = false;

  const elapsed = (): number => earlierMs + (since === null ? 0 : performance.now() - since);

  function handleData({ data }: BlobEvent): void {
    if (data.size === 0) return;
    bytes += data.size;
    const ms = elapsed();
    void opening.then((chunks) => chunks.add(data, ms));
    const share = Math.max(ms / RECORDING_MAX_MS, bytes / RECORDING_MAX_BYTES);
    if (share >= NEARLY && !isNearlyFull) {
      isNearlyFull = true;
      events.onNearlyFull();
    }
    if (share >= 1 && !isOver) events.onEnd('full');
  }

  recorder.ondataavailable = handleData;
  recorder.onerror = () => {
    if (!isOver) events.onEnd('failed');
  };
  recorder.start(CHUNK_MS);

  return {
    show(scene) {
      video.show(scene);
      mixer.set(scene.sounds);
    },
    pause() {
      if (since === null || recorder.state !== 'recording') return;
      recorder.pause();
      earlierMs = elapsed();
      since = null;
    },
    resume() {
      if (since !== null || recorder.state !== 'paused') return;
      recorder.resume();
      since = performance.now();
    },
    async stop() {
      isOver = true;
      const ms = elapsed();
      since = null;
      earlierMs = ms;
      if (recorder.state !== 'inactive') {
        const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
        recorder.stop();
        await stopped;
      }
      video.stop();
      mixer.stop();
      const chunks = await opening;
      const recorded = await finishRecording(chunks, { begunAt, ms, type: plain });
      if (recorded === null) await chunks.remove();
      return recorded;
    },
  };
}
