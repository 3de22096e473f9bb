import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import { UPLOAD_HOURS } from '#contract/files/uploads';
import { keepsNothing } from '../../platform/private-storage.ts';

const HOUR = 3_600_000;

interface UploadsDatabase extends DBSchema {
  /** `at` is Unix time in milliseconds by the clock of this device. */
  uploads: { key: string; value: { key: string; url: string; at: number } };
}

const NAME = 'okolo-uploads';
let opening: Promise<IDBPDatabase<UploadsDatabase> | null> | undefined;

function open(): Promise<IDBPDatabase<UploadsDatabase> | null> {
  if (keepsNothing()) {
    opening ??= deleteDB(NAME).then(
      () => null,
      () => null,
    );
    return opening;
  }
  opening ??= openDB<UploadsDatabase>(NAME, 1, {
    upgrade: (fresh) => void fresh.createObjectStore('uploads', { keyPath: 'key' }),
    blocking: (_current, _blocked, { target }) => {
      (target as IDBDatabase | null)?.close();
      opening = undefined;
    },
    terminated: () => {
      opening = undefined;
    },
  }).then(
    async (db) => {
      await purgeOldUploads(db);
      return db;
    },
    // Without IndexedDB an upload can be resumed only as long as the page lives.
    () => null,
  );
  return opening;
}

async function purgeOldUploads(db: IDBPDatabase<UploadsDatabase>): Promise<void> {
  const all = await db.getAll('uploads');
  const old = all.filter(({ at }) => Date.now() - at > UPLOAD_HOURS * HOUR);
  await Promise.all(old.map(({ key }) => db.delete('uploads', key)));
}

const sessionUrls = new Map<string, string>();

/**
 * Assignment of files to uploads that survives a page reload. Errors are ignored: without the memory an upload starts
 * again but does not fail.
 */
export const uploadMemory = {
  async find(key: string): Promise<string | undefined> {
    const db = await open();
    const known = await db?.get('uploads', key).catch(() => undefined);
    return known?.url ?? sessionUrls.get(key);
  },
  async save(key: string, url: string): Promise<void> {
    sessionUrls.set(key, url);
    const db = await open();
    await db?.put('uploads', { key, url, at: Date.now() }).catch(() => undefined);
  },
  async remove(key: string): Promise<void> {
    sessionUrls.delete(key);
    const db = await open();
    await db?.delete('uploads', key).catch(() => undefined);
  },
};

/** Called at sign-out, so that the next user sees nothing of these uploads. */
export async function clearUploads(): Promise<void> {
  sessionUrls.clear();
  const db = await open();
  await db?.clear('uploads').catch(() => undefined);
}
