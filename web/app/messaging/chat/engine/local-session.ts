import type { Message } from '@app/contract/messaging/chat';
import type { ChatFile } from '@app/contract/messaging/chat-files';
import { chatApi } from '#contract/messaging/chat';
import { chatFilesApi } from '#contract/messaging/chat-files';
import { keepsNothing } from '../../../platform/private-storage.ts';
import { emitChatEvent, onChatEvent, waitForViewer } from './chat-events.ts';
import type { Outgoing } from './chat-types.ts';
import { measure } from './measure-file.ts';
import { getDeliveryText, showErrorToast } from './messages-text.ts';
import { type Outbox, openOutbox } from './outbox/outbox.ts';
import {
  databaseOf,
  type OutboxStore,
  openDatabaseStore,
  openLeftStore,
  openMemoryStore,
  type StoredFile,
} from './outbox/outbox-store.ts';
import { request } from './request.ts';
import type { OutgoingSource } from './thread/thread-rows.ts';

interface LocalSession {
  viewerId: number;
  store: Promise<OutboxStore>;
  outbox: Promise<Outbox>;
  opened: Outbox | undefined;
  close(): void;
}

type Listener = (userId: number) => void;

const MB = 1024 * 1024;
/** A message unsent for so long is worth a word. */
const FLEETING_MS = 5000;
const NOTHING: readonly Outgoing[] = [];
const listeners = new Set<Listener>();
let session: LocalSession | undefined;
let hasWarnedFleeting = false;
/** After sign-out nothing more is written to the browser's storage until the page reloads. */
let isSignedOut = false;

const notifyListeners: Listener = (userId) => {
  for (const listener of listeners) listener(userId);
};

function openSession(owner: number): LocalSession {
  if (session?.viewerId === owner) return session;
  session?.close();
  let handleGone: (isDeleted: boolean) => void = () => undefined;
  const memory = openMemoryStore();
  const onStoreGone = (isDeleted: boolean): void => handleGone(isDeleted);
  const openStore = async (): Promise<OutboxStore | undefined> => {
    if (isSignedOut) return undefined;
    const opening = keepsNothing() ? openLeftStore(owner, memory, onStoreGone) : openDatabaseStore(owner, onStoreGone);
    return opening.catch(() => undefined);
  };
  let first: Promise<OutboxStore | undefined> | undefined = openStore();
  const store = first.then((lasting) => (keepsNothing() ? memory : (lasting ?? memory)));
  const outbox = openOutbox({
    viewerId: owner,
    openStore(onGone) {
      handleGone = onGone;
      const opening = first ?? openStore();
      first = undefined;
      return opening;
    },
    upload: (file, bytes, signal, onProgress) => upload(owner, file, bytes, signal, onProgress),
    async send(item, signal) {
      const body = {
        content: item.content,
        client_key: item.key,
        ...(item.files.length > 0 && { file_ids: item.files.flatMap(({ id }) => id ?? []) }),
        ...(item.replyTo !== null && { reply_to: item.replyTo.id }),
        ...(item.boardId !== undefined && { board_id: item.boardId }),
        ...(item.cardKind !== undefined && { card_kind: item.cardKind, card_id: item.cardId }),
        ...(item.silent && { silent: 1 }),
        ...(item.withoutLinkCard && { link_card: 0 }),
      };
      const url = chatApi.send.path.replace('{id}', String(item.userId));
      const options = { endpoint: chatApi.send, url, viewerId: owner, body: JSON.stringify(body), signal };
      return (await request(options)) as Message;
    },
    async measure({ file }, { kind, width, height, durationMs }) {
      const measured = await measure(file, kind);
      return {
        width: measured.width || width,
        height: measured.height || height,
        durationMs: measured.durationMs || durationMs,
        poster: measured.poster,
      };
    },
    tooLarge: (maxBytes) => getDeliveryText('delivery.tooLarge', { max: Math.floor(maxBytes / MB) }).catch(() => ''),
    onSent: (userId, message) => emitChatEvent({ type: 'local_sent', user_id: userId, message }),
    onFleeting() {
      const warn = (): void => {
        if (hasWarnedFleeting || created.opened?.isFleeting() === false) return;
        showErrorToast('delivery.fleeting');
        hasWarnedFleeting = true;
      };
      // Where the operator wants nothing kept, every message is fleeting until it is sent.
      if (keepsNothing()) setTimeout(warn, FLEETING_MS);
      else warn();
    },
    onFailed() {
      if (document.visibilityState === 'visible' && document.hasFocus()) showErrorToast('delivery.sendFailed');
    },
    now: () => performance.now(),
  });

  const poke = (): void => created.opened?.poke();
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') poke();
  };
  const confirmLeave = (event: BeforeUnloadEvent): void => {
    if (created.opened?.isFleeting()) event.preventDefault();
  };
  const unsubscribe = onChatEvent({
    onEvent(event) {
      if (event.type === 'chat_message' && event.message.client_key !== null)
        created.opened?.confirm(event.message.client_key);
    },
    // A reopened socket shows that the network is back.
    onMissed: poke,
  });
  const leaving = new AbortController();
  window.addEventListener('online', poke, { signal: leaving.signal });
  document.addEventListener('visibilitychange', onVisible, { signal: leaving.signal });
  window.addEventListener('beforeunload', confirmLeave, { signal: leaving.signal });

  const created: LocalSession = {
    viewerId: owner,
    store,
    outbox,
    opened: undefined,
    close() {
      unsubscribe();
      leaving.abort();
      void outbox.then((opened) => opened.close());
      if (session === created) session = undefined;
    },
  };
  session = created;
  void outbox.then((opened) => {
    created.opened = opened;
    opened.subscribe(notifyListeners);
    for (const userId of opened.listUserIds()) notifyListeners(userId);
  });
  return created;
}

async function upload(
  owner: number,
  file: StoredFile,
  { file: blob, poster }: { file: Blob; poster: Blob | null },
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<number> {
  const form = new FormData();
  const hints = {
    name: file.name,
    voice: file.kind === 'voice' ? 1 : undefined,
    as_file: file.kind === 'file' && blob.type.startsWith('image/') ? 1 : undefined,
    duration_ms: file.durationMs || undefined,
    width: file.width || undefined,
    height: file.height || undefined,
    waveform: file.waveform.length > 0 ? file.waveform.join(',') : undefined,
  };
  for (const [name, value] of Object.entries(hints)) if (value !== undefined) form.set(name, String(value));
  form.set('file', blob, file.name);
  if (poster !== null) form.set('poster', poster, 'poster.jpg');
  const { path } = chatFilesApi.upload;
  const options = { endpoint: chatFilesApi.upload, url: path, viewerId: owner, body: form, signal, onProgress };
  const { id } = (await request({ ...options, idempotencyKey: file.uploadKey })) as ChatFile;
  return id;
}

export const getOutbox = async (): Promise<Outbox> => getOutboxOf(await waitForViewer());
export const getOutboxOf = (owner: number): Promise<Outbox> => openSession(owner).outbox;

/** Resolves to the browser's database, or to memory where the browser has none. */
export const getLocalStore = async (): Promise<OutboxStore> => openSession(await waitForViewer()).store;

export const openLocalData: (owner: number) => void = openSession;

/** Outgoing messages known so far, without waiting for the user. */
export const localOutgoing: OutgoingSource & { subscribe(listener: Listener): () => void } = {
  of: (userId) => session?.opened?.of(userId) ?? NOTHING,
  knows: (key) => session?.opened?.knows(key) ?? false,
  markShown: (key) => session?.opened?.markShown(key),
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Whether a database of this user exists. Browsers that cannot list databases answer true. */
export async function hasLocalData(owner: number): Promise<boolean> {
  try {
    const databases = await indexedDB.databases?.();
    return databases === undefined || databases.some(({ name }) => name === databaseOf(owner));
  } catch {
    return false;
  }
}

export async function clearLocalData(owner: number): Promise<void> {
  isSignedOut = true;
  session?.close();
  if (typeof indexedDB === 'undefined') return;
  const { deleteDB } = await import('idb');
  await deleteDB(databaseOf(owner)).catch(() => undefined);
}
