import { sql } from 'kysely';
import type { Database, Db } from '../../platform/database/tables.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { SweptObjects } from '../../platform/storage/sweep-objects.ts';

interface StoredObjectsOptions {
  /** Prefix of all keys. `/media` never serves what is under `private/`. */
  prefix: string;
  /** Matches the keys; the first group is the base key, which the rows name. */
  pattern: RegExp;
  table: 'media_images' | 'chat_files' | 'post_files' | 'recordings' | 'stream_segments' | 'upload_chunks';
  keyColumns: readonly string[];
  /** Namespace of the locks. Omitted where keys are random and never reused. */
  lock?: string;
}

export interface StoredObjects extends SweptObjects<Database> {
  /** Base key of a content: equal contents are stored once. */
  baseKeyOf(sha256: string): string;
  /**
   * Locks the objects of these contents until the transaction ends. Otherwise a sweep that found no row could remove
   * objects that a concurrent upload of the same content considers stored.
   */
  lockAll(tx: Db, baseKeys: readonly string[]): Promise<void>;
}

/** Describes the objects of one domain: their keys, the rows that name them, and how both are kept in step. */
export function describeStoredObjects({
  prefix,
  pattern,
  table,
  keyColumns,
  lock,
}: StoredObjectsOptions): StoredObjects {
  const unnamed = sql.join(
    keyColumns.map((column) => sql`not exists (select from ${sql.table(table)} where ${sql.ref(column)} = key)`),
    sql` and `,
  );
  async function lockAll(tx: Db, baseKeys: readonly string[]): Promise<void> {
    if (lock === undefined) return;
    for (const key of [...new Set(baseKeys)].sort())
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${lock}:${key}`}, 0))`.execute(tx);
  }
  return {
    prefix,
    baseKeyOf: (sha256) => `${prefix}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`,
    baseKeyFrom: (key) => pattern.exec(key)?.[1],
    lockAll,
    lock: (tx, baseKey) => lockAll(tx, [baseKey]),
    async listUnreferenced(db, baseKeys) {
      const { rows } = await sql<{ key: string }>`
        select key from unnest(${[...baseKeys]}::text[]) key where ${unnamed}`.execute(db);
      return rows.map(({ key }) => key);
    },
  };
}

export const widthKey = (baseKey: string, width: number): string => `${baseKey}-${width}.webp`;

/** The content type is stored in the row, so all files that are not pictures share one extension. */
export const fileKey = (baseKey: string): string => `${baseKey}.bin`;

export interface NewObject {
  key: string;
  path: string;
  contentType: string;
}

export async function storeMissingObjects(storage: Storage, objects: readonly NewObject[]): Promise<void> {
  await Promise.all(
    objects.map(async ({ key, path, contentType }) => {
      if (!(await storage.has(key))) await storage.put(key, path, contentType);
    }),
  );
}

/** The widths of an encoded picture as objects. */
export const pictureObjects = (baseKey: string, variants: readonly { width: number; path: string }[]): NewObject[] =>
  variants.map(({ width, path }) => ({ key: widthKey(baseKey, width), path, contentType: 'image/webp' }));
