import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SegmentName } from '../segment-name.ts';
import { formatSegmentName, parseSegmentName } from '../segment-name.ts';

const STORE_MAX_BYTES = 4 * 2 ** 30;
const RETENTION_MS = 24 * 3_600_000;

const CREATE_TRIES = 5;

const ROOM = /^[\w-]{1,64}$/;

export interface StoredSegment extends SegmentName {
  room: string;
  bytes: number;
}

export class SegmentStore {
  private readonly folder: string;
  private bytes: Promise<number> | undefined;

  constructor(folder: string) {
    this.folder = folder;
  }

  async put(room: string, name: SegmentName, data: Uint8Array): Promise<boolean> {
    this.bytes ??= this.measure();
    if ((await this.bytes) + data.length > STORE_MAX_BYTES) return false;
    const file = path.join(this.folder, room, formatSegmentName(name));
    const handle = await create(`${file}.part`);
    try {
      await handle.writeFile(data);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${file}.part`, file);
    // The size is reset when a segment is removed, and then measured again.
    this.bytes = this.bytes?.then((bytes) => bytes + data.length);
    return true;
  }

  async list(): Promise<StoredSegment[]> {
    const found: StoredSegment[] = [];
    for (const room of await namesIn(this.folder)) {
      if (!ROOM.test(room)) continue;
      for (const file of await namesIn(path.join(this.folder, room))) {
        const name = parseSegmentName(file);
        const { size } = (await stat(path.join(this.folder, room, file)).catch(() => undefined)) ?? {};
        if (name !== undefined && size !== undefined) found.push({ ...name, room, bytes: size });
      }
    }
    return found.sort((one, other) => one.session - other.session || one.index - other.index);
  }

  find(room: string, file: string): string | undefined {
    if (!ROOM.test(room) || parseSegmentName(file) === undefined) return undefined;
    return path.join(this.folder, room, file);
  }

  async remove(room: string, file: string): Promise<void> {
    const found = this.find(room, file);
    if (found === undefined) return;
    await rm(found, { force: true });
    // The folder is removed together with its last segment.
    await rmdir(path.dirname(found)).catch(() => {});
    this.bytes = undefined;
  }

  /** Deletes files that were unfinished when the node died, and expired segments. */
  async sweep(now: number): Promise<void> {
    for (const room of await namesIn(this.folder)) {
      for (const file of await namesIn(path.join(this.folder, room))) {
        const place = path.join(this.folder, room, file);
        const { mtimeMs = now } = (await stat(place).catch(() => undefined)) ?? {};
        if (now - mtimeMs > RETENTION_MS) await rm(place, { force: true });
      }
      await rmdir(path.join(this.folder, room)).catch(() => {});
    }
    this.bytes = undefined;
  }

  private async measure(): Promise<number> {
    return (await this.list()).reduce((sum, { bytes }) => sum + bytes, 0);
  }
}

/** Creates a file and retries with a new folder, because the folder is removed whenever its last segment is fetched. */
async function create(file: string): Promise<FileHandle> {
  for (let left = CREATE_TRIES; ; left--) {
    await mkdir(path.dirname(file), { recursive: true });
    try {
      return await open(file, 'w');
    } catch (error) {
      if (left === 1 || !isMissing(error)) throw error;
    }
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
