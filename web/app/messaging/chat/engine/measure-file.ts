import type { ChatFileKind } from '@app/contract/messaging/chat-files';

export interface Measures {
  width: number;
  height: number;
  durationMs: number;
  poster: Blob | null;
}

const UNKNOWN: Measures = { width: 0, height: 0, durationMs: 0, poster: null };
/** Milliseconds; a file that takes longer to measure is sent without measures. */
const MEASURE_TIMEOUT_MS = 4000;
const POSTER_MAX = 1280;
const DURATION_MAX_MS = 24 * 3_600_000;
const SIDE_MAX = 100_000;

const KINDS: readonly ChatFileKind[] = ['image', 'video', 'audio'];
/** Image types that browsers cannot decode; they are sent as plain files. */
const VECTOR_TYPES = new Set(['image/svg+xml', 'image/vnd.adobe.photoshop', 'image/tiff', 'image/vnd.dwg']);

export function kindOf({ type }: Blob, isVoice: boolean): ChatFileKind {
  if (isVoice) return 'voice';
  if (VECTOR_TYPES.has(type)) return 'file';
  return KINDS.find((kind) => type.startsWith(`${kind}/`)) ?? 'file';
}

/** Returns dimensions and duration as far as the browser can read them; zeros otherwise. */
export async function measure(file: Blob, kind: ChatFileKind): Promise<Measures> {
  if (kind === 'file') return UNKNOWN;
  const url = URL.createObjectURL(file);
  let settledMeasures = UNKNOWN;
  const onMeasured: MeasuresListener = (measures) => {
    settledMeasures = { ...settledMeasures, ...measures };
  };
  const late = new Promise<void>((resolve) => setTimeout(resolve, MEASURE_TIMEOUT_MS));
  try {
    await Promise.race([kind === 'image' ? measureImage(url, onMeasured) : measureMedia(url, kind, onMeasured), late]);
  } catch {
    // The file is unreadable in this browser; the server decides.
  } finally {
    URL.revokeObjectURL(url);
  }
  const whole = (value: number, max: number): number =>
    Number.isFinite(value) ? Math.min(max, Math.max(0, Math.round(value))) : 0;
  return {
    width: whole(settledMeasures.width, SIDE_MAX),
    height: whole(settledMeasures.height, SIDE_MAX),
    durationMs: whole(settledMeasures.durationMs, DURATION_MAX_MS),
    poster: settledMeasures.poster,
  };
}

type MeasuresListener = (measures: Partial<Measures>) => void;

async function measureImage(url: string, onMeasured: MeasuresListener): Promise<void> {
  const image = new Image();
  image.src = url;
  await image.decode();
  onMeasured({ width: image.naturalWidth, height: image.naturalHeight });
}

async function measureMedia(url: string, kind: ChatFileKind, onMeasured: MeasuresListener): Promise<void> {
  const media = document.createElement(kind === 'video' ? 'video' : 'audio');
  media.preload = kind === 'video' ? 'auto' : 'metadata';
  media.muted = true;
  try {
    await waitForEvent(media, 'loadedmetadata', () => {
      media.src = url;
    });
    onMeasured({ durationMs: media.duration * 1000 });
    if (!(media instanceof HTMLVideoElement)) return;
    onMeasured({ width: media.videoWidth, height: media.videoHeight });
    await waitForEvent(media, 'seeked', () => {
      media.currentTime = Math.min(1, media.duration / 2 || 0);
    });
    onMeasured({ poster: await draw(media) });
  } finally {
    media.removeAttribute('src');
    media.load();
  }
}

function waitForEvent(media: HTMLMediaElement, name: string, start: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    media.addEventListener(name, () => resolve(), { once: true });
    media.addEventListener('error', () => reject(new Error('This browser does not play it')), { once: true });
    start();
  });
}

function draw(video: HTMLVideoElement): Promise<Blob | null> {
  const scale = Math.min(1, POSTER_MAX / Math.max(video.videoWidth, video.videoHeight, 1));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(video.videoWidth * scale));
  canvas.height = Math.max(1, Math.round(video.videoHeight * scale));
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8));
}
