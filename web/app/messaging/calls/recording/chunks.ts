const FOLDER = 'call-recordings';
/** Beside the pieces of a recording that was saved, or goes with its session: it is removed when nothing reads it any more. */
const SAVED_MARKER = 'saved';
/** What nobody came back for. */
const RETENTION_MS = 7 * 86_400_000;
/** Says that something lies here, and not whose. */
const FLAG = 'okolo-recording';

/** What is recorded so far, piece by piece: on the disk of the browser where it has one for us, in memory elsewhere. */
export interface RecordingChunks {
  /** `ms`: how long everything up to the end of this piece is. One after the other. */
  add(chunk: Blob, ms: number): Promise<void>;
  all(): Promise<Blob[]>;
  /** It is being written where the person wants it: kept until this page goes, and not offered again. */
  release(): Promise<void>;
  remove(): Promise<void>;
}

/** A recording whose page is gone. */
interface LeftRecording {
  begunAt: number;
  type: string;
  ms: number;
  chunks: RecordingChunks;
}

type StoredChunk = FileSystemFileHandle | Blob;

const lockOf = (owner: number | string, name: string): string => `okolo-recording-${owner}-${name}`;
const nameOf = (begunAt: number, type: string): string => `${begunAt} ${type.replace('/', '-')}`;

function setFlag(hasRecordings: boolean): void {
  try {
    if (hasRecordings) localStorage.setItem(FLAG, '1');
    else localStorage.removeItem(FLAG);
  } catch {
    // A browser that keeps nothing has no recordings either.
  }
}

/** Whether pages before this one may have left a recording behind, of whomever. */
export function mayHaveLeftRecordings(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null;
  } catch {
    return false;
  }
}

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

/** As long as this page holds it, no other one takes it for left behind. */
function acquireLock(lock: string): () => void {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks.request(lock, () => released).catch(() => undefined);
  return () => release();
}

/** Pieces of a recording that begins. `type`: of the file, without its codecs. */
export async function openChunks(viewerId: number, begunAt: number, type: string): Promise<RecordingChunks> {
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
      // Each piece is a file of its own: one that is closed outlives its page.
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
      // Full, or not written by this browser: the rest stays in memory.
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
 * What pages of this person left behind, the oldest first. What was saved, and what is old, is removed, of whoever used this
 * browser: they may never come back to it.
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
    // Nothing can be kept here, so nothing was.
  }
  return left.sort((one, other) => one.begunAt - other.begunAt);
}

/** Whether a recording of this person lies here that was not saved. */
export async function hasUnsavedRecordings(viewerId: number): Promise<boolean> {
  try {
    for await (const recordingFolder of foldersIn(await openFolder(viewerId))) {
      if ((await readRecording(recordingFolder, Date.now())) !== null) return true;
    }
  } catch {
    // As above.
  }
  return false;
}

/** With the session: who signs in next on this device finds nothing of what this person recorded. */
export async function clearChunks(viewerId: number): Promise<void> {
  const root = await openRootFolder();
  try {
    await root.removeEntry(String(viewerId), { recursive: true });
  } catch {
    // A page is writing still: the next one that looks removes it.
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
