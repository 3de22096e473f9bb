import { makePicture } from './picture.ts';
import { openPieces, type Pieces } from './pieces.ts';
import type { Scene } from './scene.ts';
import { makeSound } from './sound.ts';
import { withDuration } from './webm-duration.ts';

/** How long one recording may be, and how much it may weigh. */
const RECORDING_MAX_MS = 2 * 3_600_000;
const RECORDING_MAX_BYTES = 1_000_000_000;
/** From this part of either on it is said that the end comes near. */
const NEARLY = 0.9;
const TYPES = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'];
const VIDEO_BITS_PER_SECOND = 900_000;
const AUDIO_BITS_PER_SECOND = 96_000;
/** A page that dies loses no more than this. */
const PIECE_MS = 3000;

export interface Recorder {
  show(scene: Scene): void;
  pause(): void;
  resume(): void;
  /** Null: nothing was recorded. */
  stop(): Promise<Recorded | null>;
}

/** A recording that is over, for its owner to take. */
export interface Recorded {
  begunAt: number;
  ms: number;
  file: Blob;
  /** Of the file's name. */
  extension: 'webm' | 'mp4';
  /** It was taken, or is not wanted. */
  release(): Promise<void>;
  drop(): Promise<void>;
}

interface RecorderEvents {
  onNearlyFull(): void;
  /** Nothing more fits, or the browser gave up: stop it. */
  onEnd(why: 'full' | 'failed'): void;
}

const typeHere = (): string | undefined =>
  typeof MediaRecorder === 'undefined' ? undefined : TYPES.find((type) => MediaRecorder.isTypeSupported(type));

/** One file of the pieces, with its length where browsers leave it out. */
export async function recordedOf(
  pieces: Pieces,
  { begunAt, ms, type }: { begunAt: number; ms: number; type: string },
): Promise<Recorded | null> {
  const [first, ...rest] = await pieces.all();
  if (first === undefined) return null;
  const head = withDuration(new Uint8Array(await first.arrayBuffer()), ms);
  return {
    begunAt,
    ms,
    file: new Blob([head, ...rest], { type }),
    extension: type === 'video/mp4' ? 'mp4' : 'webm',
    release: pieces.release,
    drop: pieces.drop,
  };
}

/** Begin to record. Null where this browser cannot. */
export function startRecorder(viewerId: number, events: RecorderEvents): Recorder | null {
  const type = typeHere();
  const sound = makeSound();
  const picture = makePicture();
  if (type === undefined || sound === null || picture === null) {
    sound?.stop();
    picture?.stop();
    return null;
  }
  const recorder = new MediaRecorder(new MediaStream([picture.track, sound.track]), {
    mimeType: type,
    videoBitsPerSecond: VIDEO_BITS_PER_SECOND,
    audioBitsPerSecond: AUDIO_BITS_PER_SECOND,
  });
  const begunAt = Date.now();
  const plain = type.split(';')[0] ?? type;
  const opening = openPieces(viewerId, begunAt, plain);
  let earlierMs = 0;
  let since: number | null = performance.now();
  let bytes = 0;
  let isNearlyFull = false;
  let isOver = false;

  const elapsed = (): number => earlierMs + (since === null ? 0 : performance.now() - since);

  function take({ data }: BlobEvent): void {
    if (data.size === 0) return;
    bytes += data.size;
    const ms = elapsed();
    void opening.then((pieces) => pieces.add(data, ms));
    const share = Math.max(ms / RECORDING_MAX_MS, bytes / RECORDING_MAX_BYTES);
    if (share >= NEARLY && !isNearlyFull) {
      isNearlyFull = true;
      events.onNearlyFull();
    }
    if (share >= 1 && !isOver) events.onEnd('full');
  }

  recorder.ondataavailable = take;
  recorder.onerror = () => {
    if (!isOver) events.onEnd('failed');
  };
  recorder.start(PIECE_MS);

  return {
    show(scene) {
      picture.show(scene);
      sound.set(scene.sounds);
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
      picture.stop();
      sound.stop();
      const pieces = await opening;
      const recorded = await recordedOf(pieces, { begunAt, ms, type: plain });
      if (recorded === null) await pieces.drop();
      return recorded;
    },
  };
}
