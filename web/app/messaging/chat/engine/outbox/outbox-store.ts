import type { CardKind, Message } from '@app/contract/messaging/chat';
import type { ChatFileKind } from '@app/contract/messaging/chat-files';
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';

/** A file of a message in the outbox; its bytes are stored separately. */
export interface StoredFile {
  key: string;
  uploadKey: string;
  name: string;
  kind: ChatFileKind;
  bytes: number;
  width: number;
  height: number;
  durationMs: number;
  waveform: readonly number[];
  /** Whether dimensions and poster were computed. They must be the same in every attempt to upload. */
  isMeasured: boolean;
  state: 'waiting' | 'done' | 'failed';
  id: number | null;
  failure: string;
}

export interface StoredMessage {
  /** Position in the order of sending, assigned by the store. */
  n: number;
  key: string;
  userId: number;
  content: string;
  files: readonly StoredFile[];
  replyTo: Message['reply'];
  cardKind?: CardKind | undefined;
  cardId?: number | undefined;
  boardId?: number | undefined;
  silent: boolean;
  withoutLinkCard?: boolean | undefined;
  /** Clock of this device, for display only, never for order. */
  createdAt: number;
  state: 'waiting' | 'failed';
  failure: string;
  /** The files were uploaded again after the server had deleted them. */
  isSecondUpload: boolean;
}

export interface StoredBytes {
  key: string;
  file: Blob;
  poster: Blob | null;
}

export interface StoredDraft {
  userId: number;
  text: string;
  synced: string;
}

export interface OutboxStore {
  isLasting: boolean;
  add(item: Omit<StoredMessage, 'n'>, bytes: readonly StoredBytes[]): Promise<StoredMessage>;
  list(): Promise<StoredMessage[]>;
  get(key: string): Promise<StoredMessage | undefined>;
  next(userId: number): Promise<StoredMessage | undefined>;
  /** Updates atomically, so that changes of other tabs are not lost. */
  update(key: string, change: (item: StoredMessage) => StoredMessage): Promise<StoredMessage | undefined>;
  remove(key: string): Promise<void>;
  bytes(fileKey: string): Promise<StoredBytes | undefined>;
  saveBytes(bytes: StoredBytes): Promise<void>;
  removeBytes(fileKey: string): Promise<void>;
  drafts(): Promise<StoredDraft[]>;
  saveDraft(draft: StoredDraft): Promise<void>;
  /** Read positions that could not be reported yet. */
  reads(): Promise<{ userId: number; seq: number }[]>;
  saveRead(userId: number, seq: number): Promise<void>;
  removeRead(userId: number, seq: number): Promise<void>;
  close(): void;
}

interface ChatDatabase extends DBSchema {
  messages: { key: number; value: StoredMessage; indexes: { key: string; dialog: [number, number] } };
  bytes: { key: string; value: StoredBytes };
  drafts: { key: number; value: StoredDraft };
  reads: { key: number; value: { userId: number; seq: number } };
}

const PREFIX = 'okolo-chat-';
const VERSION = 1;

/** A failed request reports the error of its transaction; the rejection of `done` would be unhandled. */
function reportOnce<T extends { done: Promise<void> }>(transaction: T): T {
  transaction.done.catch(() => undefined);
  return transaction;
}

export const databaseOf = (viewerId: number): string => `${PREFIX}${viewerId}`;

/**
 * The store of a browser that is to keep nothing: undefined, or a database of before as long as messages in it are
 * unsent. What else it holds goes into memory.
 */
export async function openLeftStore(
  viewerId: number,
  memory: OutboxStore,
  onGone: (isDeleted: boolean) => void,
): Promise<OutboxStore | undefined> {
  const name = databaseOf(viewerId);
  if (!(await indexedDB.databases()).some((left) => left.name === name)) return undefined;
  const left = await openDatabaseStore(viewerId, onGone);
  for (const draft of await left.drafts()) await memory.saveDraft(draft);
  for (const { userId, seq } of await left.reads()) await memory.saveRead(userId, seq);
  const takesNothing = async (): Promise<never> => {
    throw new Error('Nothing is kept here');
  };
  if ((await left.list()).length > 0) return { ...left, add: takesNothing };
  left.close();
  await deleteDB(name);
  return undefined;
}

export async function openDatabaseStore(viewerId: number, onGone: (isDeleted: boolean) => void): Promise<OutboxStore> {
  let isClosed = false;
  const db = await openDB<ChatDatabase>(databaseOf(viewerId), VERSION, {
    upgrade(fresh) {
      const messages = fresh.createObjectStore('messages', { keyPath: 'n', autoIncrement: true });
      messages.createIndex('key', 'key', { unique: true });
      messages.createIndex('dialog', ['userId', 'n']);
      fresh.createObjectStore('bytes', { keyPath: 'key' });
      fresh.createObjectStore('drafts', { keyPath: 'userId' });
      fresh.createObjectStore('reads', { keyPath: 'userId' });
    },
    // Closes the connection so that another tab can delete the database at sign-out.
    blocking(_current, _blocked, { target }) {
      isClosed = true;
      (target as IDBDatabase | null)?.close();
      onGone(true);
    },
    terminated() {
      if (!isClosed) onGone(false);
    },
  });
  return overDatabase(db, () => {
    isClosed = true;
  });
}

function overDatabase(db: IDBPDatabase<ChatDatabase>, onClose: () => void): OutboxStore {
  async function change(
    key: string,
    update: (item: StoredMessage) => StoredMessage | undefined,
  ): Promise<StoredMessage | undefined> {
    const tx = reportOnce(db.transaction(['messages', 'bytes'], 'readwrite'));
    const messages = tx.objectStore('messages');
    const known = await messages.index('key').get(key);
    const next = known && update(known);
    if (known !== undefined && next !== undefined) await messages.put(next);
    if (known !== undefined && next === undefined) {
      await messages.delete(known.n);
      for (const file of known.files) await tx.objectStore('bytes').delete(file.key);
    }
    await tx.done;
    return next;
  }

  return {
    isLasting: true,
    async add(item, bytes) {
      const tx = reportOnce(db.transaction(['messages', 'bytes'], 'readwrite', { durability: 'strict' }));
      for (const one of bytes) await tx.objectStore('bytes').put(one);
      const n = await tx.objectStore('messages').add(item as StoredMessage);
      await tx.done;
      return { ...item, n };
    },
    list: () => db.getAll('messages'),
    get: (key) => db.getFromIndex('messages', 'key', key),
    async next(userId) {
      const range = IDBKeyRange.bound([userId, 0], [userId, Number.MAX_SAFE_INTEGER]);
      let cursor = await reportOnce(db.transaction('messages')).store.index('dialog').openCursor(range);
      while (cursor !== null && cursor.value.state !== 'waiting') cursor = await cursor.continue();
      return cursor?.value;
    },
    update: (key, update) => change(key, update),
    remove: async (key) => void (await change(key, () => undefined)),
    bytes: (fileKey) => db.get('bytes', fileKey),
    saveBytes: async (bytes) => void (await db.put('bytes', bytes)),
    removeBytes: (fileKey) => db.delete('bytes', fileKey),
    drafts: () => db.getAll('drafts'),
    async saveDraft(draft) {
      if (draft.text === '' && draft.synced === '') await db.delete('drafts', draft.userId);
      else await db.put('drafts', draft);
    },
    reads: () => db.getAll('reads'),
    async saveRead(userId, seq) {
      const tx = reportOnce(db.transaction('reads', 'readwrite'));
      const known = await tx.store.get(userId);
      if (seq > (known?.seq ?? 0)) await tx.store.put({ userId, seq });
      await tx.done;
    },
    async removeRead(userId, seq) {
      const tx = reportOnce(db.transaction('reads', 'readwrite'));
      const known = await tx.store.get(userId);
      if (known !== undefined && known.seq <= seq) await tx.store.delete(userId);
      await tx.done;
    },
    close() {
      onClose();
      db.close();
    },
  };
}

export function openMemoryStore(): OutboxStore {
  const items = new Map<string, StoredMessage>();
  const blobs = new Map<string, StoredBytes>();
  const drafts = new Map<number, StoredDraft>();
  const reads = new Map<number, number>();
  let last = 0;
  const list = (): StoredMessage[] => [...items.values()].sort((one, other) => one.n - other.n);
  return {
    isLasting: false,
    async add(item, bytes) {
      last += 1;
      const stored = { ...item, n: last };
      items.set(item.key, stored);
      for (const one of bytes) blobs.set(one.key, one);
      return stored;
    },
    list: async () => list(),
    get: async (key) => items.get(key),
    next: async (userId) => list().find((item) => item.userId === userId && item.state === 'waiting'),
    async update(key, change) {
      const known = items.get(key);
      if (known === undefined) return undefined;
      const next = change(known);
      items.set(key, next);
      return next;
    },
    async remove(key) {
      for (const file of items.get(key)?.files ?? []) blobs.delete(file.key);
      items.delete(key);
    },
    bytes: async (fileKey) => blobs.get(fileKey),
    saveBytes: async (bytes) => void blobs.set(bytes.key, bytes),
    removeBytes: async (fileKey) => void blobs.delete(fileKey),
    drafts: async () => [...drafts.values()],
    saveDraft: async (draft) => void drafts.set(draft.userId, draft),
    reads: async () => [...reads].map(([userId, seq]) => ({ userId, seq })),
    saveRead: async (userId, seq) => void reads.set(userId, Math.max(seq, reads.get(userId) ?? 0)),
    async removeRead(userId, seq) {
      if ((reads.get(userId) ?? 0) <= seq) reads.delete(userId);
    },
    close: () => undefined,
  };
}
