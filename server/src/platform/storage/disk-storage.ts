import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Storage } from './storage.ts';
import { assertKeyFits, contentTypeOf } from './storage-key.ts';

/** Directory of incomplete files; hidden, so that no key can name it. */
const INCOMING = '.incoming';
const INCOMING_MAX_AGE_MS = 60 * 60 * 1000;

/** Large enough to read nearly every image variant at once. */
const READ_BUFFER_BYTES = 256 * 1024;

export async function createDiskStorage(root: string): Promise<Storage> {
  const incoming = path.join(root, INCOMING);
  await mkdir(incoming, { recursive: true });
  await removeLeftovers(incoming);

  async function statFile(key: string) {
    const contentType = contentTypeOf(key);
    if (!contentType) return undefined;
    const found = await stat(path.join(root, key)).catch(ignoreMissing);
    return found?.isFile() ? { size: found.size, contentType } : undefined;
  }

  async function openFile(key: string) {
    const contentType = contentTypeOf(key);
    if (!contentType) return undefined;
    const handle = await open(path.join(root, key)).catch(ignoreMissing);
    if (!handle) return undefined;
    try {
      const found = await handle.stat();
      if (found.isFile()) return { handle, size: found.size, contentType };
    } catch (error) {
      await handle.close();
      throw error;
    }
    await handle.close();
    return undefined;
  }

  return {
    async put(key, sourcePath, contentType) {
      assertKeyFits(key, contentType);
      const target = path.join(root, key);
      const temporary = path.join(incoming, randomUUID());
      try {
        await copyFile(sourcePath, temporary);
        await flush(temporary);
        const createdFolder = await mkdir(path.dirname(target), { recursive: true });
        await rename(temporary, target);
        await flush(path.dirname(target));
        if (createdFolder) await flushFolders(path.dirname(target), root);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },

    async open(key, range) {
      const file = await openFile(key);
      if (!file) return undefined;
      const { handle, size, contentType } = file;
      return { stream: handle.createReadStream({ ...range, highWaterMark: READ_BUFFER_BYTES }), size, contentType };
    },

    openFile,

    stat: statFile,

    async has(key) {
      return (await statFile(key)) !== undefined;
    },

    async remove(key) {
      if (contentTypeOf(key)) await rm(path.join(root, key), { force: true });
    },

    list: (prefix) => walk(root, '', prefix),
  };
}

async function* walk(root: string, folder: string, prefix: string): AsyncGenerator<{ key: string; modifiedAt: Date }> {
  const entries = await opendir(path.join(root, folder)).catch(ignoreMissing);
  if (!entries) return;
  for await (const entry of entries) {
    const key = folder + entry.name;
    if (entry.isDirectory()) {
      const mayHold = `${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`);
      if (mayHold && entry.name !== INCOMING) yield* walk(root, `${key}/`, prefix);
    } else if (key.startsWith(prefix) && contentTypeOf(key)) {
      const found = await stat(path.join(root, key)).catch(ignoreMissing);
      if (found) yield { key, modifiedAt: found.mtime };
    }
  }
}

/** Removes partial files of killed processes. Only old files, because other nodes may share the folder. */
async function removeLeftovers(incoming: string): Promise<void> {
  for await (const entry of await opendir(incoming)) {
    const file = path.join(incoming, entry.name);
    const found = await stat(file).catch(ignoreMissing);
    if (found && Date.now() - found.mtimeMs > INCOMING_MAX_AGE_MS) await rm(file, { force: true });
  }
}

/** A rename survives a power cut only when the parent folder is flushed as well. */
async function flushFolders(folder: string, root: string): Promise<void> {
  for (let current = path.dirname(folder); current.startsWith(root); current = path.dirname(current)) {
    await flush(current);
  }
}

async function flush(fileOrFolder: string): Promise<void> {
  const handle = await open(fileOrFolder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
