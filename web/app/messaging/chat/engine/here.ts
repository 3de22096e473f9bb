import type { Message } from '@app/contract/messaging/chat';
import type { ChatFile } from '@app/contract/messaging/chat-files';
import { chatApi } from '#contract/messaging/chat';
import { chatFilesApi } from '#contract/messaging/chat-files';
import { hearChats, knownViewer, tellNews, viewerId } from './chat-line.ts';
import type { Outgoing } from './chat-types.ts';
import { measure } from './measure-file.ts';
import { type Outbox, openOutbox } from './outbox.ts';
import { databaseOf, type OutboxStore, openDatabaseStore, openMemoryStore, type StoredFile } from './outbox-store.ts';
import { request } from './request.ts';
import type { OutgoingSource } from './thread-store.ts';
import { complain, word } from './words.ts';

/** What this page keeps for whoever is signed in. */
interface Here {
  viewerId: number;
  store: Promise<OutboxStore>;
  outbox: Promise<Outbox>;
  opened: Outbox | undefined;
  close(): void;
}

type Listener = (userId: number) => void;

const MB = 1024 * 1024;
const NOTHING: readonly Outgoing[] = [];
const listeners = new Set<Listener>();
let here: Here | undefined;
let hasWarned = false;
/** Somebody signed out: until the page is gone, nothing is kept beyond it any more. */
let isForgotten = false;

const tell: Listener = (userId) => {
  for (const listener of listeners) listener(userId);
};

/** The outbox of this person, opened when it is needed first. */
function open(owner: number): Here {
  if (here?.viewerId === owner) return here;
  here?.close();
  const gone = new Set<(isForgotten: boolean) => void>();
  const openStore = async (): Promise<OutboxStore | undefined> => {
    if (isForgotten) return undefined;
    const onGone = (isDeleted: boolean): void => {
      for (const listener of gone) listener(isDeleted);
    };
    return openDatabaseStore(owner, onGone).catch(() => undefined);
  };
  let first: Promise<OutboxStore | undefined> | undefined = openStore();
  const store = first.then((lasting) => lasting ?? openMemoryStore());
  const outbox = openOutbox({
    viewerId: owner,
    openStore(onGone) {
      gone.clear();
      gone.add(onGone);
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
      };
      const url = chatApi.send.path.replace('{id}', String(item.userId));
      const wanted = { endpoint: chatApi.send, url, viewerId: owner, body: JSON.stringify(body), signal };
      return (await request(wanted)) as Message;
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
    tooLarge: (maxBytes) => word('delivery.tooLarge', { max: Math.floor(maxBytes / MB) }).catch(() => ''),
    onSent: (userId, message) => tellNews({ type: 'local_sent', user_id: userId, message }),
    onFleeting() {
      if (!hasWarned) complain('delivery.fleeting');
      hasWarned = true;
    },
    onFailed() {
      if (document.visibilityState === 'visible' && document.hasFocus()) complain('delivery.sendFailed');
    },
    now: () => performance.now(),
  });

  const poke = (): void => mine.opened?.poke();
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') poke();
  };
  const askToStay = (event: BeforeUnloadEvent): void => {
    if (mine.opened?.isFleeting()) event.preventDefault();
  };
  const leaveLine = hearChats({
    onNews(news) {
      if (news.type === 'chat_message' && news.message.client_key !== null)
        mine.opened?.confirm(news.message.client_key);
    },
    // The line is back, and so is the network.
    onMissed: poke,
  });
  window.addEventListener('online', poke);
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('beforeunload', askToStay);

  const mine: Here = {
    viewerId: owner,
    store,
    outbox,
    opened: undefined,
    close() {
      leaveLine();
      window.removeEventListener('online', poke);
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('beforeunload', askToStay);
      void outbox.then((opened) => opened.close());
      if (here === mine) here = undefined;
    },
  };
  here = mine;
  void outbox.then((opened) => {
    mine.opened = opened;
    opened.subscribe(tell);
    for (const userId of opened.dialogs()) tell(userId);
  });
  return mine;
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
    // A picture that its sender wants kept as it is.
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
  const wanted = { endpoint: chatFilesApi.upload, url: path, viewerId: owner, body: form, signal, onProgress };
  const { id } = (await request({ ...wanted, idempotencyKey: file.uploadKey })) as ChatFile;
  return id;
}

/** The outbox, once it is known whose. */
export const outboxHere = async (): Promise<Outbox> => open(await knownViewer()).outbox;

/** What the browser keeps, or the page where the browser keeps nothing. */
export const storeHere = async (): Promise<OutboxStore> => open(await knownViewer()).store;

/** Open what this browser keeps of that person, and go on with it. */
export function openHere(owner: number): void {
  open(owner);
}

/** What is on its way out, as far as it is known by now. */
export const outgoingHere: OutgoingSource & { subscribe(listener: Listener): () => void } = {
  of: (userId) => here?.opened?.of(userId) ?? NOTHING,
  knows: (key) => here?.opened?.knows(key) ?? false,
  settle: (key) => here?.opened?.settle(key),
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Whether a database of this person lies here. Some browsers do not say: then it may. */
export async function isKeptHere(owner: number): Promise<boolean> {
  try {
    const databases = await indexedDB.databases?.();
    return databases === undefined || databases.some(({ name }) => name === databaseOf(owner));
  } catch {
    return false;
  }
}

/** After signing out: nothing of this person stays in the browser. */
export async function forgetHere(): Promise<void> {
  const owner = here?.viewerId ?? viewerId();
  isForgotten = true;
  here?.close();
  if (owner === undefined || typeof indexedDB === 'undefined') return;
  const { deleteDB } = await import('idb');
  await deleteDB(databaseOf(owner)).catch(() => undefined);
}
