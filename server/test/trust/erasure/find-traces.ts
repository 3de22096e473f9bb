import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import type { Db } from '../../../src/platform/database/tables.ts';

/** Returns rows of any table that contain one of these words, as text or bytes. */
export async function findTraces(db: Db, words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker')`.execute(db);
  const patterns = words.flatMap((word) => [`%${word}%`, `%${Buffer.from(word).toString('hex')}%`]);
  const traces = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.raw(name)} t where t::text ilike any (${patterns})`.execute(db);
      return rows.map(({ row }) => `${name}: ${row}`);
    }),
  );
  return traces.flat();
}

/**
 * Returns files of a data directory that contain one of these words, except PostgreSQL's own files: deleted rows stay
 * on pages until these are reused.
 */
export async function findInFiles(dataDir: string, words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    const { subject = '', text = '', html = '' } = file.endsWith('.eml') ? await PostalMime.parse(bytes) : {};
    const content = `${file}\n${bytes.toString()}\n${subject}\n${text}\n${html}`.toLowerCase();
    const word = words.find((one) => content.includes(one.toLowerCase()));
    if (word !== undefined) found.push(`${path.relative(dataDir, file)}: ${word}`);
  }
  return found;
}
