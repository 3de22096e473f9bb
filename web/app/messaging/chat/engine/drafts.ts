import { chatApi, MESSAGE_MAX } from '#contract/messaging/chat';
import { call, isRefused } from './chat-call.ts';
import { onChatEvent, viewerId } from './chat-events.ts';
import { getLocalStore, hasLocalData } from './local-session.ts';

interface DraftField {
  text: string;
  synced: string;
  /** Last local change or confirmation by the server, in time of this page (`performance.now`). */
  typedAt: number;
  isLoaded: boolean;
  isFromTab: boolean;
  /** The text of another tab that this tab did not take over. */
  ignoredText: string | undefined;
}

interface TabMessage {
  userId: number;
  text: string;
  synced: string;
  /** Time of the change by the clock that all tabs share. */
  at: number;
}

const SYNC_DELAY_MS = 800;
const SAVE_DELAY_MS = 150;
/** Milliseconds; after a longer pause the user is not typing any more. */
const TYPING_MS = 5000;
const RETRY_MS = 10_000;

const fields = new Map<number, DraftField>();
const listeners = new Map<number, Set<() => void>>();
const syncTimers = new Map<number, ReturnType<typeof setTimeout>>();
const saveTimers = new Map<number, ReturnType<typeof setTimeout>>();
const focusedSince = new Map<number, number>();
let owner: number | undefined;
let channel: BroadcastChannel | undefined;
let leave: (() => void) | undefined;
let loading: Promise<void> | undefined;

const EMPTY_FIELD: DraftField = {
  text: '',
  synced: '',
  typedAt: Number.NEGATIVE_INFINITY,
  isLoaded: false,
  isFromTab: false,
  ignoredText: undefined,
};

const fieldOf = (userId: number): DraftField => fields.get(userId) ?? EMPTY_FIELD;
const isTyping = ({ typedAt }: DraftField): boolean => performance.now() - typedAt < TYPING_MS;

function publish(userId: number, field: DraftField): void {
  const before = fieldOf(userId);
  fields.set(userId, field);
  if (before.text === field.text) return;
  for (const listener of listeners.get(userId) ?? []) listener();
}

function start(): void {
  const current = viewerId();
  if (current === undefined || current === owner) return;
  leave?.();
  channel?.close();
  // Text that was typed before the user was known belongs to the same user.
  if (owner !== undefined) fields.clear();
  owner = current;
  leave = onChatEvent({
    onEvent(event) {
      const isOfDraft = event.type === 'chat_line' || (event.type === 'chat_message' && event.message.mine === 1);
      if (isOfDraft && event.chat !== null) applyRemoteDraft(event.user_id, event.chat.draft);
    },
    onMissed: syncAllDrafts,
  });
  if (typeof BroadcastChannel === 'function') {
    channel = new BroadcastChannel(`okolo-drafts-${current}`);
    (channel as { unref?(): void }).unref?.();
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => applyTabMessage(data);
  }
  loading = load(current);
}

async function load(current: number): Promise<void> {
  try {
    if (!(await hasLocalData(current))) return;
    for (const { userId, text, synced } of await (await getLocalStore()).drafts()) {
      const field = fieldOf(userId);
      if (owner !== current || field.typedAt > Number.NEGATIVE_INFINITY) continue;
      publish(userId, { ...field, text, synced, isLoaded: true });
      if (text !== synced) scheduleSync(userId, 0);
    }
  } catch {
    // The server's draft arrives anyway.
  }
}

function applyTabMessage({ userId, text, synced, at }: TabMessage): void {
  const field = fieldOf(userId);
  if (isTyping(field)) publish(userId, { ...field, synced });
  // A user types in one window at a time, so a focused field ignores changes of other tabs.
  else if (!field.isFromTab && (focusedSince.get(userId) ?? Number.POSITIVE_INFINITY) < at)
    publish(userId, { ...field, ignoredText: text });
  else publish(userId, { ...field, text, synced, isLoaded: true, isFromTab: text !== '' });
}

/** A pinned (focused) field takes over changes of other devices, but not of other tabs. */
export function pinDraft(userId: number, isPinned: boolean): void {
  if (!isPinned) focusedSince.delete(userId);
  else if (!focusedSince.has(userId)) focusedSince.set(userId, Date.now());
}

/**
 * Applies the server's draft, unless a local change is newer: one being typed, not synchronized yet, or made after
 * `askedAt` (time of this page).
 */
export function applyRemoteDraft(userId: number, remote: string, askedAt = Number.POSITIVE_INFINITY): void {
  start();
  void loading?.then(() => {
    const field = fieldOf(userId);
    if (remote === field.synced && field.isLoaded) return;
    if (askedAt < field.typedAt || (remote === field.ignoredText && focusedSince.has(userId))) return;
    const isClean = field.text === field.synced;
    if (remote !== field.text && (!isClean || isTyping(field))) {
      if (isClean) {
        publish(userId, { ...field, synced: remote, isLoaded: true });
        scheduleSync(userId, TYPING_MS);
      }
      return;
    }
    publish(userId, { ...field, text: remote, synced: remote, isLoaded: true, isFromTab: false });
    scheduleSave(userId);
  });
}

export function updateDraft(userId: number, text: string): void {
  start();
  const field = fieldOf(userId);
  if (field.text === text) return;
  publish(userId, { ...field, text, typedAt: performance.now(), isFromTab: false, ignoredText: undefined });
  channel?.postMessage({ userId, text, synced: field.synced, at: Date.now() } satisfies TabMessage);
  scheduleSave(userId);
  scheduleSync(userId, SYNC_DELAY_MS);
}

/** Clears the draft after sending, unless the field contains another text by now. */
export function clearDraft(userId: number, sent: string): void {
  if (fieldOf(userId).text.trim() === sent.trim()) updateDraft(userId, '');
}

function schedule(timers: typeof saveTimers, userId: number, delay: number, run: () => Promise<void>): void {
  if (!timers.has(userId)) timers.set(userId, setTimeout(run, delay));
}

const scheduleSave = (userId: number): void =>
  schedule(saveTimers, userId, SAVE_DELAY_MS, () => {
    saveTimers.delete(userId);
    return saveLocalDraft(userId);
  });

const scheduleSync = (userId: number, delay: number): void =>
  schedule(syncTimers, userId, delay, () => syncDraft(userId));

async function saveLocalDraft(userId: number): Promise<void> {
  try {
    const { text, synced } = fieldOf(userId);
    await (await getLocalStore()).saveDraft({ userId, text, synced });
  } catch {
    // The server stores the draft, too.
  }
}

async function syncDraft(userId: number): Promise<void> {
  const { text, synced } = fieldOf(userId);
  let again: number | undefined;
  // A text longer than one message is stored on this device only, until it is short enough.
  if (text !== synced && text.trim().length <= MESSAGE_MAX) {
    try {
      await call(chatApi.draft, { params: { id: userId }, body: { text }, viewerId: owner });
      const field = fieldOf(userId);
      // An older state of the server may still be on its way.
      publish(userId, { ...field, synced: text, typedAt: performance.now(), isLoaded: true });
      channel?.postMessage({ userId, text: field.text, synced: text, at: Date.now() } satisfies TabMessage);
      if (field.text !== text) again = SYNC_DELAY_MS;
      await saveLocalDraft(userId);
    } catch (error) {
      if (!isRefused(error)) again = RETRY_MS;
    }
  }
  syncTimers.delete(userId);
  if (again !== undefined) scheduleSync(userId, again);
}

function syncAllDrafts(): void {
  for (const [userId, { text, synced }] of fields) {
    if (text === synced) continue;
    clearTimeout(syncTimers.get(userId));
    syncTimers.delete(userId);
    scheduleSync(userId, 0);
  }
}

export const getDraftText = (userId: number): string => fieldOf(userId).text;

export function watchDraft(userId: number, listener: () => void): () => void {
  start();
  const mine = listeners.get(userId) ?? new Set();
  listeners.set(userId, mine.add(listener));
  return () => {
    mine.delete(listener);
    if (mine.size === 0) listeners.delete(userId);
  };
}
