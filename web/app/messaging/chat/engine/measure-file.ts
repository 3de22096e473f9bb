import type { ChatFileKind } from '@app/contract/messaging/chat-files';

export interface Measures {
  width: number;
  height: number;
  durationMs: number;
  /** A picture of a video. */
  poster: Blob | null;
}

const UNKNOWN: Measures = { width: 0, height: 0, durationMs: 0, poster: null };
/** What takes longer is sent without. */
const PATIENCE_MS = 4000;
const POSTER_MAX = 1280;
const DURATION_MAX_MS = 24 * 3_600_000;
const SIDE_MAX = 100_000;

const KINDS: readonly ChatFileKind[] = ['image', 'video', 'audio'];
/** Pictures that are none to a browser: they go as they are. */
const DRAWINGS = new Set(['image/svg+xml', 'image/vnd.adobe.photoshop', 'image/tiff', 'image/vnd.dwg']);

/** What a file seems to be; the server looks at its bytes. */
export function kindOf({ type }: Blob, isVoice: boolean): ChatFileKind {
  if (isVoice) return 'voice';
  if (DRAWINGS.has(type)) return 'file';
  return KINDS.find((kind) => type.startsWith(`${kind}/`)) ?? 'file';
}

/** What the browser can tell of a picture, a video or a recording; zeros where it cannot. */
export async function measure(file: Blob, kind: ChatFileKind): Promise<Measures> {
  if (kind === 'file') return UNKNOWN;
  const url = URL.createObjectURL(file);
  let given = UNKNOWN;
  const note = (measures: Partial<Measures>): void => {
    given = { ...given, ...measures };
  };
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  try {
    await Promise.race([kind === 'image' ? measureImage(url, note) : measureMedia(url, kind, note), late]);
  } catch {
    // Unreadable here; the server has the last word.
  } finally {
    URL.revokeObjectURL(url);
  }
  const whole = (value: number, max: number): number =>
    Number.isFinite(value) ? Math.min(max, Math.max(0, Math.round(value))) : 0;
  return {
    width: whole(given.width, SIDE_MAX),
    height: whole(given.height, SIDE_MAX),
    durationMs: whole(given.durationMs, DURATION_MAX_MS),
    poster: given.poster,
  };
}

type Note = (measures: Partial<Measures>) => void;

async function measureImage(url: string, note: Note): Promise<void> {
  const image = new Image();
  image.src = url;
  await image.decode();
  note({ width: image.naturalWidth, height: image.naturalHeight });
}

async function measureMedia(url: string, kind: ChatFileKind, note: Note): Promise<void> {
  const media = document.createElement(kind === 'video' ? 'video' : 'audio');
  media.preload = kind === 'video' ? 'auto' : 'metadata';
  media.muted = true;
  try {
    await happens(media, 'loadedmetadata', () => {
      media.src = url;
    });
    note({ durationMs: media.duration * 1000 });
    if (!(media instanceof HTMLVideoElement)) return;
    note({ width: media.videoWidth, height: media.videoHeight });
    await happens(media, 'seeked', () => {
      media.currentTime = Math.min(1, media.duration / 2 || 0);
    });
    note({ poster: await draw(media) });
  } finally {
    media.removeAttribute('src');
    media.load();
  }
}

function happens(media: HTMLMediaElement, name: string, begin: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    media.addEventListener(name, () => resolve(), { once: true });
    media.addEventListener('error', () => reject(new Error('This browser does not play it')), { once: true });
    begin();
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
