const FOLDER = 'call-recordings';
/** Beside the pieces of a recording that was saved: it is removed when nothing reads it any more. */
const SAVED = 'saved';
/** What nobody came back for. */
const KEPT_MS = 7 * 86_400_000;
const FLAG = 'okolo-recording';

/** What is recorded so far, piece by piece: on the disk of the browser where it has one for us, in memory elsewhere. */
export interface Pieces {
  /** `ms`: how long everything up to the end of this piece is. One after the other. */
  add(piece: Blob, ms: number): Promise<void>;
  all(): Promise<Blob[]>;
  /** It is being written where the person wants it: kept until this page goes, and not offered again. */
  release(): Promise<void>;
  drop(): Promise<void>;
}

/** A recording whose page is gone. */
interface LeftRecording {
  begunAt: number;
  type: string;
  ms: number;
  pieces: Pieces;
}

type Part = FileSystemFileHandle | Blob;

const lockOf = (viewerId: number, name: string): string => `okolo-recording-${viewerId}-${name}`;
const nameOf = (begunAt: number, type: string): string => `${begunAt} ${type.replace('/', '-')}`;

function note(viewerId: number | null): void {
  try {
    if (viewerId === null) localStorage.removeItem(FLAG);
    else localStorage.setItem(FLAG, String(viewerId));
  } catch {
    // A browser that keeps nothing has no recordings either.
  }
}

/** Whether a page of this person may have left a recording behind. */
export function mayHaveLeft(viewerId: number): boolean {
  try {
    return localStorage.getItem(FLAG) === String(viewerId);
  } catch {
    return false;
  }
}

async function openFolder(viewerId: number): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  const all = await root.getDirectoryHandle(FOLDER, { create: true });
  return all.getDirectoryHandle(String(viewerId), { create: true });
}

/** As long as this page holds it, no other one takes it for left behind. */
function hold(lock: string): () => void {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks.request(lock, () => held).catch(() => undefined);
  return () => release();
}

/** Pieces of a recording that begins. `type`: of the file, without its codecs. */
export async function openPieces(viewerId: number, begunAt: number, type: string): Promise<Pieces> {
  try {
    const folder = await openFolder(viewerId);
    const name = nameOf(begunAt, type);
    const own = await folder.getDirectoryHandle(name, { create: true });
    note(viewerId);
    return piecesIn({ folder, own, name, leave: hold(lockOf(viewerId, name)) }, []);
  } catch {
    return piecesIn(null, []);
  }
}

interface Place {
  folder: FileSystemDirectoryHandle;
  own: FileSystemDirectoryHandle;
  name: string;
  leave(): void;
}

function piecesIn(place: Place | null, parts: Part[]): Pieces {
  let isOnDisk = place !== null;
  let writing: Promise<void> = Promise.resolve();

  async function write(piece: Blob, ms: number): Promise<void> {
    if (place === null || !isOnDisk) {
      parts.push(piece);
      return;
    }
    try {
      // Each piece is a file of its own: one that is closed outlives its page.
      const handle = await place.own.getFileHandle(`${String(parts.length).padStart(6, '0')} ${Math.round(ms)}`, {
        create: true,
      });
      const file = await handle.createWritable();
      await file.write(piece);
      await file.close();
      parts.push(handle);
    } catch {
      // Full, or not written by this browser: the rest stays in memory.
      isOnDisk = false;
      parts.push(piece);
    }
  }

  return {
    add(piece, ms) {
      writing = writing.then(() => write(piece, ms));
      return writing;
    },
    async all() {
      await writing;
      return Promise.all(parts.map((part) => (part instanceof Blob ? part : part.getFile())));
    },
    async release() {
      await place?.own.getFileHandle(SAVED, { create: true }).catch(() => undefined);
    },
    async drop() {
      await writing;
      await place?.folder.removeEntry(place.name, { recursive: true }).catch(() => undefined);
      place?.leave();
    },
  };
}

/** What pages of this person left behind, the oldest first. What was saved, and what is old, is removed. */
export async function findLeft(viewerId: number, now = Date.now()): Promise<LeftRecording[]> {
  const left: LeftRecording[] = [];
  let isAnyHeld = false;
  try {
    const folder = await openFolder(viewerId);
    for await (const [name, handle] of folder.entries()) {
      if (handle.kind !== 'directory') continue;
      const lock = lockOf(viewerId, name);
      const isFree = await navigator.locks.request(lock, { ifAvailable: true }, (held) => held !== null);
      if (!isFree) {
        isAnyHeld = true;
        continue;
      }
      const found = await read(folder, handle as FileSystemDirectoryHandle, name, now);
      if (found === null) await folder.removeEntry(name, { recursive: true });
      else left.push({ ...found, pieces: piecesIn({ ...found.place, leave: hold(lock) }, found.parts) });
    }
    if (left.length === 0 && !isAnyHeld) note(null);
  } catch {
    // Nothing can be kept here, so nothing was.
  }
  return left.sort((one, other) => one.begunAt - other.begunAt);
}

async function read(folder: FileSystemDirectoryHandle, own: FileSystemDirectoryHandle, name: string, now: number) {
  const [begun, type] = name.split(' ');
  const begunAt = Number(begun);
  const files: FileSystemFileHandle[] = [];
  for await (const [file, handle] of own.entries()) {
    if (file === SAVED) return null;
    if (handle.kind === 'file') files.push(handle as FileSystemFileHandle);
  }
  if (files.length === 0 || type === undefined || now - begunAt > KEPT_MS) return null;
  const parts: Part[] = files.sort((one, other) => (one.name < other.name ? -1 : 1));
  const ms = Number(files.at(-1)?.name.split(' ')[1] ?? 0);
  return { begunAt, type: type.replace('-', '/'), ms, parts, place: { folder, own, name } };
}
