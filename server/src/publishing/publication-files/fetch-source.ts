import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileKey } from '../../files/media/stored-objects.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { FileRow } from './publication-files.queries.ts';

export async function fetchSource(
  { storage }: Services,
  { storage_key }: Pick<FileRow, 'storage_key'>,
  folder: string,
): Promise<string | undefined> {
  const found = await storage.open(fileKey(storage_key));
  if (found === undefined) return undefined;
  const file = path.join(folder, 'source');
  await pipeline(found.stream, createWriteStream(file));
  return file;
}
