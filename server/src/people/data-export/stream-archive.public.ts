import type { Readable } from 'node:stream';
import { type ArchiveEntry, streamArchive } from './write-archive.ts';

export type { ArchiveEntry } from './write-archive.ts';

export const openArchive = (entries: AsyncIterable<ArchiveEntry>): Readable => streamArchive(entries);
