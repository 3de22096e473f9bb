import { AUDIO_MAX_BYTES } from '#contract/publishing/music';
import type { TextKey } from '../../../platform/texts.ts';

export type UploadState =
  | 'waiting'
  | 'running'
  | 'offline'
  | 'ready'
  | 'adding'
  | 'added'
  | 'failed'
  | 'refused'
  | 'before';

export interface TrackUpload {
  key: string;
  name: string;
  /** Null: the file was uploaded during an earlier visit. */
  file: File | null;
  state: UploadState;
  size: number;
  share: number;
  uploadId: string | null;
  problem: string;
}

const UPLOADS_AT_ONCE = 3;

/** Extensions of audio types that browsers do not report; the server checks the content in any case. */
const AUDIO_NAMES =
  /\.(mp3|m4a|m4b|aac|flac|ogg|oga|opus|wav|wave|aif|aiff|aifc|caf|wma|ape|wv|mka|weba|amr|ac3|alac)$/i;

/** Text key of the reason why a file is not uploaded; null when the file may be a track. */
export function rejectionOf(file: File): TextKey<'music'> | null {
  if (file.size === 0) return 'music.upload.empty';
  if (!file.type.startsWith('audio/') && !AUDIO_NAMES.test(file.name)) return 'music.upload.wrongType';
  return file.size > AUDIO_MAX_BYTES ? 'music.upload.tooLarge' : null;
}

export interface MusicQuota {
  used: number;
  max: number;
}

const RESERVED_STATES: readonly UploadState[] = [
  'waiting',
  'running',
  'offline',
  'ready',
  'adding',
  'added',
  'failed',
  'before',
];

/** Whether a file fits into the quota beside the other uploads. The server decides finally when tracks are created. */
export function fits(quota: MusicQuota | null, uploads: readonly TrackUpload[], size: number): boolean {
  if (quota === null) return true;
  const coming = uploads.reduce((sum, one) => sum + (RESERVED_STATES.includes(one.state) ? one.size : 0), 0);
  return quota.used + coming + size <= quota.max;
}

const RUNNING_STATES: readonly UploadState[] = ['waiting', 'running', 'offline', 'adding'];

/** Tracks may be added when no upload is running and at least one is complete. */
export function summarizeUploads(uploads: readonly TrackUpload[]): {
  isRunning: boolean;
  ready: readonly TrackUpload[];
} {
  return {
    isRunning: uploads.some(({ state }) => RUNNING_STATES.includes(state)),
    ready: uploads.filter(({ state }) => state === 'ready'),
  };
}

/** Uploads to start next, within the limit of simultaneous uploads. */
export function listUploadsToStart(uploads: readonly TrackUpload[]): readonly TrackUpload[] {
  const running = uploads.filter(({ state }) => state === 'running' || state === 'offline').length;
  return uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, UPLOADS_AT_ONCE - running));
}
