import { keepsNothing } from '../../../platform/private-storage.ts';
import { readStored, writeStored } from '../../../platform/stored.ts';

const FOLDER = 'call-recordings';
/**
 * Marker file in the folder of a recording that was saved, or whose user signed out. The folder is deleted once no page
 * uses it.
 */
const SAVED_MARKER = 'saved';
/** Unsaved recordings are deleted after seven days. */
const RETENTION_MS = 7 * 86_400_000;
/** Local storage flag: some user of this browser may have a recording here. */
const FLAG = 'okolo-recording';

/**
 * The chunks of a running recording: in the origin private file system where the browser has one, otherwise in memory.
 */
export interface RecordingChunks {
  /** `ms`: duration up to the end of this chunk. Calls must not overlap. */
  add(chunk: Blob, ms: number): Promise<void>;
  all(): Promise<Blob[]>;
  /** The recording is being saved by the user: its chunks stay until this page closes and are not offered again. */
  release(): Promise<void>;
  remove(): Promise<void>;
}

interface LeftRecording {
  begunAt: number;
  type: string;
  ms: number;
  chunks: RecordingChunks;
}

type StoredChunk = FileSystemFileHandle | Blob;

const lockOf = (owner: number | string, name: string): string => `okolo-recording-${owner}-${name}`;
const nameOf = (begunAt: number, type: string): string => `${begunAt} ${type.replace('/', '-')}`;

const setFlag = (hasRecordings: boolean): void => writeStored(FLAG, hasRecordings ? '1' : null);
export const mayHaveLeftRecordings = (): boolean => readStored(FLAG) !== null;

async function openRootFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

async function* foldersIn(folder: FileSystemDirectoryHandle): AsyncGenerator<FileSystemDirectoryHandle> {
  for await (const handle of folder.values()) {
    if (handle.kind === 'directory') yield handle as FileSystemDirectoryHandle;
  }
}

async function openFolder(viewerId: number): Promise<FileSystemDirectoryHandle> {
  return (await openRootFolder()).getDirectoryHandle(String(viewerId), { create: true });
}

/** While this page has the lock, no other page treats the recording as left behind. */
function acquireLock(lock: string): () => void {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks.request(lock, () => released).catch(() => undefined);
  return () => release();
}

export async function openChunks(viewerId: number, begunAt: number, type: string): Promise<RecordingChunks> {
  if (keepsNothing()) return createChunks(null, []);
  try {
    const folder = await openFolder(viewerId);
    const name = nameOf(begunAt, type);
    const recordingFolder = await folder.getDirectoryHandle(name, { create: true });
    setFlag(true);
    return createChunks({ folder, recordingFolder, name, releaseLock: acquireLock(lockOf(viewerId, name)) }, []);
  } catch {
    return createChunks(null, []);
  }
}

interface ChunkLocation {
  folder: FileSystemDirectoryHandle;
  recordingFolder: FileSystemDirectoryHandle;
  name: string;
  releaseLock(): void;
}

function createChunks(location: ChunkLocation | null, storedChunks: StoredChunk[]): RecordingChunks {
  let isOnDisk = location !== null;
  let writing: Promise<void> = Promise.resolve();

  async function write(chunk: Blob, ms: number): Promise<void> {
    if (location === null || !isOnDisk) {
      storedChunks.push(chunk);
      return;
    }
    try {
      // Every chunk is a file of its own, because only closed files survive a crash of the page.
      const handle = await location.recordingFolder.getFileHandle(
        `${String(storedChunks.length).padStart(6, '0')} ${Math.round(ms)}`,
        {
          create: true,
        },
      );
      const file = await handle.createWritable();
      await file.write(chunk);
      await file.close();
      storedChunks.push(handle);
    } catch {
      // The disk is full or the browser cannot write there: later chunks stay in memory.
      isOnDisk = false;
      storedChunks.push(chunk);
    }
  }

  return {
    add(chunk, ms) {
      writing = writing.then(() => write(chunk, ms));
      return writing;
    },
    async all() {
      await writing;
      return Promise.all(
        storedChunks.map((storedChunk) => (storedChunk instanceof Blob ? storedChunk : storedChunk.getFile())),
      );
    },
    async release() {
      await location?.recordingFolder.getFileHandle(SAVED_MARKER, { create: true }).catch(() => undefined);
    },
    async remove() {
      await writing;
      await location?.folder.removeEntry(location.name, { recursive: true }).catch(() => undefined);
      location?.releaseLock();
    },
  };
}

/**
 * Finds recordings that earlier pages of this user left, the oldest first. Also deletes saved and expired ones of all
 * users of this browser, who may never return.
 */
export async function findLeftRecordings(viewerId: number, now = Date.now()): Promise<LeftRecording[]> {
  const left: LeftRecording[] = [];
  let hasOthers = false;
  try {
    for await (const folder of foldersIn(await openRootFolder())) {
      const isOwn = folder.name === String(viewerId);
      for await (const recordingFolder of foldersIn(folder)) {
        const { name } = recordingFolder;
        const lock = lockOf(folder.name, name);
        const isFree = await navigator.locks.request(lock, { ifAvailable: true }, (held) => held !== null);
        const found = isFree ? await readRecording(recordingFolder, now) : undefined;
        if (found === null) await folder.removeEntry(name, { recursive: true });
        else if (found === undefined || !isOwn) hasOthers = true;
        else {
          const { parts: storedChunks, ...about } = found;
          left.push({
            ...about,
            chunks: createChunks({ folder, recordingFolder, name, releaseLock: acquireLock(lock) }, storedChunks),
          });
        }
      }
    }
    if (left.length === 0 && !hasOthers) setFlag(false);
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
  return left.sort((one, other) => one.begunAt - other.begunAt);
}

export async function hasUnsavedRecordings(viewerId: number): Promise<boolean> {
  try {
    for await (const recordingFolder of foldersIn(await openFolder(viewerId))) {
      if ((await readRecording(recordingFolder, Date.now())) !== null) return true;
    }
  } catch {
    // Storage is unavailable.
  }
  return false;
}

/** Deletes the user's recordings at sign-out, so that the next user of this device finds nothing. */
export async function clearChunks(viewerId: number): Promise<void> {
  const root = await openRootFolder();
  try {
    await root.removeEntry(String(viewerId), { recursive: true });
  } catch {
    // A recording that another page is still writing is deleted by the next clean-up.
    for await (const recordingFolder of foldersIn(await openFolder(viewerId)))
      await recordingFolder.getFileHandle(SAVED_MARKER, { create: true });
    return;
  }
  for await (const folder of foldersIn(root)) for await (const _ of foldersIn(folder)) return;
  setFlag(false);
}

async function readRecording(recordingFolder: FileSystemDirectoryHandle, now: number) {
  const [begun, type] = recordingFolder.name.split(' ');
  const begunAt = Number(begun);
  const files: FileSystemFileHandle[] = [];
  for await (const handle of recordingFolder.values()) {
    if (handle.name === SAVED_MARKER) return null;
    if (handle.kind === 'file') files.push(handle as FileSystemFileHandle);
  }
  if (files.length === 0 || type === undefined || now - begunAt > RETENTION_MS) return null;
  const storedChunks: StoredChunk[] = files.sort((one, other) => (one.name < other.name ? -1 : 1));
  const ms = Number(files.at(-1)?.name.split(' ')[1] ?? 0);
  return { begunAt, type: type.replace('-', '/'), ms, parts: storedChunks };
}
