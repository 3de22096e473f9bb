import { chatApi } from '#contract/messaging/chat';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from './chat-call.ts';
import { hearChats, viewerId } from './chat-line.ts';
import { askChatCounts } from './counts.ts';
import { isKeptHere, storeHere } from './here.ts';

const SOON_MS = 250;
const RETRY_MIN_MS = 500;
const RETRY_MAX_MS = 30_000;

/** What has been looked at in one dialog. */
interface Looked {
  /** Up to here it was on the screen. */
  seq: number;
  /** Up to here the server knows. */
  told: number;
  isTelling: boolean;
  failures: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const dialogs = new Map<number, Looked>();
let owner: number | undefined;
let leave: (() => void) | undefined;

const isLookedAt = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

function start(): void {
  const current = viewerId();
  if (current === undefined || current === owner) return;
  leave?.();
  for (const { timer } of dialogs.values()) clearTimeout(timer);
  dialogs.clear();
  owner = current;
  const stop = hearChats({ onNews: () => undefined, onMissed: tellAll });
  window.addEventListener('online', tellAll);
  leave = () => {
    stop();
    window.removeEventListener('online', tellAll);
  };
}

function lookedOf(userId: number): Looked {
  const known = dialogs.get(userId);
  if (known !== undefined) return known;
  const fresh: Looked = { seq: 0, told: 0, isTelling: false, failures: 0, timer: undefined };
  dialogs.set(userId, fresh);
  return fresh;
}

/**
 * Everything up to this number is on the screen. It counts as read while the page is looked at; elsewhere whoever shows it says so again
 * once it is.
 */
export function noteRead(userId: number, seq: number): void {
  start();
  if (!isLookedAt()) return;
  const looked = lookedOf(userId);
  if (seq <= looked.seq) return;
  looked.seq = seq;
  tellSoon(userId, looked, SOON_MS);
}

/** It becomes unread again: what was read before may be told once more. */
export function forgetRead(userId: number): void {
  const looked = dialogs.get(userId);
  clearTimeout(looked?.timer);
  dialogs.delete(userId);
}

function tellSoon(userId: number, looked: Looked, delay: number): void {
  if (looked.timer !== undefined || looked.isTelling) return;
  looked.timer = setTimeout(() => {
    looked.timer = undefined;
    void tell(userId, looked);
  }, delay);
}

async function tell(userId: number, looked: Looked): Promise<void> {
  const { seq } = looked;
  if (seq <= looked.told || looked.isTelling) return;
  looked.isTelling = true;
  const setCounts = askChatCounts();
  let delay: number | undefined;
  try {
    setCounts(await call(chatApi.read, { params: { id: userId }, body: { seq }, viewerId: owner }));
    looked.told = seq;
    if (looked.failures > 0) void dropKept(userId, seq);
    looked.failures = 0;
    if (looked.seq > seq) delay = SOON_MS;
  } catch (error) {
    const isFinal = isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429;
    if (isFinal) {
      looked.told = seq;
      void dropKept(userId, seq);
    } else {
      if (looked.failures === 0) void keep(userId, seq);
      delay = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** looked.failures);
      looked.failures += 1;
    }
  }
  looked.isTelling = false;
  if (delay !== undefined) tellSoon(userId, looked, delay);
}

/** The network is back. */
function tellAll(): void {
  for (const [userId, looked] of dialogs) {
    if (looked.seq <= looked.told) continue;
    clearTimeout(looked.timer);
    looked.timer = undefined;
    void tell(userId, looked);
  }
}

/** Whoever closes the page without a network has read it all the same. */
async function keep(userId: number, seq: number): Promise<void> {
  try {
    await (await storeHere()).putRead(userId, seq);
  } catch {
    // Then it is unread on the next visit.
  }
}

async function dropKept(userId: number, seq: number): Promise<void> {
  try {
    await (await storeHere()).dropRead(userId, seq);
  } catch {
    // Told twice it is the same.
  }
}

/** Tell what was read without a network, on an earlier visit. */
export async function tellKeptReads(current: number): Promise<void> {
  start();
  if (!(await isKeptHere(current))) return;
  for (const { userId, seq } of await (await storeHere()).reads()) {
    const looked = lookedOf(userId);
    looked.seq = Math.max(looked.seq, seq);
    looked.failures = 1;
    tellSoon(userId, looked, 0);
  }
}
