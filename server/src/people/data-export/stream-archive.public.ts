import type { Readable } from 'node:stream';
import { type ArchiveEntry, streamArchive } from './write-archive.ts';

export type { ArchiveEntry } from './write-archive.ts';

/** An archive of another domain, written while it is downloaded. */
export const openArchive = (entries: AsyncIterable<ArchiveEntry>): Readable => streamArchive(entries);
