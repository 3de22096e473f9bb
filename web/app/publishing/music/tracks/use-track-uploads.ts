import type { Upload } from '@app/contract/files/uploads';
import { useEffect, useRef, useState } from 'react';
import { musicApi } from '#contract/publishing/music';
import { startUpload } from '../../../files/uploads/start-upload.ts';
import { PAUSED } from '../../../files/uploads/upload-options.ts';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { formatBytes } from '../../../platform/format/format-bytes.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { randomKey } from '../../../platform/random-key.ts';
import { fits, listUploadsToStart, type MusicQuota, rejectionOf, type TrackUpload } from './track-uploads.ts';

const NEW_UPLOAD = { state: 'waiting', share: 0, uploadId: null, problem: '' } as const;

const fromEarlier = ({ upload_id, name, bytes, received }: Upload): TrackUpload => {
  const isThere = received === bytes;
  return {
    key: upload_id,
    name,
    file: null,
    size: bytes,
    state: isThere ? 'ready' : 'before',
    share: bytes > 0 ? received / bytes : 0,
    uploadId: isThere ? upload_id : null,
    problem: '',
  };
};

interface AddedTracks {
  added: number;
  refused: number;
}

type ChangeUpload = (key: string, part: Partial<TrackUpload>) => void;

/** Creates a track from a complete upload. Resolves with whether the server accepted it. */
async function addTrack(
  playlistId: number,
  { key, uploadId }: { key: string; uploadId: string },
  change: ChangeUpload,
  networkError: string,
): Promise<boolean> {
  change(key, { state: 'adding' });
  try {
    const answer = await call(musicApi.add, { body: { playlist_id: playlistId, upload_id: uploadId } });
    const [rejection] = answer.refused;
    if (answer.music.length === 0 && rejection) {
      change(key, { state: 'refused', problem: rejection.message });
      return false;
    }
    change(key, { state: 'added' });
    return true;
  } catch (error) {
    if (!isApiError(error)) throw error;
    // After these errors the upload still exists on the server, so the same button retries it.
    const isOpen = error.status === 0 || error.status >= 500 || error.body.code === 'storage_full';
    change(key, { state: isOpen ? 'failed' : 'refused', problem: error.body.message || networkError });
    return false;
  }
}

/** Creates tracks from complete uploads one after another, so that they keep the order of the list. */
async function addTracks(
  playlistId: number,
  uploads: readonly TrackUpload[],
  change: ChangeUpload,
  networkError: string,
): Promise<AddedTracks> {
  const counts = { added: 0, refused: 0 };
  for (const { key, uploadId, state } of uploads) {
    if (state !== 'ready' || uploadId === null) continue;
    counts[(await addTrack(playlistId, { key, uploadId }, change, networkError)) ? 'added' : 'refused'] += 1;
  }
  return counts;
}

export function useTrackUploads(viewerId: number | undefined, earlier: readonly Upload[], quota: MusicQuota | null) {
  const t = useText('music');
  const lang = useLanguage();
  const [uploads, setUploads] = useState<readonly TrackUpload[]>(() => earlier.map(fromEarlier));
  const latest = useRef(uploads);
  const running = useRef(new Map<string, AbortController>());

  function set(next: readonly TrackUpload[]): void {
    latest.current = next;
    setUploads(next);
    for (const upload of listUploadsToStart(next)) void run(upload);
  }

  function change(key: string, part: Partial<TrackUpload>): void {
    set(latest.current.map((one) => (one.key === key ? { ...one, ...part } : one)));
  }

  async function run({ key, file }: TrackUpload): Promise<void> {
    if (file === null || running.current.has(key)) return;
    const control = new AbortController();
    running.current.set(key, control);
    change(key, { state: 'running', problem: '' });
    try {
      const { upload_id } = await startUpload(file, 'audio', {
        signal: control.signal,
        viewerId,
        onProgress: (share) => change(key, { share }),
        onWaiting: (isWaiting) => change(key, { state: isWaiting ? 'offline' : 'running' }),
      });
      running.current.delete(key);
      change(key, { state: 'ready', share: 1, uploadId: upload_id });
    } catch (error) {
      running.current.delete(key);
      if (control.signal.aborted) return;
      const errorText = isApiError(error) ? error.body.message : '';
      change(key, { state: 'failed', problem: errorText || t('music.upload.failed') });
    }
  }

  function add(files: readonly File[]): void {
    const known = new Set(latest.current.map(({ file }) => file && `${file.name} ${file.size} ${file.lastModified}`));
    const fresh = files.filter((file) => !known.has(`${file.name} ${file.size} ${file.lastModified}`));
    const names = new Set(fresh.map(({ name }) => name));
    // A chosen file replaces the entry of the same name that was interrupted by a reload.
    const next = latest.current.filter((one) => one.state !== 'before' || !names.has(one.name));
    for (const file of fresh) {
      const row: TrackUpload = { ...NEW_UPLOAD, key: randomKey(), name: file.name, size: file.size, file };
      const rejection = rejectionOf(file);
      const problem = rejection
        ? t(rejection)
        : fits(quota, next, file.size)
          ? ''
          : t('music.upload.spaceFull', { max: formatBytes(lang, quota?.max ?? 0) });
      next.push(problem === '' ? row : { ...row, state: 'refused', problem });
    }
    set(next);
  }

  function remove(key: string): void {
    running.current.get(key)?.abort();
    running.current.delete(key);
    set(latest.current.filter((one) => one.key !== key));
  }

  function retry(key: string): void {
    const upload = latest.current.find((one) => one.key === key);
    if (upload === undefined) return;
    // A complete upload is not sent again, because only adding it to the playlist failed.
    change(key, upload.uploadId === null ? { ...NEW_UPLOAD } : { state: 'ready', problem: '' });
  }

  const addAll = (playlistId: number): Promise<AddedTracks> =>
    addTracks(playlistId, latest.current, change, t('frame.error.network'));

  useEffect(() => {
    const { current } = running;
    return () => {
      // A paused upload resumes when the same file is chosen again.
      for (const control of current.values()) control.abort(PAUSED);
    };
  }, []);

  return { uploads, add, remove, retry, addAll };
}
