import { accessSync, constants, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
/** Three databases and the log of their server, uploads and videos of the tests. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * A folder in memory, where the machine has one with room: a copy of the database is a thousand files, which takes a disk thirty times
 * the work. `undefined` elsewhere, and where TMPDIR names a folder.
 */
export function findMemoryFolder(): string | undefined {
  if (process.env.TMPDIR || process.availableMemory() < NEEDED_BYTES) return undefined;
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize < NEEDED_BYTES ? undefined : MEMORY;
  } catch {
    return undefined;
  }
}
