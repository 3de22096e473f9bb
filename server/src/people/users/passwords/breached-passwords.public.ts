import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { ConfigError } from '../../../platform/config.ts';

/** Above the length of a line: 40 digits of the hash, a colon, the count and the end of the line. */
const LINE_MAX = 80;
const LINE = /^[0-9A-F]{40}(?::\d{1,12})?\r?$/;
const HASH_LENGTH = 40;

/**
 * Whether the file lists the password: SHA-1 hashes in capital hexadecimal digits, one a line in their order, each with
 * a count, as Pwned Passwords are downloaded. Some 36 reads of a file of 40 GB, which is opened for each question, so
 * that another file may take its place at any time.
 */
export async function isBreachedPassword(file: string, password: string): Promise<boolean> {
  const wanted = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase();
  return withFile(file, async (handle, size) => {
    let [low, high] = [0, size];
    while (low < high) {
      const { start, end, line } = await readLineAt(handle, Math.floor((low + high) / 2), size);
      const hash = line.slice(0, HASH_LENGTH);
      if (hash === wanted) return true;
      if (wanted < hash) high = start;
      else low = end;
    }
    return false;
  });
}

/** Throws {@link ConfigError} for a file that cannot serve as one. */
export async function checkBreachedPasswords(file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const fail = (reason: string): never => {
    throw new ConfigError(`BREACHED_PASSWORDS_FILE ${reason}`);
  };
  await withFile(file, async (handle, size) => {
    const lines: string[] = [];
    // Reading all of it would take minutes; a list in another order or another format shows at a few places.
    for (let part = 0; part <= 16 && size > 0; part += 1)
      lines.push((await readLineAt(handle, Math.min(size - 1, Math.floor((size * part) / 16)), size)).line);
    if (lines.length === 0 || !lines.every((line) => LINE.test(line)))
      fail('has lines other than HASH:COUNT, with SHA-1 in capitals');
    if (lines.some((line, index) => line < (lines[index - 1] ?? ''))) fail('is not in the order of its hashes');
  }).catch((error: Error) => {
    if (error instanceof ConfigError) throw error;
    fail(`cannot be read: ${error.message}`);
  });
}

async function withFile<T>(file: string, use: (handle: FileHandle, size: number) => Promise<T>): Promise<T> {
  const handle = await open(file);
  try {
    return await use(handle, (await handle.stat()).size);
  } finally {
    await handle.close();
  }
}

/** The line that holds the byte, its end behind the line break. */
async function readLineAt(
  handle: FileHandle,
  at: number,
  size: number,
): Promise<{ start: number; end: number; line: string }> {
  const from = Math.max(0, at - LINE_MAX);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2 * LINE_MAX), 0, 2 * LINE_MAX, from);
  const around = buffer.subarray(0, bytesRead).toString('latin1');
  const start = around.lastIndexOf('\n', at - from - 1) + 1;
  const found = at === from ? around.indexOf('\n') : around.indexOf('\n', at - from);
  const end = found < 0 ? around.length : found;
  return { start: from + start, end: Math.min(size, from + end + 1), line: around.slice(start, end) };
}
