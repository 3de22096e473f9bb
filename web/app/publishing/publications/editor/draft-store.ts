import type { PublicationFile } from '@app/contract/publishing/publications';
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import { keepsNothing } from '../../../platform/private-storage.ts';
import type { FileKind } from './pick-files.ts';
import type { PublicationFields } from './publication-fields.ts';

/** A file of a local draft; its bytes are stored separately until they are sent. */
export interface DraftFile {
  key: string;
  kind: FileKind;
  name: string;
  bytes: number;
  /** Idempotency key of the upload, so that a repeated request stores the file once. */
  sendKey: string;
  alt: string;
  posterMs: number | null;
  stored: PublicationFile | null;
}

export interface LocalPublicationDraft {
  key: string;
  fields: PublicationFields;
  files: DraftFile[];
  publishId: number | null;
  /** Whether the server has this version. */
  isSent: boolean;
}

interface DraftsDatabase extends DBSchema {
  drafts: { key: string; value: LocalPublicationDraft };
  files: { key: string; value: { key: string; file: File } };
}

export interface DraftStore {
  get(key: string): Promise<LocalPublicationDraft | undefined>;
  save(draft: LocalPublicationDraft): Promise<void>;
  remove(key: string): Promise<void>;
  file(key: string): Promise<File | undefined>;
  saveFile(key: string, file: File): Promise<void>;
  removeFile(key: string): Promise<void>;
}

/** Files above this size in bytes are not copied to IndexedDB and must be chosen again after a reload. */
const STORED_BYTES_MAX = 64 * 1024 * 1024;

const PREFIX = 'okolo-posts-';
const nameOf = (viewerId: number): string => `${PREFIX}${viewerId}`;
const opened = new Map<number, Promise<IDBPDatabase<DraftsDatabase> | null>>();

function open(viewerId: number): Promise<IDBPDatabase<DraftsDatabase> | null> {
  const known = opened.get(viewerId);
  if (known) return known;
  const opening = openDatabase(viewerId).catch(() => null);
  opened.set(viewerId, opening);
  return opening;
}

/** Where nothing is to be kept, only a database of before: its drafts can be read until they are published or discarded. */
async function openDatabase(viewerId: number): Promise<IDBPDatabase<DraftsDatabase> | null> {
  const name = nameOf(viewerId);
  if (keepsNothing() && !(await indexedDB.databases()).some((left) => left.name === name)) return null;
  return openDB<DraftsDatabase>(name, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('drafts', { keyPath: 'key' });
      fresh.createObjectStore('files', { keyPath: 'key' });
    },
    // Closes the connection, because otherwise the deletion at sign-out in another tab would be blocked.
    blocking(_current, _blocked, { target }) {
      opened.delete(viewerId);
      (target as IDBDatabase | null)?.close();
    },
    terminated: () => void opened.delete(viewerId),
  });
}

/** Opens the local drafts of one user. Without IndexedDB only the server's copy exists. */
export function openDraftStore(viewerId: number): DraftStore {
  const attempt = async <T>(task: (db: IDBPDatabase<DraftsDatabase>) => Promise<T>): Promise<T | undefined> => {
    try {
      const db = await open(viewerId);
      return db === null ? undefined : await task(db);
    } catch {
      return undefined;
    }
  };
  return {
    get: (key) => attempt((db) => db.get('drafts', key)),
    save: async (draft) => void (keepsNothing() || (await attempt((db) => db.put('drafts', draft)))),
    remove: async (key) =>
      void (await attempt(async (db) => {
        const draft = await db.get('drafts', key);
        const tx = db.transaction(['drafts', 'files'], 'readwrite');
        await tx.objectStore('drafts').delete(key);
        for (const file of draft?.files ?? []) await tx.objectStore('files').delete(file.key);
        await tx.done;
      })),
    file: async (key) => (await attempt((db) => db.get('files', key)))?.file,
    saveFile: async (key, file) => {
      if (file.size <= STORED_BYTES_MAX && !keepsNothing()) await attempt((db) => db.put('files', { key, file }));
    },
    removeFile: async (key) => void (await attempt((db) => db.delete('files', key))),
  };
}

/** Deletes the local drafts at sign-out, so that the next user of this device cannot see them. */
export async function clearPublicationDrafts(): Promise<void> {
  const openedNames = [...opened.keys()].map(nameOf);
  // Not every browser has `indexedDB.databases()`; without it only databases opened on this page are deleted.
  const named = (await globalThis.indexedDB?.databases?.().catch(() => [])) ?? [];
  const names = new Set([...openedNames, ...named.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name] : []))]);
  for (const opening of opened.values()) (await opening)?.close();
  opened.clear();
  await Promise.all([...names].map((name) => deleteDB(name).catch(() => undefined)));
}
