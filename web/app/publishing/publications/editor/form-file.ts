import type { PublicationFile } from '@app/contract/publishing/publications';
import type { DraftFile } from './draft-store.ts';
import type { FileKind } from './pick-files.ts';

/** `missing`: the upload was interrupted by leaving the page, and the file must be chosen again. */
export type FileState = 'preparing' | 'waiting' | 'sending' | 'storing' | 'stored' | 'failed' | 'missing';

export interface FormFile extends DraftFile {
  src: string;
  film: string;
  state: FileState;
  share: number;
  /** Reason of the failure, from the server where available. */
  failure: string;
  isUnreadable: boolean;
}

export const isUploading = ({ state }: FormFile): boolean =>
  state !== 'stored' && state !== 'failed' && state !== 'missing';

export function createUrls(kind: FileKind, file: File): Pick<FormFile, 'src' | 'film'> {
  const url = URL.createObjectURL(file);
  return kind === 'photo' ? { src: url, film: '' } : { src: '', film: url };
}

export function revokeUrls({ src, film }: FormFile): void {
  for (const url of new Set([src, film])) if (url.startsWith('blob:')) URL.revokeObjectURL(url);
}

const filmOf = ({ kind, url }: PublicationFile): string => (kind === 'video' ? url : '');

export const toNewFile = (kind: FileKind, file: File, keys: Pick<FormFile, 'key' | 'sendKey'>): FormFile => ({
  ...keys,
  kind,
  name: file.name,
  bytes: file.size,
  alt: '',
  posterMs: null,
  stored: null,
  ...createUrls(kind, file),
  state: 'waiting',
  share: 0,
  failure: '',
  isUnreadable: false,
});

/** The form's file for one that the server stores already. */
export const toStoredFile = (stored: PublicationFile): FormFile => ({
  key: `stored-${stored.id}`,
  kind: stored.kind,
  name: '',
  bytes: 0,
  sendKey: '',
  alt: stored.alt,
  posterMs: null,
  stored,
  src: stored.preview,
  film: filmOf(stored),
  state: 'stored',
  share: 1,
  failure: '',
  isUnreadable: false,
});

/** The form's file for one of a draft on this device; `file` is undefined where its bytes are lost. */
export function toRestoredFile(draftFile: DraftFile, file: File | undefined): FormFile {
  const base = { ...draftFile, share: 0, failure: '', isUnreadable: false };
  const { stored, kind } = draftFile;
  if (stored) return { ...base, src: stored.preview, film: filmOf(stored), state: 'stored', share: 1 };
  return file
    ? { ...base, ...createUrls(kind, file), state: 'waiting' }
    : { ...base, src: '', film: '', state: 'missing' };
}

export function moveFile(files: readonly FormFile[], key: string, to: number): readonly FormFile[] {
  const moved = files.find((file) => file.key === key);
  if (!moved) return files;
  const rest = files.filter((file) => file !== moved);
  return rest.toSpliced(Math.max(0, Math.min(rest.length, to)), 0, moved);
}

export const updateStoredFile = (files: readonly FormFile[], stored: PublicationFile): readonly FormFile[] =>
  files.map((file) => {
    if (file.stored?.id !== stored.id) return file;
    const src = file.src.startsWith('blob:') ? file.src : stored.preview;
    return { ...file, stored, src, film: file.film || stored.url };
  });

export function toDraftFiles(files: readonly FormFile[]): DraftFile[] {
  return files.map(({ key, kind, name, bytes, sendKey, alt, posterMs, stored }) => ({
    key,
    kind,
    name,
    bytes,
    sendKey,
    alt,
    posterMs,
    stored,
  }));
}
