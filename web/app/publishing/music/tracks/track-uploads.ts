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

/** A file on its way to a playlist. */
export interface TrackUpload {
  key: string;
  name: string;
  /** Null: the server has it since an earlier visit. */
  file: File | null;
  state: UploadState;
  /** Bytes; 0 where they are not known any more. */
  size: number;
  /** 0 to 1. */
  share: number;
  uploadId: string | null;
  /** Why it was not taken, in words. */
  problem: string;
}

/** Sent at the same time. */
const UPLOADS_AT_ONCE = 3;

/** Types that browsers do not know by name; the server looks inside anyhow. */
const AUDIO_NAMES =
  /\.(mp3|m4a|m4b|aac|flac|ogg|oga|opus|wav|wave|aif|aiff|aifc|caf|wma|ape|wv|mka|weba|amr|ac3|alac)$/i;

/** Why a file is not even sent; null: it may be a track. */
export function rejectionOf(file: File): TextKey<'music'> | null {
  if (file.size === 0) return 'music.upload.empty';
  if (!file.type.startsWith('audio/') && !AUDIO_NAMES.test(file.name)) return 'music.upload.wrongType';
  return file.size > AUDIO_MAX_BYTES ? 'music.upload.tooLarge' : null;
}

/** Bytes that the music of a person takes, and may. */
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

/** Whether a file fits beside what is in the list already; the server decides when the playlist takes it. */
export function fits(quota: MusicQuota | null, uploads: readonly TrackUpload[], size: number): boolean {
  if (quota === null) return true;
  const coming = uploads.reduce((sum, one) => sum + (RESERVED_STATES.includes(one.state) ? one.size : 0), 0);
  return quota.used + coming + size <= quota.max;
}

const RUNNING_STATES: readonly UploadState[] = ['waiting', 'running', 'offline', 'adding'];

/** Sending is for when nothing is on its way and something has arrived. */
export function summarizeUploads(uploads: readonly TrackUpload[]): {
  isRunning: boolean;
  ready: readonly TrackUpload[];
} {
  return {
    isRunning: uploads.some(({ state }) => RUNNING_STATES.includes(state)),
    ready: uploads.filter(({ state }) => state === 'ready'),
  };
}

/** What begins next, as far as there is room. */
export function listUploadsToStart(uploads: readonly TrackUpload[]): readonly TrackUpload[] {
  const running = uploads.filter(({ state }) => state === 'running' || state === 'offline').length;
  return uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, UPLOADS_AT_ONCE - running));
}
