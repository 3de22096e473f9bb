import type { PublicationFile } from '@app/contract/publishing/publications';
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import type { FileKind } from './pick-files.ts';
import type { PublicationFields } from './publication-fields.ts';

/** A file of a publication that is being made; its bytes lie beside as long as they are to be sent. */
export interface DraftFile {
  key: string;
  kind: FileKind;
  name: string;
  bytes: number;
  /** Under which it is stored: what comes twice is stored once. */
  sendKey: string;
  alt: string;
  posterMs: number | null;
  stored: PublicationFile | null;
}

/** A publication that is being made, as this device has it. */
export interface LocalPublicationDraft {
  /** `new`, or the id of the draft that was opened. */
  key: string;
  fields: PublicationFields;
  files: DraftFile[];
  publishId: number | null;
  /** Whether the server has it as it is. */
  isSent: boolean;
}

interface DraftsDatabase extends DBSchema {
  drafts: { key: string; value: LocalPublicationDraft };
  files: { key: string; value: { key: string; file: File } };
}

export interface DraftStore {
  get(key: string): Promise<LocalPublicationDraft | undefined>;
  save(draft: LocalPublicationDraft): Promise<void>;
  /** With the bytes of its files. */
  remove(key: string): Promise<void>;
  file(key: string): Promise<File | undefined>;
  saveFile(key: string, file: File): Promise<void>;
  removeFile(key: string): Promise<void>;
}

/** Larger files are chosen again after a reload: a browser does not copy a gigabyte in passing. */
const STORED_BYTES_MAX = 64 * 1024 * 1024;

const PREFIX = 'okolo-posts-';
const nameOf = (viewerId: number): string => `${PREFIX}${viewerId}`;
const opened = new Map<number, Promise<IDBPDatabase<DraftsDatabase> | null>>();

function open(viewerId: number): Promise<IDBPDatabase<DraftsDatabase> | null> {
  const known = opened.get(viewerId);
  if (known) return known;
  const opening = openDB<DraftsDatabase>(nameOf(viewerId), 1, {
    upgrade(fresh) {
      fresh.createObjectStore('drafts', { keyPath: 'key' });
      fresh.createObjectStore('files', { keyPath: 'key' });
    },
    // Somebody signs out in another tab: nothing may stand in the way.
    blocking(_current, _blocked, { target }) {
      opened.delete(viewerId);
      (target as IDBDatabase | null)?.close();
    },
    terminated: () => void opened.delete(viewerId),
  }).catch(() => null);
  opened.set(viewerId, opening);
  return opening;
}

/** What this browser keeps for one person. A browser that keeps nothing leaves the server's copy. */
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
    save: async (draft) => void (await attempt((db) => db.put('drafts', draft))),
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
      if (file.size <= STORED_BYTES_MAX) await attempt((db) => db.put('files', { key, file }));
    },
    removeFile: async (key) => void (await attempt((db) => db.delete('files', key))),
  };
}

/** With the session: who signs in next on this device sees nothing of it. */
export async function clearPublicationDrafts(): Promise<void> {
  const openedNames = [...opened.keys()].map(nameOf);
  // Not every browser names its databases; those of earlier visits then wait for their person.
  const named = (await globalThis.indexedDB?.databases?.().catch(() => [])) ?? [];
  const names = new Set([...openedNames, ...named.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name] : []))]);
  for (const opening of opened.values()) (await opening)?.close();
  opened.clear();
  await Promise.all([...names].map((name) => deleteDB(name).catch(() => undefined)));
}
