import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';

/**
 * Selects every file that a database row names. `key` is the whole key, or, with `is_base`, a key prefix under which at
 * least one file must exist. A database that is backed up before its upgrade still has `made_key` (migration 0050).
 */
const NAMED_FILES = `
  select base_key || '-' || w.pixels || '.webp' as key, false as is_base from media_images, unnest(widths) as w (pixels)
  union all
  select storage_key || '-' || w.pixels || '.webp', false from post_files, unnest(widths) as w (pixels)
  union all
  select storage_key || '.bin', false from post_files where widths = '{}'
  union all
  select coalesce(named ->> 'rendition_key', named ->> 'made_key'), true from post_files f, to_jsonb(f) named
  where coalesce(named ->> 'rendition_key', named ->> 'made_key') is not null
  union all
  select poster_key, true from post_files where poster_key is not null
  union all
  select storage_key || '-' || w.pixels || '.webp', false from chat_files, unnest(widths) as w (pixels)
  union all
  select storage_key || '.bin', false from chat_files where widths = '{}'
  union all
  select poster_key, true from chat_files where poster_key is not null
  union all
  select storage_key, false from recordings
  union all
  select storage_key, false from stream_segments
  union all
  select live_key, false from stream_segments where live_key is not null
  union all
  select 'private/streams/posters/' || poster || '.webp', false from streams where poster is not null
  union all
  select storage_key, false from data_exports where storage_key is not null`;

const BATCH = 1000;

export interface NamedFile {
  key: string;
  is_base: boolean;
}

/** Reads the files in batches through a cursor, so it must run within the snapshot's transaction. */
export async function* namedFiles(client: pg.ClientBase): AsyncGenerator<NamedFile> {
  await client.query(`declare named_files no scroll cursor for ${NAMED_FILES}`);
  for (;;) {
    const { rows } = await client.query<NamedFile>(`fetch ${BATCH} from named_files`);
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query('close named_files');
}

/** Keeps the names in a file, so that the snapshot need not last until each was looked for. */
export async function writeNamedFiles(client: pg.ClientBase, to: string): Promise<void> {
  async function* lines(): AsyncGenerator<string> {
    for await (const file of namedFiles(client)) yield `${JSON.stringify(file)}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(to, { mode: 0o600 }));
}

export async function* readNamedFiles(from: string): AsyncGenerator<NamedFile> {
  for await (const line of createInterface({ input: createReadStream(from) })) yield JSON.parse(line);
}
