const FOLDER = 'call-recordings';
/** Beside the pieces of a recording that was saved, or goes with its session: it is removed when nothing reads it any more. */
const SAVED = 'saved';
/** What nobody came back for. */
const KEPT_MS = 7 * 86_400_000;
/** Says that something lies here, and not whose. */
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

const lockOf = (owner: number | string, name: string): string => `okolo-recording-${owner}-${name}`;
const nameOf = (begunAt: number, type: string): string => `${begunAt} ${type.replace('/', '-')}`;

function note(isAnyHere: boolean): void {
  try {
    if (isAnyHere) localStorage.setItem(FLAG, '1');
    else localStorage.removeItem(FLAG);
  } catch {
    // A browser that keeps nothing has no recordings either.
  }
}

/** Whether pages before this one may have left a recording behind, of whomever. */
export function mayHaveLeft(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null;
  } catch {
    return false;
  }
}

async function openAll(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

async function* foldersIn(folder: FileSystemDirectoryHandle): AsyncGenerator<FileSystemDirectoryHandle> {
  for await (const handle of folder.values()) {
    if (handle.kind === 'directory') yield handle as FileSystemDirectoryHandle;
  }
}

async function openFolder(viewerId: number): Promise<FileSystemDirectoryHandle> {
  return (await openAll()).getDirectoryHandle(String(viewerId), { create: true });
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
    note(true);
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

/**
 * What pages of this person left behind, the oldest first. What was saved, and what is old, is removed, of whoever used this
 * browser: they may never come back to it.
 */
export async function findLeft(viewerId: number, now = Date.now()): Promise<LeftRecording[]> {
  const left: LeftRecording[] = [];
  let isAnyElse = false;
  try {
    for await (const folder of foldersIn(await openAll())) {
      const isOwn = folder.name === String(viewerId);
      for await (const own of foldersIn(folder)) {
        const { name } = own;
        const lock = lockOf(folder.name, name);
        const isFree = await navigator.locks.request(lock, { ifAvailable: true }, (held) => held !== null);
        const found = isFree ? await read(own, now) : undefined;
        if (found === null) await folder.removeEntry(name, { recursive: true });
        else if (found === undefined || !isOwn) isAnyElse = true;
        else {
          const { parts, ...about } = found;
          left.push({ ...about, pieces: piecesIn({ folder, own, name, leave: hold(lock) }, parts) });
        }
      }
    }
    if (left.length === 0 && !isAnyElse) note(false);
  } catch {
    // Nothing can be kept here, so nothing was.
  }
  return left.sort((one, other) => one.begunAt - other.begunAt);
}

/** Whether a recording of this person lies here that was not saved. */
export async function hasUntaken(viewerId: number): Promise<boolean> {
  try {
    for await (const own of foldersIn(await openFolder(viewerId))) {
      if ((await read(own, Date.now())) !== null) return true;
    }
  } catch {
    // As above.
  }
  return false;
}

/** With the session: who signs in next on this device finds nothing of what this person recorded. */
export async function forgetPieces(viewerId: number): Promise<void> {
  const all = await openAll();
  try {
    await all.removeEntry(String(viewerId), { recursive: true });
  } catch {
    // A page is writing still: the next one that looks removes it.
    for await (const own of foldersIn(await openFolder(viewerId))) await own.getFileHandle(SAVED, { create: true });
    return;
  }
  for await (const folder of foldersIn(all)) for await (const _ of foldersIn(folder)) return;
  note(false);
}

async function read(own: FileSystemDirectoryHandle, now: number) {
  const [begun, type] = own.name.split(' ');
  const begunAt = Number(begun);
  const files: FileSystemFileHandle[] = [];
  for await (const handle of own.values()) {
    if (handle.name === SAVED) return null;
    if (handle.kind === 'file') files.push(handle as FileSystemFileHandle);
  }
  if (files.length === 0 || type === undefined || now - begunAt > KEPT_MS) return null;
  const parts: Part[] = files.sort((one, other) => (one.name < other.name ? -1 : 1));
  const ms = Number(files.at(-1)?.name.split(' ')[1] ?? 0);
  return { begunAt, type: type.replace('-', '/'), ms, parts };
}
