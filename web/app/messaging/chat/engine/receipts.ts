import { chatApi } from '#contract/messaging/chat';
import { startCountsRequest } from '../../../notifications/notifications/chat-counts.ts';
import { call, isRefused } from './chat-call.ts';
import { onChatEvent, viewerId } from './chat-events.ts';
import { getLocalStore, hasLocalData } from './local-session.ts';
import type { OutboxStore } from './outbox/outbox-store.ts';

const SOON_MS = 250;
const RETRY_MIN_MS = 500;
const RETRY_MAX_MS = 30_000;

interface ReadState {
  seq: number;
  reportedSeq: number;
  isReporting: boolean;
  failures: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const readStates = new Map<number, ReadState>();
let owner: number | undefined;
let leave: (() => void) | undefined;

const isPageFocused = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

function start(): void {
  const current = viewerId();
  if (current === undefined || current === owner) return;
  leave?.();
  for (const { timer } of readStates.values()) clearTimeout(timer);
  readStates.clear();
  owner = current;
  const stop = onChatEvent({ onEvent: () => undefined, onMissed: reportAllReads });
  window.addEventListener('online', reportAllReads);
  leave = () => {
    stop();
    window.removeEventListener('online', reportAllReads);
  };
}

function readStateOf(userId: number): ReadState {
  const fresh: ReadState = { seq: 0, reportedSeq: 0, isReporting: false, failures: 0, timer: undefined };
  const known = readStates.get(userId) ?? fresh;
  readStates.set(userId, known);
  return known;
}

/**
 * Marks everything up to this `seq` as read if the page is visible; otherwise the caller repeats the call once the page
 * becomes visible.
 */
export function markReadUpTo(userId: number, seq: number): void {
  start();
  if (!isPageFocused()) return;
  const readState = readStateOf(userId);
  if (seq <= readState.seq) return;
  readState.seq = seq;
  scheduleReport(userId, readState, SOON_MS);
}

/** Resets the position after a chat was marked unread, so that the same messages can be reported again. */
export function clearReadState(userId: number): void {
  const readState = readStates.get(userId);
  clearTimeout(readState?.timer);
  readStates.delete(userId);
}

function scheduleReport(userId: number, readState: ReadState, delay: number): void {
  if (readState.timer !== undefined || readState.isReporting) return;
  readState.timer = setTimeout(() => {
    readState.timer = undefined;
    void reportRead(userId, readState);
  }, delay);
}

async function reportRead(userId: number, readState: ReadState): Promise<void> {
  const { seq } = readState;
  if (seq <= readState.reportedSeq || readState.isReporting) return;
  readState.isReporting = true;
  const setCounts = startCountsRequest();
  let delay: number | undefined;
  try {
    setCounts(await call(chatApi.markRead, { params: { id: userId }, body: { seq }, viewerId: owner }));
    readState.reportedSeq = seq;
    if (readState.failures > 0) void changeStore((store) => store.removeRead(userId, seq));
    readState.failures = 0;
    if (readState.seq > seq) delay = SOON_MS;
  } catch (error) {
    if (isRefused(error)) {
      readState.reportedSeq = seq;
      void changeStore((store) => store.removeRead(userId, seq));
    } else {
      if (readState.failures === 0) void changeStore((store) => store.saveRead(userId, seq));
      delay = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** readState.failures);
      readState.failures += 1;
    }
  }
  readState.isReporting = false;
  if (delay !== undefined) scheduleReport(userId, readState, delay);
}

function reportAllReads(): void {
  for (const [userId, readState] of readStates) {
    if (readState.seq <= readState.reportedSeq) continue;
    clearTimeout(readState.timer);
    readState.timer = undefined;
    void reportRead(userId, readState);
  }
}

/** Positions are stored for the case that the page closes offline. */
async function changeStore(change: (store: OutboxStore) => Promise<void>): Promise<void> {
  try {
    await change(await getLocalStore());
  } catch {
    // Without storage the messages are unread on the next visit; reporting a position twice is harmless.
  }
}

/** Reports positions that an earlier visit stored while offline. */
export async function reportStoredReads(current: number): Promise<void> {
  start();
  if (!(await hasLocalData(current))) return;
  for (const { userId, seq } of await (await getLocalStore()).reads()) {
    const readState = readStateOf(userId);
    readState.seq = Math.max(readState.seq, seq);
    readState.failures = 1;
    scheduleReport(userId, readState, 0);
  }
}
