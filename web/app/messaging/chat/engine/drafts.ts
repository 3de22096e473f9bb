import { chatApi, MESSAGE_MAX } from '#contract/messaging/chat';
import { call } from './chat-call.ts';
import { hearChats, viewerId } from './chat-line.ts';
import { isKeptHere, storeHere } from './here.ts';

/** The field of one dialog. */
interface Field {
  text: string;
  /** What the server has. */
  synced: string;
  /** Somebody typed here, or the server took in what was typed, a moment ago: by the time of this page. */
  typedAt: number;
  isTold: boolean;
  /** What stands here was typed in another tab. */
  isOfTab: boolean;
  /** What another tab has and this one did not take over. */
  refused: string | undefined;
}

interface Letter {
  userId: number;
  text: string;
  synced: string;
  /** By the clock that all tabs share. */
  at: number;
}

const PUT_MS = 800;
const KEEP_MS = 150;
/** Whoever paused for so long is not typing any more. */
const TYPING_MS = 5000;
const RETRY_MS = 10_000;

const fields = new Map<number, Field>();
const listeners = new Map<number, Set<() => void>>();
const putting = new Map<number, ReturnType<typeof setTimeout>>();
const keeping = new Map<number, ReturnType<typeof setTimeout>>();
/** Since when a field has the focus. */
const held = new Map<number, number>();
let owner: number | undefined;
let channel: BroadcastChannel | undefined;
let leave: (() => void) | undefined;
let loading: Promise<void> | undefined;

const NOBODY: Field = {
  text: '',
  synced: '',
  typedAt: Number.NEGATIVE_INFINITY,
  isTold: false,
  isOfTab: false,
  refused: undefined,
};

const fieldOf = (userId: number): Field => fields.get(userId) ?? NOBODY;
const isTyping = ({ typedAt }: Field): boolean => performance.now() - typedAt < TYPING_MS;

function publish(userId: number, field: Field): void {
  const before = fieldOf(userId);
  fields.set(userId, field);
  if (before.text === field.text) return;
  for (const listener of listeners.get(userId) ?? []) listener();
}

/** Begin to hear of drafts, for this person. */
function start(): void {
  const current = viewerId();
  if (current === undefined || current === owner) return;
  leave?.();
  channel?.close();
  // What was typed before it was known by whom is of this person, too.
  if (owner !== undefined) fields.clear();
  owner = current;
  leave = hearChats({
    onNews(news) {
      const isOfDraft = news.type === 'chat_line' || (news.type === 'chat_message' && news.message.mine === 1);
      if (isOfDraft && news.chat !== null) offerDraft(news.user_id, news.chat.draft);
    },
    onMissed: putAll,
  });
  if (typeof BroadcastChannel === 'function') {
    channel = new BroadcastChannel(`okolo-drafts-${current}`);
    (channel as { unref?(): void }).unref?.();
    channel.onmessage = ({ data }: MessageEvent<Letter>) => take(data);
  }
  loading = load(current);
}

/** What was typed without a network, here and before. */
async function load(current: number): Promise<void> {
  try {
    if (!(await isKeptHere(current))) return;
    for (const { userId, text, synced } of await (await storeHere()).drafts()) {
      const field = fieldOf(userId);
      if (owner !== current || field.typedAt > Number.NEGATIVE_INFINITY) continue;
      publish(userId, { ...field, text, synced, isTold: true });
      if (text !== synced) putSoon(userId, 0);
    }
  } catch {
    // The server's draft comes anyway.
  }
}

/** Another tab of this browser. */
function take({ userId, text, synced, at }: Letter): void {
  const field = fieldOf(userId);
  if (isTyping(field)) publish(userId, { ...field, synced });
  // A person writes in one window at a time: under somebody's fingers nothing comes in from another one.
  else if (!field.isOfTab && (held.get(userId) ?? Number.POSITIVE_INFINITY) < at)
    publish(userId, { ...field, refused: text });
  else publish(userId, { ...field, text, synced, isTold: true, isOfTab: text !== '' });
}

/** While this field has the focus, it takes over what other devices write, and not what other tabs do. */
export function holdDraft(userId: number, isHeld: boolean): void {
  if (!isHeld) held.delete(userId);
  else if (!held.has(userId)) held.set(userId, Date.now());
}

/**
 * The server says what waits in this field. What is being written here, or has not reached the server, is newer, and so is what was
 * written after somebody asked: `askedAt`, by the time of this page.
 */
export function offerDraft(userId: number, remote: string, askedAt = Number.POSITIVE_INFINITY): void {
  start();
  void loading?.then(() => {
    const field = fieldOf(userId);
    if (remote === field.synced && field.isTold) return;
    if (askedAt < field.typedAt || (remote === field.refused && held.has(userId))) return;
    const isClean = field.text === field.synced;
    if (remote !== field.text && (!isClean || isTyping(field))) {
      // Once it stands still, what is written here goes to the server.
      if (isClean) {
        publish(userId, { ...field, synced: remote, isTold: true });
        putSoon(userId, TYPING_MS);
      }
      return;
    }
    publish(userId, { ...field, text: remote, synced: remote, isTold: true, isOfTab: false });
    keepSoon(userId);
  });
}

/** Typed here. */
export function writeDraft(userId: number, text: string): void {
  start();
  const field = fieldOf(userId);
  if (field.text === text) return;
  publish(userId, { ...field, text, typedAt: performance.now(), isOfTab: false, refused: undefined });
  channel?.postMessage({ userId, text, synced: field.synced, at: Date.now() } satisfies Letter);
  keepSoon(userId);
  putSoon(userId, PUT_MS);
}

/** Sent: unless something else stands there by now. */
export function clearDraft(userId: number, sent: string): void {
  if (fieldOf(userId).text.trim() === sent.trim()) writeDraft(userId, '');
}

function keepSoon(userId: number): void {
  if (keeping.has(userId)) return;
  keeping.set(
    userId,
    setTimeout(() => {
      keeping.delete(userId);
      void keep(userId);
    }, KEEP_MS),
  );
}

async function keep(userId: number): Promise<void> {
  try {
    const { text, synced } = fieldOf(userId);
    await (await storeHere()).putDraft({ userId, text, synced });
  } catch {
    // The server keeps it, too.
  }
}

function putSoon(userId: number, delay: number): void {
  if (putting.has(userId)) return;
  putting.set(
    userId,
    setTimeout(() => void put(userId), delay),
  );
}

async function put(userId: number): Promise<void> {
  const { text, synced } = fieldOf(userId);
  let again: number | undefined;
  // What goes in several messages waits on this device only, until it is short enough.
  if (text !== synced && text.trim().length <= MESSAGE_MAX) {
    try {
      await call(chatApi.draft, { params: { id: userId }, body: { text }, viewerId: owner });
      const field = fieldOf(userId);
      // What the server said before may still be on its way.
      publish(userId, { ...field, synced: text, typedAt: performance.now(), isTold: true });
      channel?.postMessage({ userId, text: field.text, synced: text, at: Date.now() } satisfies Letter);
      if (field.text !== text) again = PUT_MS;
      await keep(userId);
    } catch (error) {
      const status = error instanceof Error && 'status' in error ? error.status : 0;
      const isRefused = typeof status === 'number' && status >= 400 && status < 500 && status !== 429;
      if (!isRefused) again = RETRY_MS;
    }
  }
  putting.delete(userId);
  if (again !== undefined) putSoon(userId, again);
}

/** The network is back. */
function putAll(): void {
  for (const [userId, { text, synced }] of fields) {
    if (text === synced) continue;
    clearTimeout(putting.get(userId));
    putting.delete(userId);
    putSoon(userId, 0);
  }
}

export const readDraft = (userId: number): string => fieldOf(userId).text;

export function watchDraft(userId: number, listener: () => void): () => void {
  start();
  const mine = listeners.get(userId) ?? new Set();
  listeners.set(userId, mine.add(listener));
  return () => {
    mine.delete(listener);
    if (mine.size === 0) listeners.delete(userId);
  };
}
